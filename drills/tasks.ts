/**
 * `npm run drill:tasks`: what others notice of a partner's tasks. A club merges two players, takes the merge back and undoes an import,
 * while it and another partner submit and read at a steady rate. The same requests are measured before, while no task runs.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '@bandeja/contract/imports';
import type { MergeView } from '@bandeja/contract/merges';
import type { TaskView } from '@bandeja/contract/tasks';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { chosenEngines, type Engine } from '@bandeja/service/test/support/engines';
import { startServiceProcess } from '@bandeja/service/test/support/service-process';
import { getRequest, inTurn, type NextRequest, postRequest, startSteadyLoad } from '../bench/connections.ts';
import { numberText, print, printProgress, quantile, tableOf } from '../bench/figures.ts';
import { readOptions } from '../bench/options.ts';
import { call, makePartners, OPERATOR_TOKEN } from '../bench/partners.ts';
import { matchOf } from '../bench/submissions.ts';

const HELP = `npm run drill:tasks -- [options]

  --matches N    matches of the merged player, and as many of the import, default 300
  --players N    other players of the club, default 60
  --seconds S    how long to measure without a task, default 15
`;
const values = readOptions(HELP, {
  matches: { type: 'string', default: '300' },
  players: { type: 'string', default: '60' },
  seconds: { type: 'string', default: '15' },
});
const [matches, players, seconds] = [values.matches, values.players, values.seconds].map(Number) as [
  number,
  number,
  number,
];

const BATCH = 25;
const HOUR_MS = 3_600_000;
const SUBMISSIONS_A_SECOND = 10;
const READS_A_SECOND = 10;
const POLL_MS = 200;
/** The load is under way before the task starts. */
const WARM_UP_MS = 1_000;

type Task = Pick<TaskView, 'id' | 'state' | 'ended_at' | 'progress'>;

interface Club {
  readonly url: string;
  readonly key: string;
  readonly usernames: readonly string[];
}

async function aClub(url: string, key: string, name: string): Promise<Club> {
  const usernames = Array.from({ length: players }, (_, index) => `${name}.${index}`);
  for (let from = 0; from < usernames.length; from += BATCH) {
    const batch = usernames.slice(from, from + BATCH).map((username) => ({ username }));
    await call(url, key, '/v1/players/batch', { players: batch });
  }
  return { url, key, usernames };
}

/** Calls `send` with batches of these numbers. */
async function inBatches(count: number, send: (numbers: readonly number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await send(Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index));
  }
}

/** Stores what the tasks change: every other match of the past has `from`, and an import has as many. @returns its id */
async function play({ url, key, usernames }: Club): Promise<string> {
  await call(url, key, '/v1/players/batch', { players: [{ username: 'from' }, { username: 'into' }] });
  const seated = (number: number, places: number) =>
    Array.from({ length: places }, (_, place) => usernames[(number * places + place) % usernames.length] ?? '');
  const at = (number: number) => Date.now() - (4 * matches - number) * HOUR_MS;
  await inBatches(2 * matches, (numbers) =>
    call(url, key, '/v1/matches/batch', {
      matches: numbers.map((number) =>
        matchOf(number % 2 === 0 ? ['from', ...seated(number, 3)] : seated(number, 4), at(number)),
      ),
    }),
  );
  const { id } = await call<Import>(url, key, '/v1/imports', { label: 'liga.csv' });
  await inBatches(matches, (numbers) =>
    call(url, key, `/v1/imports/${id}/rows`, {
      rows: numbers.map((number) => {
        const { trust_tier: _, ...match } = matchOf(seated(number, 4), at(2 * matches + number)) as {
          readonly trust_tier: string;
        };
        return { line: number + 1, match };
      }),
    }),
  );
  for (let status = ''; status !== 'settled'; await sleep(POLL_MS)) {
    status = (await call<{ rating_status: string }>(url, OPERATOR_TOKEN, '/admin/v1/settlement')).rating_status;
  }
  return id;
}

/** Singles that end now. Nobody plays two at once. */
function singles({ key, usernames }: Club): NextRequest {
  const next = inTurn(usernames);
  return () => postRequest('/v1/matches', key, matchOf([next(), next(), next(), next()], Date.now()));
}

/** Milliseconds, ascending. */
type Times = Readonly<Record<'own' | 'others' | 'reads', readonly number[]>>;

/** What requests take while `work` runs. */
async function measure(club: Club, other: Club, work: () => Promise<unknown>): Promise<Times> {
  const { url } = club;
  const nextName = inTurn(other.usernames);
  const loads = [
    startSteadyLoad(url, singles(club), SUBMISSIONS_A_SECOND),
    startSteadyLoad(url, singles(other), SUBMISSIONS_A_SECOND),
    startSteadyLoad(url, () => getRequest(`/v1/players/${nextName()}`, other.key), READS_A_SECOND),
  ];
  await work();
  const [own, others, reads] = await Promise.all(loads.map((load) => load.stop()));
  return { own: own?.times ?? [], others: others?.times ?? [], reads: reads?.times ?? [] };
}

async function withService<T>(engine: Engine, use: (url: string) => Promise<T>): Promise<T> {
  const start = async (settings: Readonly<Record<string, string>>): Promise<T> => {
    const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off', ...settings };
    const service = await startServiceProcess({ environment });
    return use(service.url).finally(() => service.stop());
  };
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'bandeja-tasks-'));
    return start({ DATA_DIR: join(folder, 'data') }).finally(() => rmSync(folder, { recursive: true }));
  }
  const server = await startPostgres();
  const { url } = await createDatabase({ server });
  return start({ DATABASE_URL: url }).finally(() => server.stop());
}

const rows: string[][] = [];

for (const engine of chosenEngines()) {
  await withService(engine, async (url) => {
    printProgress(`${engine}: storing matches …`);
    const [key = '', otherKey = ''] = await makePartners(url, 2, 'enterprise');
    const [club, other] = [await aClub(url, key, 'club'), await aClub(url, otherKey, 'other')];
    const importId = await play(club);
    const addRow = (name: string, { own, others, reads }: Times, ms: number, rate: string): void => {
      const three = (times: readonly number[]) =>
        [quantile(times, 0.5), quantile(times, 0.99), times.at(-1) ?? 0].map((time) => numberText(time)).join(' / ');
      rows.push([engine, name, three(own), three(others), three(reads), numberText(ms / 1_000, 1), rate]);
    };
    /** Measures until the task that this request starts has ended. */
    const run = async (name: string, begin: () => Promise<Task>): Promise<void> => {
      printProgress(`${engine}: ${name} …`);
      let ms = 0;
      const times = await measure(club, other, async () => {
        await sleep(WARM_UP_MS);
        const startedAt = performance.now();
        let task = await begin();
        for (; task.ended_at === null; task = await call(url, key, `/v1/tasks/${task.id}`)) await sleep(POLL_MS);
        ms = performance.now() - startedAt;
        assert.deepEqual([task.state, task.progress?.done], ['done', matches]);
      });
      addRow(name, times, ms, numberText((1_000 * matches) / ms));
    };
    let mergeId = '';
    printProgress(`${engine}: no task …`);
    addRow('no task', await measure(club, other, () => sleep(1_000 * seconds)), 1_000 * seconds, '');
    await run('a merge', async () => {
      const { id, task } = await call<MergeView>(url, key, '/v1/merges', { from: 'from', into: 'into' });
      mergeId = id;
      return task;
    });
    await run('its undo', () => call<Task>(url, key, `/v1/merges/${mergeId}/undo`, {}));
    await run('the undo of an import', () => call<Task>(url, key, `/v1/imports/${importId}/undo`, {}));
  });
}

const title = (of: string) => `${of}: p50 / p99 / longest, ms`;
print(
  tableOf(
    ['database', 'task', title('own submissions'), title('another’s'), title('reads'), 'seconds', 'matches/s'],
    rows,
  ),
);
process.exit(0);
