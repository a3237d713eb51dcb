/** The process as an operator sees it: its output, its exit and the files in its directory. */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fillDataDirectory } from '@bandeja/postgres/test/support/pglite';
import { MIGRATIONS_DIRECTORY } from '../src/migrations.ts';
import { createMigratedPostgres } from './support/database.ts';
import { until } from './support/until.ts';

const MAIN = path.join(import.meta.dirname, '../src/main.js');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-main-'));
const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  fs.rmSync(root, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly code: Promise<number | null>;
}

function run(environment: Record<string, string>, nodeOptions: readonly string[] = []): Run {
  // Optimizing the embedded database would take longer than these short runs.
  const child = spawn(process.execPath, ['--liftoff-only', ...nodeOptions, MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, out: () => out, err: () => err, code };
}

/** Waits for the greeting. @returns its address */
async function address(process: Run): Promise<string> {
  const ended = process.code.then((code) => assert.fail(`it ended with ${code}: ${process.err()}`));
  for (;;) {
    const [, url] = /listens on (\S+)\n[\s\S]*\n\n$/.exec(process.out()) ?? [];
    if (url !== undefined) return url;
    await Promise.race([pause(20), ended]);
  }
}

let directories = 0;
function freshDirectory(): string {
  directories += 1;
  return path.join(root, String(directories));
}

/** A directory whose database exists. */
const used = freshDirectory();
/** Settings for PostgreSQL, which starts in half the time, for tests that do not depend on the database. */
let onServer: Record<string, string>;
before(async () => {
  await fillDataDirectory(used, MIGRATIONS_DIRECTORY);
  onServer = { DATABASE_URL: await createMigratedPostgres(), OPERATOR_TOKEN: 'operator-token-of-the-test' };
});

describe('a first start', () => {
  it('prints address, documentation, an invitation, the demo key and a working command, and exits with 0', async () => {
    const DATA_DIR = freshDirectory();
    const first = run({ DATA_DIR });
    const url = await address(first);
    const text = first.out();
    const made = `Creating the embedded database in ${path.join(DATA_DIR, 'database')}. This takes a few seconds …\n`;
    assert.ok(text.startsWith(`${made}Bandeja listens on`), text);
    assert.ok(text.includes(`Documentation: ${url}/docs\n`));
    const tokenFile = path.join(DATA_DIR, 'operator-token');
    assert.ok(text.includes(`Operator token: ${tokenFile}\n`));
    const key = /^ {2}(bdj_live_\w+)$/m.exec(text)?.[1] ?? assert.fail(text);
    const [, invitation = ''] = /^ {2}\S+\/j#(bdi_\w+)$/m.exec(text) ?? assert.fail(text);
    assert.ok(text.includes(`\n  ${url}/j#${invitation}\n`), text);
    const command = /^ {2}curl -s (\S+) .*-d '(.*)'$/m.exec(text) ?? assert.fail(text);
    assert.ok(command[0].includes(`Authorization: Bearer ${key}`));

    const operator = await fetch(`${url}/admin/v1/partners`, {
      headers: { Authorization: `Bearer ${fs.readFileSync(tokenFile, 'utf8').trim()}` },
    });
    const partners = (await operator.json()) as { data: { name: string; plan: string }[] };
    assert.deepEqual(
      partners.data.map(({ name, plan }) => [name, plan]),
      [['Demo club', 'enterprise']],
    );
    assert.equal(fs.statSync(tokenFile).mode & 0o777, 0o600);

    first.child.kill('SIGTERM');
    assert.equal(await first.code, 0);
    for (const line of first.err().trimEnd().split('\n')) JSON.parse(line);
    for (const secret of [key, invitation])
      assert.ok(!first.err().includes(secret.slice(-38)), 'a secret is in the log');

    // The manager has not signed in yet, so the next start prints another invitation, and the first one has ended.
    const second = run({ DATA_DIR });
    const nextUrl = await address(second);
    assert.ok(!second.out().includes('bdj_live_'), second.out());
    const [, next = ''] = /^ {2}\S+\/j#(bdi_\w+)$/m.exec(second.out()) ?? assert.fail(second.out());
    const invited = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${nextUrl}/v1/invitation`, { headers })).status;
    };
    assert.deepEqual([await invited(invitation), await invited(next)], [401, 200]);
    const answer = await fetch(command[1]?.replace(url, nextUrl) ?? '', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: command[2] ?? '',
    });
    assert.equal(answer.status, 201);
    const { participants } = (await answer.json()) as { participants: { rating_change: { delta: number } }[] };
    assert.ok(participants.every(({ rating_change }) => Number.isInteger(rating_change.delta)));
    second.child.kill('SIGINT');
    assert.equal(await second.code, 0);
  });

  it('a start that finds its port in use creates no database', async () => {
    const DATA_DIR = path.join(freshDirectory(), 'data');
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    const failed = run({ DATA_DIR, PORT: String(port) });
    assert.equal(await failed.code, 1);
    assert.equal(
      failed.err(),
      `bandeja: port ${port} on 127.0.0.1 is in use: stop the process that listens there, or set PORT to a free port\n`,
    );
    assert.equal(failed.out(), '');
    assert.equal(fs.existsSync(DATA_DIR), false);
    holder.close();
  });
});

/** A request that is under way when an address refuses connections is answered, and the process ends. */
async function assertFinishes(service: Run, request: UnderWay, refusing: string | URL): Promise<void> {
  await until(() =>
    fetch(refusing).then(
      () => false,
      () => true,
    ),
  );
  request.finish();
  assert.equal(await service.code, 0);
  assert.match(request.answer(), /^HTTP\/1\.1 201 /);
  assert.match(request.answer(), /\r\nconnection: close\r\n/i);
}

type UnderWay = Awaited<ReturnType<typeof requestUnderWay>>;

/** A request of which the service has not received the end of the body. */
async function requestUnderWay(service: Run, at?: string) {
  const url = new URL(at ?? (await address(service)));
  const body = JSON.stringify({ name: 'Club Norte', plan: 'pro' });
  const head = [
    'POST /admin/v1/partners HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${onServer['OPERATOR_TOKEN']}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  const socket = net.connect(Number(url.port), url.hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  // It answers so once it has the head, and so has the request.
  await until(() => received.startsWith(CONTINUE));
  return { url, finish: () => void socket.write(body.slice(5)), answer: () => received.slice(CONTINUE.length) };
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('stopping', () => {
  it('lets a request in flight finish, and refuses new connections', async () => {
    const service = run(onServer);
    const request = await requestUnderWay(service);
    service.child.kill('SIGTERM');
    await assertFinishes(service, request, request.url);
    const logged = service
      .err()
      .trimEnd()
      .split('\n')
      .map((line) => String(JSON.parse(line).msg));
    assert.deepEqual(
      logged.filter((message) => message.startsWith('stop')),
      ['stopping: waiting for requests in flight', 'stopped'],
    );
  });

  it('serves on for DRAIN_SECONDS, not ready, and then refuses new connections', async () => {
    const service = run({ ...onServer, DRAIN_SECONDS: '3' });
    const url = await address(service);
    const asked = performance.now();
    service.child.kill('SIGTERM');
    await until(() => service.err().includes('requests are accepted for 3 s more'));
    const ready = await fetch(`${url}/health/ready`);
    const { detail } = (await ready.json()) as { detail: string };
    assert.deepEqual([ready.status, detail], [503, 'The service is stopping.']);
    const headers = { Authorization: `Bearer ${onServer['OPERATOR_TOKEN']}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name: 'Club Sur', plan: 'pro' });
    const written = await fetch(`${url}/admin/v1/partners`, { method: 'POST', headers, body });
    assert.deepEqual([written.status, written.headers.get('connection')], [201, 'close']);
    assert.equal(await service.code, 0);
    assert.ok(performance.now() - asked > 3_000);
    await assert.rejects(fetch(`${url}/health/live`));
  });

  it('ends at once after a second signal during the drain', async () => {
    const service = run({ ...onServer, DRAIN_SECONDS: '300' });
    await address(service);
    service.child.kill('SIGTERM');
    await until(() => service.err().includes('stopping'));
    service.child.kill('SIGTERM');
    assert.equal(await service.code, 1);
  });

  it('lets a request in flight on ADMIN_PORT finish, and refuses new connections there', async () => {
    const service = run({ ...onServer, ADMIN_PORT: '0' });
    await address(service);
    const [, admin = ''] = /^Operators and metrics: (\S+)$/m.exec(service.out()) ?? assert.fail(service.out());
    const request = await requestUnderWay(service, admin);
    service.child.kill('SIGTERM');
    await assertFinishes(service, request, admin);
  });

  it('follows a SIGTERM to `npm start`', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: path.join(import.meta.dirname, '../../..'),
      env: { ...process.env, PORT: '0', ...onServer },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(npm);
    let out = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    npm.stderr.resume();
    while (!/listens on \S+\n/.test(out)) await pause(50);
    const [, url = ''] = /listens on (\S+)\n/.exec(out) ?? [];
    npm.kill('SIGTERM');
    // The service writes to npm's output, which closes only when the service has ended.
    await once(npm, 'close');
    running.delete(npm);
    await assert.rejects(fetch(`${url}/health/live`));
  });

  it('ends at once after a second signal', async () => {
    const service = run(onServer);
    await requestUnderWay(service);
    service.child.kill('SIGTERM');
    await until(() => service.err().includes('stopping'));
    const asked = performance.now();
    service.child.kill('SIGTERM');
    assert.equal(await service.code, 1);
    // After the first signal alone it would wait eight seconds for the rest of the request.
    assert.ok(performance.now() - asked < 6_000);
  });

  it('ends within ten seconds, even if a request never completes', async () => {
    const service = run(onServer);
    await requestUnderWay(service);
    const asked = performance.now();
    service.child.kill('SIGTERM');
    await service.code;
    // Without the limit it would wait thirty seconds. A busy machine may take more than ten.
    assert.ok(performance.now() - asked < 20_000);
  });
});

describe('a failed start', () => {
  async function complaint(environment: Record<string, string>): Promise<string> {
    const service = run({ DATA_DIR: used, DEMO: 'off', LOG_LEVEL: 'silent', ...environment });
    assert.equal(await service.code, 1);
    assert.equal(service.out(), '');
    assert.ok(!/\n +at /.test(service.err()), service.err());
    return service.err();
  }

  it('reports in one sentence that this Node does not run TypeScript', async () => {
    const service = run({ DATA_DIR: used }, ['--no-experimental-strip-types']);
    assert.equal(await service.code, 1);
    assert.match(service.err(), /^bandeja: Node [\d.]+ does not run TypeScript\..*`npm start`.*\n$/);
  });

  it('reports a wrong setting in one sentence', async () => {
    assert.match(await complaint({ PORT: 'http' }), /^bandeja: PORT is "http": set .*\n$/);
  });

  it('reports the address of another machine in one sentence', async () => {
    assert.match(await complaint({ ...onServer, HOST: '192.0.2.1' }), /^bandeja: HOST is "192\.0\.2\.1".*\n$/);
    const admin = { ADMIN_PORT: '0', ADMIN_HOST: '192.0.2.1' };
    assert.match(await complaint({ ...onServer, ...admin }), /^bandeja: ADMIN_HOST is "192\.0\.2\.1".*\n$/);
  });

  it('reports an invalid operator token file in one sentence', async () => {
    fs.writeFileSync(path.join(used, 'operator-token'), 'short\n');
    assert.match(await complaint({}), /^bandeja: \S+operator-token does not contain an operator token.*\n$/);
  });
});
