/** The table of docs/operations/monitoring.md lists every field that the service logs. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drillApp, goodKey, logSink } from '@bandeja/service/test/http/support';

const root = join(import.meta.dirname, '../..');

/** The fields of objects that are given to a logger, or bound to one. */
function fieldsInCode(): string[] {
  const files = globSync('packages/{postgres,service}/src/**/*.ts', { cwd: root });
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const objects = code.matchAll(/\b(?:log|logger)\.(?:info|warn|error|debug|fatal|child)\(\s*\{([^{}]*)\}/gi);
    return [...objects].flatMap(([, fields = '']) =>
      fields.split(',').flatMap((field) => /^\s*([a-z_]+)\s*(?::|$)/.exec(field)?.[1] ?? []),
    );
  });
}

test('the docs list every field of the log', async (t) => {
  const documented = readFileSync(join(root, 'docs/operations/monitoring.md'), 'utf8');
  const table = documented.slice(documented.indexOf('| field | in | meaning |'));
  const listed = new Set([...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name = '']) => name));
  const { lines, stream } = logSink();
  const app = drillApp(t, { log: { level: 'debug', stream } });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await app.inject({ url: '/v1/drills', headers: { ...goodKey, traceparent } });
  await app.inject({ url: '/v1/drills?limit=x', headers: goodKey });
  const logged = [...lines.flatMap((line) => Object.keys(line)), ...fieldsInCode()];
  for (const name of ['request_id', 'trace_id', 'code', 'err', 'webhook_endpoint']) {
    assert.ok(logged.includes(name), `the test does not find ${name}`);
  }
  assert.deepEqual(
    [...new Set(logged)].filter((name) => !listed.has(name)),
    [],
  );
});
