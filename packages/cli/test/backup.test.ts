/** `bandeja backup` and `bandeja-service restore`. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { MIGRATIONS_DIRECTORY } from '@bandeja/service/migrations';
import { runRestore } from '@bandeja/service/test/support/backup-run';
import { OPERATOR_TOKEN, onEachEngine, useTestService } from '@bandeja/service/test/support/service';
import { type ServiceProcess, startServiceProcess } from '@bandeja/service/test/support/service-process';
import { csvOf, runInside } from './run-cli.ts';

describe('bandeja backup', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-cli-backup-'));
  const file = path.join(folder, 'club.tar.gz');
  let service: ServiceProcess;
  const bandeja = (...args: readonly string[]) => runInside(args, { url: service.url, operatorToken: OPERATOR_TOKEN });

  before(async () => {
    const dataDirectory = path.join(folder, 'data');
    await fillDataDirectory(dataDirectory, MIGRATIONS_DIRECTORY);
    service = await startServiceProcess({
      environment: { DATA_DIR: dataDirectory, OPERATOR_TOKEN, LOG_LEVEL: 'silent' },
      nodeOptions: ['--liftoff-only'],
    });
    const { id } = JSON.parse(
      (await bandeja('partners', 'create', '--name', 'Club', '--plan', 'pro', '--json')).stdout,
    );
    const scopes = 'write:matches,read:players,write:players';
    const { key } = JSON.parse((await bandeja('keys', 'issue', id, '--scope', scopes, '--json')).stdout);
    const imported = await runInside(['import', '-', '--register'], { url: service.url, key, stdin: csvOf(3) });
    assert.equal(imported.exitCode, 0, imported.stderr);
  });
  after(async () => {
    await service.stop();
    fs.rmSync(folder, { recursive: true });
  });

  it('an existing file is replaced only with --replace', async () => {
    fs.writeFileSync(file, 'earlier');
    const refused = await bandeja('backup', file);
    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, /is there already. Name another file, or use --replace/);
    assert.equal(fs.readFileSync(file, 'utf8'), 'earlier');
    assert.equal((await bandeja('backup', folder)).exitCode, 2);
    assert.equal((await bandeja('backup', path.join(folder, 'no-folder', 'x.tar.gz'))).exitCode, 2);
  });

  it('the backup is readable only by its owner, and its content is reported', async () => {
    const run = await bandeja('backup', file, '--replace');
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stdout, /club\.tar\.gz/);
    assert.match(run.stdout, /as of +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(fs.readdirSync(folder).sort(), ['club.tar.gz', 'data']);
  });

  it('each backup leaves one entry in the operators’ log, and a refused one leaves none', async () => {
    const entries = async () => {
      const answer = await fetch(`${service.url}/admin/v1/audit?limit=100`, {
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
      });
      const { data } = (await answer.json()) as { data: { action: string; operator: string; target: null }[] };
      return data.filter(({ action }) => action === 'backups.create').map(({ operator, target }) => [operator, target]);
    };
    assert.deepEqual(await entries(), [['environment', null]]);
    const other = path.join(folder, 'other.tar.gz');
    const runs = await Promise.all([bandeja('backup', file, '--replace'), bandeja('backup', other)]);
    assert.deepEqual(runs.map(({ exitCode }) => exitCode === 0).sort(), [false, true]);
    assert.equal((await entries()).length, 2);
  });

  it('`bandeja-service restore` restores and checks the backup', async () => {
    const target = path.join(folder, 'restored');
    const restored = await runRestore(file, '--data-dir', target, '--check');
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stdout, /^The backup is complete: \d+ files/);
    assert.match(restored.stdout, /Ratings: compared 3 rated matches of \d+ players; 0 differences/);
    assert.match(restored.stdout, /Audit trail: verified 3 entries of 1 partner; 0 faults/);
    assert.ok(fs.existsSync(path.join(target, 'database', 'PG_VERSION')));
    assert.equal((await runRestore(file)).code, 2);
  });

  it('an interrupted backup leaves no file', async () => {
    const whole = fs.readFileSync(file);
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' });
      response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const run = await runInside(['backup', path.join(folder, 'half.tar.gz')], { url, operatorToken: OPERATOR_TOKEN });
    server.closeAllConnections();
    server.close();
    assert.equal(run.exitCode, 3);
    assert.match(run.stderr, /The backup ended too early; nothing was kept/);
    assert.ok(!fs.readdirSync(folder).some((name) => name.startsWith('half')));
  });

  it('an unreachable service is reported', async () => {
    const run = await runInside(['backup', path.join(folder, 'x.tar.gz')], { operatorToken: OPERATOR_TOKEN });
    assert.equal(run.exitCode, 3);
    assert.match(run.stderr, /Cannot reach/);
  });
});

onEachEngine((engine) => {
  const service = useTestService({ engine, listen: true });
  it('PostgreSQL is not backed up, and the error names the alternative', async () => {
    const { status, body } = await service().operator.request<{ code: string; detail: string }>(
      'POST',
      '/admin/v1/backups',
    );
    assert.deepEqual([status, body.code], [409, 'backup_elsewhere']);
    assert.match(body.detail, engine === 'postgres' ? /pg_dump.*pg_basebackup/ : /in memory/);
    const file = path.join(os.tmpdir(), `bandeja-no-backup-${process.pid}.tar.gz`);
    const run = await runInside(['backup', file], { url: service().url ?? '', operatorToken: OPERATOR_TOKEN });
    assert.equal(run.exitCode, 1);
    assert.ok(!fs.existsSync(file) && !fs.existsSync(`${file}.unfinished`));
  });
});
