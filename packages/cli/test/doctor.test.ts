/** `bandeja doctor` */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { version } from '@bandeja/client';
import { OPERATOR_TOKEN, onEachEngine, useTestService } from '@bandeja/service/test/support/service';
import { FakeService } from './fake-service.ts';
import { linesBeyond, runInside } from './run-cli.ts';

const WELL = { code: 'disk', state: 'ok', text: '9 GB are free.', advice: null, values: {} };

/** A service with a given diagnosis. */
async function planned(t: Parameters<typeof FakeService.start>[0], diagnosis: object): Promise<FakeService> {
  const service = await FakeService.start(t);
  for (const path of ['/health/live', '/health/ready']) {
    service.replies.set(`GET ${path}`, { status: 200, body: {} });
  }
  const body = { at: new Date().toISOString(), service_version: version, findings: [WELL], ...diagnosis };
  service.replies.set('GET /admin/v1/diagnosis', { status: 200, body });
  return service;
}

const doctor = (service: { readonly url: string }, ...args: readonly string[]) =>
  runInside(['doctor', ...args], { url: service.url, operatorToken: 'the-token' });

describe('bandeja doctor', () => {
  it('bandeja doctor exits with 0 without a problem', async (t) => {
    const { exitCode, stdout } = await doctor(await planned(t, {}));
    assert.equal(exitCode, 0);
    assert.match(stdout, /^✓ A service answers at /);
    assert.match(stdout, /✓ 9 GB are free\.\n/);
    assert.match(stdout, /\nNo problems\.\n$/);
  });

  it('bandeja doctor exits with 0 after warnings and 1 after a problem, and prints advice for each', async (t) => {
    const warning = { ...WELL, state: 'warning', text: '1 GB is free.', advice: 'Make room.' };
    const warned = await doctor(await planned(t, { findings: [warning] }));
    assert.equal(warned.exitCode, 0);
    assert.match(warned.stdout, /! 1 GB is free\.\n {4}Make room\.\n/);
    assert.match(warned.stdout, /0 problems, 1 warning\.\n$/);
    const bad = { ...WELL, state: 'problem', text: 'It is full.', advice: 'Make room.' };
    const run = await doctor(await planned(t, { findings: [bad, warning] }));
    assert.equal(run.exitCode, 1);
    assert.match(run.stdout, /✗ It is full\.\n {4}Make room\.\n/);
    assert.match(run.stdout, /1 problem, 1 warning\.\n$/);
  });

  it('bandeja doctor warns about a service with another version', async (t) => {
    const { exitCode, stdout } = await doctor(await planned(t, { service_version: '9.9.9' }));
    assert.equal(exitCode, 0);
    assert.match(stdout, /! The service has version 9\.9\.9, the command /);
  });

  it('bandeja doctor exits with 3 if nothing responds, and suggests where to look', async () => {
    const { exitCode, stdout } = await doctor({ url: 'http://127.0.0.1:1' });
    assert.equal(exitCode, 3);
    assert.match(stdout, /✗ (HTTP clients refuse|Cannot reach)/);
    assert.match(stdout, /journalctl -u 'bandeja@\*'/);
  });

  it('bandeja doctor exits with 3 if another program responds', async (t) => {
    const service = await FakeService.start(t);
    const { exitCode, stdout } = await doctor(service);
    assert.equal(exitCode, 3);
    assert.match(stdout, /Something else answers/);
  });

  it('bandeja doctor reports a service that accepts no requests and an invalid token', async (t) => {
    const service = await planned(t, {});
    const refusal = (status: number, code: string) => ({ status, body: { status, code, title: 'x', detail: 'x' } });
    service.replies.set('GET /health/ready', refusal(503, 'not_ready'));
    service.replies.set('GET /admin/v1/diagnosis', refusal(401, 'invalid_credentials'));
    const { exitCode, stdout } = await doctor(service);
    assert.equal(exitCode, 1);
    assert.match(stdout, /✗ It accepts no requests/);
    assert.match(stdout, /✗ The service does not accept the operator token from BANDEJA_OPERATOR_TOKEN\./);
  });

  it('bandeja doctor recognizes a proxy that blocks /admin/', async (t) => {
    const service = await planned(t, {});
    service.replies.set('GET /admin/v1/diagnosis', { status: 404, body: {} });
    const { exitCode, stdout } = await doctor(service);
    assert.equal(exitCode, 1);
    assert.match(stdout, /A proxy blocks \/admin\/\./);
  });

  it('bandeja doctor --json prints its findings', async (t) => {
    const { exitCode, stdout } = await doctor(await planned(t, {}), '--json');
    assert.equal(exitCode, 0);
    const { findings } = JSON.parse(stdout) as { findings: { code: string; state: string }[] };
    assert.deepEqual(findings.at(-1), WELL);
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['reachable', 'ready', 'operator_token', 'version', 'disk'],
    );
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });
  it('bandeja doctor checks a real service, and its report fits a narrow terminal', async () => {
    const options = { url: service().url ?? '', key: null, operatorToken: OPERATOR_TOKEN, width: 60 };
    const { exitCode, stdout } = await runInside(['doctor'], options);
    // The PostgreSQL of the tests runs without fsync.
    assert.equal(exitCode, engine === 'postgres' ? 1 : 0, stdout);
    assert.match(stdout, engine === 'postgres' ? /✗ The database runs with fsync = off/ : /✓ The database is embedded/);
    assert.match(stdout, /✓ The schema is at migration/);
    assert.deepEqual(linesBeyond(60, stdout), []);
  });
});
