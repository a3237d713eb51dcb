/**
 * `npm run bench:world`: an evening of all the padel of the world, as fast as the service takes it.
 *
 * Matches come in the order in which they would arrive: finished nights from clubs, singles from apps, some hours and a few
 * days late, with the reads that they bring about. The rate rises from the daily mean to ten times that and falls again;
 * each simulated half hour is told with the real time it took, so that the one at the middle shows what is left at
 * the peak. At the end everything is verified. `--help` has the options and their reasons. Prints its tables, keeps them in
 * bench/out/world.json.
 */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tell, whole } from './figures.ts';
import { drain } from './load.ts';
import { issueKeys, makePartners, OPERATOR_TOKEN } from './partners.ts';
import { foundIn, seededDatabase, sizeOf, tidyUp } from './seed/databases.ts';
import { costsOf, spent } from './world/costs.ts';
import { type Arrival, arrivalsOf, clockOf } from './world/evening.ts';
import { options } from './world/options.ts';
import { type EveningFigures, show } from './world/report.ts';
import { requestsOf, type WorldRequest } from './world/requests.ts';
import { Stretches } from './world/stretches.ts';
import { Watch } from './world/watch.ts';

const SCOPES = ['write:matches', 'read:players', 'read:intelligence'] as const;
const DAY_MS = 86_400_000;

async function evening(databaseUrl: string): Promise<EveningFigures> {
  await tidyUp(databaseUrl);
  const { population, lastPlayedAt } = await foundIn(databaseUrl);
  const clock = clockOf(options.hours, lastPlayedAt, Date.now());
  const environment = { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl };
  const service = await startServiceProcess({ environment });
  const database = postgresDatabase({ url: databaseUrl, statementTimeoutMs: 600_000 });
  try {
    const keys = {
      clubs: await issueKeys(service.url, population.partnerIds, SCOPES),
      apps: await issueKeys(service.url, await makePartners(service.url, options.apps), SCOPES),
    };
    const before = await costsOf(database, service.pid);
    let [at, sent, lateMatches] = [0, 0, 0];
    const countLate = function* (arrivals: Iterable<Arrival>): Generator<Arrival> {
      for (const arrival of arrivals) {
        if (arrival.kind === 'late night' || arrival.kind === 'old single') lateMatches += arrival.matches.length;
        yield arrival;
      }
    };
    const requests = requestsOf(countLate(arrivalsOf(population, options, clock)), options, keys);
    const stretches = new Stretches(options);
    const next = (): WorldRequest | null => {
      const { value, done } = requests.next();
      if (done === true) return null;
      at = value.at;
      sent += value.matches;
      stretches.sent(value);
      return value;
    };
    const watch = new Watch(database, service.pid, () => at);
    const progress = setInterval(() => tell(`${(at / 3_600).toFixed(2)} h: ${whole(sent)} matches …`), 5_000);
    const startedAt = performance.now();
    try {
      await drain(service.url, next, options.connections, (request, ms) => stretches.answered(request, ms));
      const seconds = (performance.now() - startedAt) / 1000;
      const halfHours = stretches.halfHours(watch.glances);
      clearInterval(progress);
      let toldAt = 0;
      const settledAfter = await watch.settled(options.settleMinutes, ({ held, depthDays }) => {
        if (performance.now() - toldAt < 5_000) return;
        toldAt = performance.now();
        tell(`settling: ${whole(held)} held, from ${depthDays.toFixed(1)} days back …`);
      });
      const after = await costsOf(database, service.pid);
      return {
        halfHours,
        times: stretches.times(),
        sent,
        lateMatches,
        seconds,
        costs: spent(before, after),
        glances: watch.glances,
        runs: [...watch.runs.values()],
        settledAfter,
        verification: options.verify ? await verified(service.url) : null,
      };
    } finally {
      clearInterval(progress);
      await watch.stop();
    }
  } finally {
    await service.stop();
    await database.close();
  }
}

/** A line of the answer to a verification; neither of the two when it failed. */
interface VerificationAnswer {
  readonly progress?: { readonly done: number };
  readonly result?: { readonly matches: number; readonly differences: number };
}

/** Lets the service verify every rating, as `bandeja ratings verify` does. */
async function verified(url: string): Promise<{ readonly matches: number; readonly differences: number }> {
  tell('verifying …');
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { body } = await fetch(`${url}/admin/v1/ratings/verify`, { method: 'POST', headers });
  if (body === null) throw new Error('the verification had no answer');
  let last = '';
  let found: VerificationAnswer['result'];
  let toldAt = performance.now();
  for await (const line of createInterface({ input: Readable.fromWeb(body) })) {
    last = line;
    const { progress, result } = JSON.parse(line) as VerificationAnswer;
    found ??= result;
    if (progress === undefined || performance.now() - toldAt < 10_000) continue;
    toldAt = performance.now();
    tell(`verifying: ${whole(progress.done)} matches …`);
  }
  if (found === undefined) throw new Error(`the verification ended with ${last}`);
  return found;
}

async function ownDatabase(server: PostgresServer): Promise<string> {
  tell(`seeding ${whole(options.matches)} matches …`);
  // The stored history ends early enough for the evening to lie behind it.
  return (await seededDatabase(server, sizeOf(options.matches), Date.now() - DAY_MS)).url;
}

const server =
  options.url === undefined ? await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '8GB' } }) : null;
try {
  const figures = await evening(server === null ? (options.url ?? '') : await ownDatabase(server));
  print(
    `${options.hours} hours of an evening, ${options.low} to ${options.high} matches a second, ${options.ofTheWorld} of the world\n`,
  );
  show(figures, options);
  keep(options.isSmoke ? 'world-smoke' : 'world', { options, ...figures });
  if (figures.costs.matches !== figures.sent || (figures.verification?.differences ?? 0) > 0) process.exitCode = 1;
} finally {
  await server?.stop();
}
