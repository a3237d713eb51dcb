import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { aFile, runInside } from './run-cli.ts';

it('bandeja players register-batch reports what was done before a request was rejected', async (t) => {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isFirst = ++requests === 1;
      const results = Array.from({ length: 100 }, (_, index) => ({ index, status: 'created' }));
      const summary = { created: 100, existing: 0, taken: 0, rejected: 0 };
      response.writeHead(isFirst ? 200 : 403, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(isFirst ? { results, summary } : { code: 'missing_scope', title: 'No', status: 403 }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const rows = Array.from({ length: 150 }, (_, index) => `member.${index}`);
  const file = await aFile(t, 'members.csv', `username\n${rows.join('\n')}\n`);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = await runInside(['players', 'register-batch', file], { url });
  assert.equal(run.stdout, '100 players created, 0 existing, 0 taken, 0 rejected.\n');
  assert.match(
    run.stderr,
    /^The first 100 of 150 players were sent; the request after them failed\.\n.*missing_scope/s,
  );
  assert.equal(run.exitCode, 3);
});

it('bandeja players register-batch rejects a file without players', async (t) => {
  const run = await runInside(['players', 'register-batch', await aFile(t, 'members.json', '[]')]);
  assert.match(run.stderr, /members\.json: it has no players\.\n$/);
  assert.equal(run.exitCode, 2);
});
