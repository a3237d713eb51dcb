/**
 * `npm run bench:settlement`: what a late match costs when a million are stored, and whom it keeps waiting.
 *
 * It starts a PostgreSQL and the service as processes of their own, seeds the database, and submits matches at the pace
 * of all the padel of the world: first with nothing else going on, then while a late match is settled, then while the
 * service is killed in the midst of a settlement and started again. Everything is verified at the end. Prints its figures
 * last, and keeps them in bench/out/settlement.json.
 */
import type { Context } from '../src/domain/context.ts';
import { rebuildLedger } from '../src/domain/rebuild/index.ts';
import { verifyRatings } from '../src/domain/verification/index.ts';
import type { Database } from '../src/store/engine/database.ts';
import { statement } from '../src/store/engine/database.ts';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { readLedgerState } from '../src/store/ledger/ledger-state.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tell } from './figures.ts';
import { readOptions } from './options.ts';
import { issueKeys, OPERATOR_TOKEN } from './partners.ts';
import { seededDatabase, tidyUp } from './seed/databases.ts';
import type { Population } from './seed/population.ts';
import { type Latencies, post, SteadyLoad, submissionOf } from './settlement/load.ts';

const DAY_MS = 86_400_000;
const HELP = `npm run bench:settlement -- [options]

  --matches N            stored before, default 1000000
  --players N            default 20000
  --partners N           default 50
  --per-second N         matches sent a second, default 30: all the padel of the world
  --baseline-seconds N   how long nothing else goes on, default 30
`;

const values = readOptions(HELP, {
  matches: { type: 'string', default: '1000000' },
  players: { type: 'string', default: '20000' },
  partners: { type: 'string', default: '50' },
  'per-second': { type: 'string', default: '30' },
  'baseline-seconds': { type: 'string', default: '30' },
});
const size = {
  matches: Number(values.matches),
  players: Number(values.players),
  partners: Number(values.partners),
  days: 365,
};
const perSecond = Number(values['per-second']);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Stage {
  readonly url: string;
  readonly population: Population;
  readonly keys: readonly string[];
  readonly database: Database;
}

const counters = statement(
  'bench_run_counters',
  'select run_number::integer as number, run_matches_read::integer as read, run_matches_changed::integer as changed from ledger_state',
);

const WARM_UP_MS = 5_000;

interface Settled {
  readonly late: string;
  readonly answered_ms: number;
  readonly rating_status: string;
  readonly settled_seconds: number;
  readonly matches_read: number;
  readonly matches_changed: number;
  readonly submissions: Latencies;
}

/** Submits a match played so many days ago by a partner of its own, and waits until everything is settled. */
async function settleLate(stage: Stage, daysAgo: number, partner: number): Promise<Settled> {
  const load = new SteadyLoad(stage.url, stage.population, stage.keys, perSecond);
  await pause(2_000);
  const startedAt = performance.now();
  const { answered_ms, rating_status } = await submitLate(stage, daysAgo, partner);
  await settled(stage.database);
  const seconds = (performance.now() - startedAt) / 1000;
  const submissions = await load.stop();
  const [run] = await stage.database.query<{ read: number; changed: number }>(counters);
  return {
    late: `${daysAgo} days late`,
    answered_ms,
    rating_status,
    settled_seconds: seconds,
    matches_read: run?.read ?? 0,
    matches_changed: run?.changed ?? 0,
    submissions,
  };
}

async function submitLate({ url, keys, population }: Stage, daysAgo: number, partner: number) {
  const body = submissionOf(
    population,
    `late-${daysAgo}-${Date.now()}`,
    4_242 + partner,
    Date.now() - daysAgo * DAY_MS,
  );
  const startedAt = performance.now();
  const answer = await post(url, keys[partner] ?? '', '/v1/matches', body);
  if (answer.status !== 201) throw new Error(`the late match was answered with ${answer.status}`);
  return {
    answered_ms: performance.now() - startedAt,
    rating_status: String((answer.body as { rating_status?: unknown }).rating_status),
  };
}

async function settled(database: Database): Promise<void> {
  for (;;) {
    const { run, owed } = await readLedgerState(database);
    if (run === null && owed === null) return;
    await pause(20);
  }
}

async function start(databaseUrl: string): Promise<ServiceProcess> {
  return startServiceProcess({ environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl } });
}

/** Kills the service in the midst of settling a match of a year ago; the next start finishes it. */
async function killInTheMidst(stage: Stage, service: ServiceProcess, databaseUrl: string) {
  await submitLate(stage, 364, 3);
  for (;;) {
    const { run } = await readLedgerState(stage.database);
    if (run !== null && run.matches_read > size.matches / 4) break;
    await pause(10);
  }
  await service.kill();
  const { run } = await readLedgerState(stage.database);
  const restarted = await start(databaseUrl);
  const startedAt = performance.now();
  await settled(stage.database);
  const killed = {
    killed_after_matches: run?.matches_read ?? 0,
    finished_seconds: (performance.now() - startedAt) / 1000,
  };
  return { restarted, killed };
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const latencyText = ({ count, p50, p99, max }: Latencies): string =>
  `${count} submissions, median ${ms(p50)}, p99 ${ms(p99)}, slowest ${ms(max)}`;

const server = await startPostgres({
  settings: { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min' },
});
try {
  tell(`seeding ${size.matches} matches …`);
  const { url: databaseUrl, population } = await seededDatabase(server, size, Date.now());
  const database = postgresDatabase({ url: databaseUrl });
  let service = await start(databaseUrl);
  const keys = await issueKeys(service.url, population.partnerIds.slice(0, 10), ['write:matches']);
  const stage = (): Stage => ({ url: service.url, population, keys, database });
  // A fresh database is tidied up by itself for a while, which is no part of what is compared.
  await tidyUp(databaseUrl);
  const warmUp = new SteadyLoad(service.url, population, keys, perSecond);
  await pause(WARM_UP_MS);
  await warmUp.stop();
  tell('submissions alone …');
  const baselineLoad = new SteadyLoad(service.url, population, keys, perSecond);
  await pause(Number(values['baseline-seconds']) * 1000);
  const alone = await baselineLoad.stop();
  const runs: Settled[] = [];
  for (const [index, daysAgo] of [30, 364].entries()) {
    tell(`a match ${daysAgo} days late …`);
    runs.push(await settleLate(stage(), daysAgo, 1 + index));
  }
  tell('killed in the midst …');
  const { restarted, killed } = await killInTheMidst(stage(), service, databaseUrl);
  service = restarted;
  tell('verifying …');
  const context: Context = { database, now: Date.now };
  const verification = await verifyRatings(context, {});
  tell('rebuilding …');
  const rebuildStartedAt = performance.now();
  const rebuilt = await rebuildLedger(context);
  const rebuildSeconds = (performance.now() - rebuildStartedAt) / 1000;
  await settled(database);
  const verifiedAgain = await verifyRatings(context, {});
  await service.stop();
  await database.close();
  const rebuild = { ...rebuilt, seconds: rebuildSeconds, differences: verifiedAgain.differences };
  const figures = { size, per_second: perSecond, alone, runs, killed, verification, rebuild };
  keep('settlement', figures);
  print(`${size.matches} matches stored, ${size.players} players, ${perSecond} submissions a second meanwhile`);
  print(`nothing to settle: ${latencyText(alone)}`);
  for (const run of runs) {
    print(
      `a match ${run.late}: answered in ${ms(run.answered_ms)} as ${run.rating_status}; ${run.matches_read} matches read, ` +
        `${run.matches_changed} changed, settled after ${run.settled_seconds.toFixed(1)} s`,
    );
    print(
      `  meanwhile: ${latencyText(run.submissions)}; p99 ${(run.submissions.p99 / alone.p99).toFixed(1)} times that without`,
    );
  }
  print(
    `killed after ${killed.killed_after_matches} matches: the next start has settled the rest after ${killed.finished_seconds.toFixed(1)} s; ` +
      `verified ${verification.matches} matches, ${verification.differences} differences`,
  );
  print(
    `rebuilt from nothing: ${rebuild.matches} matches in ${rebuildSeconds.toFixed(1)} s, ${Math.round(rebuild.matches / rebuildSeconds)} a second ` +
      `end to end, switched in ${rebuild.switch_ms} ms; ${rebuild.differences} differences`,
  );
} finally {
  await server.stop();
}
