/**
 * How fast old events are removed, and what a write and a read of the feed wait for in the meantime.
 *
 *     npm run bench:trim -- --engine postgres --rows 5000000
 */
import { parseArgs } from 'node:util';
import { type Database, type Queryable, statement } from '@bandeja/postgres/database';
import { readChangesAfter } from '@bandeja/service/events/feed-store';
import { logErasedPlayer, trimEventLog } from '@bandeja/service/events/log-store';
import { openMigratedDatabase } from '@bandeja/service/test/support/database';
import { print } from './figures.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    rows: { type: 'string', default: '1000000' },
    partners: { type: 'string', default: '1000' },
    batches: { type: 'string', default: '300' },
  },
});
const [rows, partners, batches] = [values.rows, values.partners, values.batches].map(Number) as [
  number,
  number,
  number,
];
const partnerId = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Half of the rows are older than 30 days. Partners differ in size. In pieces, because of the timeout of statements. */
async function fill(database: Database): Promise<void> {
  const piece = 250_000;
  for (let from = 1; from <= rows; from += piece) {
    await database.script(`
      insert into event_log (partner_id, position, at, revision, kind, subject_id, ratings)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(floor(${partners} * share * share)::integer), 12, '0'))::uuid, n,
        now() - interval '60 days' * (1 - n::float8 / ${rows}), 1, 'match.completed', gen_random_uuid(), decode(repeat('00', 96), 'hex')
      from (select n, random() as share from generate_series(${from}, ${Math.min(from + piece - 1, rows)}) as n offset 0) row`);
  }
  await database.script('update event_clock set xid_offset = 1000000000; analyze event_log');
}
const size = statement('bench_trim_size', `select (pg_total_relation_size('event_log') / 1048576)::integer as mb`);

const figure = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
};
const figures = (times: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => figure(times, share).padStart(8)).join('');

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  times.push(performance.now() - startedAt);
}

/** Writes and reads one after the other until `work` is done. */
async function beside(database: Database, name: string, work: () => Promise<unknown>): Promise<void> {
  const [writes, reads]: [number[], number[]] = [[], []];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const partner = partnerId(Math.floor(partners * Math.random() ** 2));
    await timed(writes, () => database.transaction((one) => logErasedPlayer(one, partnerId(0), [partner])));
    await timed(reads, () => readChangesAfter(database, partner, { position: Math.floor(0.99 * rows), id: 0 }, 50));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await done;
  print(`${name.padEnd(34)}${figures(writes)}${figures(reads)}`);
}

/** Removes a number of batches. */
function remove(database: Database, count: number, times: number[]): Promise<void> {
  const stopping = new AbortController();
  const measured: Queryable = {
    script: (sql) => database.script(sql),
    query: async <Row extends object>(...call: Parameters<Queryable['query']>) => {
      const startedAt = performance.now();
      const found = await database.query<Row>(...call);
      if (times.push(performance.now() - startedAt) === count) stopping.abort();
      return found;
    },
  };
  return trimEventLog(measured, { days: 30, batch: 1_000, stopping: stopping.signal });
}

const database = await openMigratedDatabase(values.engine === 'pglite' ? 'pglite' : 'postgres');
try {
  await fill(database);
  const [{ mb } = { mb: 0 }] = await database.query<{ mb: number }>(size);
  print(`${values.engine}, ${rows} rows, ${partners} partners, ${mb} MB; ms: median, 99 %, most`);
  print(`${''.padEnd(34)}${'write'.padStart(24)}${'read'.padStart(24)}`);
  await beside(database, 'nothing is removed', () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const times: number[] = [];
  await beside(database, `${batches} batches are removed`, () => remove(database, batches, times));
  print(`${'a batch of 1,000'.padEnd(34)}${figures(times)}`);
} finally {
  await database.close();
}
