/**
 * `npm run drill:imports`: random imports against a model of their rules. Rows are corrected and sent again, two clients send at once,
 * matches are amended and voided in between, imports are undone, and service and clients are killed. All answers, and what is stored in
 * the end, must be as the model says; ratings and audit trails must verify.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { noneYet, type PlayedService, playImports } from '@bandeja/service/test/imports/random-imports';
import { chosenEngines, type Engine } from '@bandeja/service/test/support/engines';
import { seeded } from '@bandeja/service/test/support/seeded';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { readOptions } from '../bench/options.ts';

const HELP = `npm run drill:imports -- [options]

  --runs N    files on each database, each imported once or twice, default 1000
  --seed N    of the first file, default: by the clock
`;
const values = readOptions(HELP, {
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
});
const [runs, firstSeed] = [Number(values.runs), Number(values.seed)];
const OPERATOR_TOKEN = 'imports-drill-operator-token';
const SCOPES = ['write:matches', 'read:players', 'write:players'];

async function withDatabase<T>(engine: Engine, use: (settings: Record<string, string>) => Promise<T>): Promise<T> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-imports-'));
    return use({ DATA_DIR: join(folder, 'data') }).finally(() => rmSync(folder, { recursive: true }));
  }
  const server = await startPostgres();
  const { url } = await createDatabase({ server });
  return use({ DATABASE_URL: url }).finally(() => server.stop());
}

async function drill(engine: Engine, database: Readonly<Record<string, string>>): Promise<void> {
  const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...database };
  const start = () => startServiceProcess({ environment });
  let service = await start();

  async function call(token: string, method: string, path: string, body?: unknown, signal?: AbortSignal) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const answer = await fetch(service.url + path, sent);
    return { status: answer.status, body: (await answer.json()) as unknown };
  }
  const operate = async <T>(path: string, body?: unknown): Promise<T> =>
    (await call(OPERATOR_TOKEN, body === undefined ? 'GET' : 'POST', `/admin/v1${path}`, body)).body as T;
  const played: PlayedService = {
    hasTasks: true,
    async partner() {
      const { id } = await operate<{ id: string }>('/partners', { name: 'Club', plan: 'enterprise' });
      const { key } = await operate<{ key: string }>(`/partners/${id}/keys`, { scopes: SCOPES });
      return (...request) => call(key, ...request);
    },
    async kill() {
      await service.kill();
      service = await start();
    },
  };

  const counts = noneYet();
  const startedAt = performance.now();
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    await playImports(played, seeded(seed), counts).catch((cause: unknown) => {
      throw new Error(`${engine}, seed ${seed}`, { cause });
    });
  }
  const verified: string[] = [];
  for (const kind of ['verify', 'audit']) {
    const { id } = await operate<{ id: string }>('/tasks', { kind });
    type Task = {
      readonly state: string;
      readonly result: {
        readonly differences?: number;
        readonly faults?: unknown[];
        readonly matches?: number;
        readonly entries?: number;
      } | null;
    };
    let task = await operate<Task>(`/tasks/${id}`);
    for (; task.result === null; task = await operate<Task>(`/tasks/${id}`)) {
      assert.ok(['queued', 'running'].includes(task.state), JSON.stringify(task));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.ok(
      (task.result.differences ?? 0) === 0 && (task.result.faults ?? []).length === 0,
      JSON.stringify(task.result),
    );
    verified.push(
      kind === 'verify' ? `ratings of ${task.result.matches} matches` : `${task.result.entries} audit entries`,
    );
  }
  await service.stop();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const states = [...counts.states].sort().map(([state, count]) => `${state} ${count}`);
  process.stdout.write(
    `${engine}: ${runs} files, ${counts.imports} imports, ${counts.rows} rows in ${counts.batches} batches (${counts.pairs} pairs at once), ` +
      `answered: ${states.join(', ')}; ${counts.registered} players registered; ${counts.undone} imports undone; ${counts.kills} kills of the service, ` +
      `${counts.aborts} of a client; everything as the model says; ${verified.join(' and ')} verified; ${seconds} s (seed ${firstSeed})\n`,
  );
}

for (const engine of chosenEngines()) await withDatabase(engine, (database) => drill(engine, database));
process.exit(0);
