/**
 * `npm run bench:ingest`: how many matches a second the service takes in, durably, over HTTP.
 *
 * Beside pgbench, which runs the like transaction without HTTP, JSON or rating, and beside a peer, which is what one would
 * write in an afternoon (bench/peer). Everybody stores on a server with fsync, in processes of their own, and is asked in
 * turn: figures are medians over rounds, ratios the medians of those within a round. Prints one table, keeps it in
 * bench/out/ingest.json.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tell } from './figures.ts';
import { batchesOf, singlesOf, Turns } from './ingest/disjoint.ts';
import { ageLog, LOG_SETTINGS } from './ingest/log.ts';
import { startPeer } from './ingest/peer.ts';
import { hasPgbench, runPgbench } from './ingest/pgbench.ts';
import { median } from './kernel/race.ts';
import { type Load, quantile, rateOf, run, runPaced, type Take } from './load.ts';
import { readOptions, SMOKE } from './options.ts';
import { issueKeys, makePartners, OPERATOR_TOKEN, registerPlayers } from './partners.ts';
import { seededDatabase, tidyUp } from './seed/databases.ts';
import { publicPlayersOf } from './seed/population.ts';

const PGBENCH_CLIENTS = 16;
const BATCH = 25;

const HELP = `npm run bench:ingest -- [options]

  --rounds N    default 3
  --seconds S   how long each is asked in a round, default 5
  --smoke       a round of a fraction of a second
`;

const values = readOptions(HELP, {
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  smoke: SMOKE,
});
const seconds = values.smoke ? 0.3 : Number(values.seconds);
const rounds = values.smoke ? 1 : Number(values.rounds);

/** Somebody who stores matches, asked for so many seconds. */
interface Contender {
  readonly name: string;
  /** Runs once. @returns matches a second, and ms of requests, ascending */
  readonly run: () => Promise<{ readonly rate: number; readonly times: readonly number[] }>;
}

const size = { matches: values.smoke ? 2_000 : 20_000, players: 20_000, partners: 20, days: 30 };

function contender(name: string, url: string, take: Take, connections: number, matchesEach = 1): Contender {
  return {
    name,
    async run() {
      const load = await run(url, take, connections, seconds);
      return { rate: rateOf(load) * matchesEach, times: load.times };
    },
  };
}

const SCOPES = ['write:matches', 'write:players', 'read:players'] as const;

/** Keys and players of the embedded database, made through its own API. */
async function embeddedTurns(url: string): Promise<{ keys: string[]; turns: Turns }> {
  const keys = await issueKeys(url, await makePartners(url, 10), SCOPES);
  const players = await registerPlayers(url, keys, values.smoke ? 40 : 2_000);
  return { keys, turns: new Turns(players.map(({ id }) => id)) };
}

interface Row {
  readonly name: string;
  readonly rates: number[];
  times: readonly number[];
}

async function race(contenders: readonly Contender[]): Promise<Row[]> {
  const rows = contenders.map((one): Row => ({ name: one.name, rates: [], times: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of contenders.entries()) {
      tell(`round ${round + 1}: ${one.name} …`);
      const { rate, times } = await one.run();
      rows[index]?.rates.push(rate);
      const row = rows[index];
      if (row !== undefined) row.times = times;
    }
  }
  return rows;
}

/** Of the greatest load. */
const SHARES = [1 / 8, 1 / 4, 1 / 2] as const;

interface PartialLoad {
  readonly share: number;
  readonly p50: number;
  readonly p99: number;
}

/** Times of an idle service, and at shares of the greatest load; medians over rounds, ms. */
async function partialLoads(
  url: string,
  take: Take,
  greatest: number,
): Promise<{ readonly idleP50: number; readonly partial: readonly PartialLoad[] }> {
  const idle: number[] = [];
  const loads: Load[][] = SHARES.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    idle.push(quantile((await runPaced(url, take, 1, 20, Math.max(seconds, 2))).times, 0.5));
    for (const [index, share] of SHARES.entries()) {
      loads[index]?.push(await runPaced(url, take, 64, greatest * share, Math.max(seconds, 2)));
    }
  }
  const partial = SHARES.map((share, index): PartialLoad => {
    const over = (of: number): number => median((loads[index] ?? []).map(({ times }) => quantile(times, of)));
    return { share, p50: over(0.5), p99: over(0.99) };
  });
  return { idleP50: median(idle), partial };
}

const folder = mkdtempSync(join(tmpdir(), 'bandeja-ingest-'));
const server = await startPostgres({ settings: { shared_buffers: '1GB', ...LOG_SETTINGS } });
const services: ServiceProcess[] = [];
try {
  tell('seeding …');
  const until = Date.now() - 60_000;
  const own = await seededDatabase(server, size, until);
  const other = await seededDatabase(server, size, until);
  if (!values.smoke) await ageLog(server.url);
  const start = async (environment: Record<string, string>): Promise<ServiceProcess> => {
    const started = await startServiceProcess({ environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', ...environment } });
    services.push(started);
    return started;
  };
  const service = await start({ DATABASE_URL: own.url });
  const keys = await issueKeys(service.url, own.population.partnerIds.slice(0, 10), SCOPES);
  const turns = new Turns(publicPlayersOf(own.population));
  const single = singlesOf(turns, keys);
  const peer = await startPeer(other.url);
  const database = postgresDatabase({ url: other.url });
  const embedded = await start({ DATA_DIR: join(folder, 'data') });
  const embeddedOnes = await embeddedTurns(embedded.url);
  const contenders: Contender[] = [
    contender('service, 1 connection', service.url, single, 1),
    contender('service, 16 connections', service.url, single, 16),
    contender('service, 64 connections', service.url, single, 64),
    contender(`service, batches of ${BATCH}, 16 connections`, service.url, batchesOf(turns, keys, BATCH), 16, BATCH),
    contender('peer, 16 connections', peer.url, singlesOf(turns, ['']), 16),
    contender('peer, 64 connections', peer.url, singlesOf(turns, ['']), 64),
    contender('embedded, 1 connection', embedded.url, singlesOf(embeddedOnes.turns, embeddedOnes.keys), 1),
    contender('embedded, 64 connections', embedded.url, singlesOf(embeddedOnes.turns, embeddedOnes.keys), 64),
    contender(
      `embedded, batches of ${BATCH}, 4 connections`,
      embedded.url,
      batchesOf(embeddedOnes.turns, embeddedOnes.keys, BATCH),
      4,
      BATCH,
    ),
  ];
  if (await hasPgbench()) {
    const rate = () => runPgbench(database, other.url, PGBENCH_CLIENTS, Math.max(1, Math.round(seconds)));
    contenders.unshift({
      name: `pgbench, ${PGBENCH_CLIENTS} clients, prepared`,
      run: async () => ({ rate: await rate(), times: [] }),
    });
  } else {
    tell('this machine has no pgbench: the table is without it');
  }
  const rows = await race(contenders);
  const greatest = median(rows.find((row) => row.name === 'service, 64 connections')?.rates ?? []);
  tell('shares of the greatest load …');
  // Of the service alone: the others, the vacuuming and the checkpoint that all of this has brought on would take the
  // processors and the disk meanwhile.
  await Promise.all([peer.stop(), embedded.stop()]);
  for (const { url } of [own, other]) await tidyUp(url);
  await database.script('checkpoint');
  const { idleP50, partial } = await partialLoads(service.url, single, greatest);
  const base = rows.find((row) => row.name.startsWith('pgbench'));
  const peerRow = rows.find((row) => row.name === 'peer, 64 connections');
  const alone = rows.find((row) => row.name === 'embedded, 1 connection');
  const ratio = (row: Row, to: Row | undefined): string =>
    to === undefined ? '–' : median(row.rates.map((rate, index) => rate / (to.rates[index] ?? Number.NaN))).toFixed(2);
  print('                                          matches/s   ÷ pgbench    ÷ peer   ÷ embedded 1   p50 ms   p99 ms');
  for (const row of rows) {
    const cells = [
      row.name.padEnd(40),
      median(row.rates).toFixed(0).padStart(11),
      ratio(row, base).padStart(11),
      ratio(row, peerRow).padStart(9),
      ratio(row, alone).padStart(14),
      (row.times.length === 0 ? '–' : quantile(row.times, 0.5).toFixed(1)).padStart(8),
      (row.times.length === 0 ? '–' : quantile(row.times, 0.99).toFixed(1)).padStart(8),
    ];
    print(cells.join(' '));
  }
  print(`\nan idle service: p50 ${idleP50.toFixed(1)} ms`);
  for (const { share, p50, p99 } of partial) {
    print(
      `at 1/${1 / share} of the greatest load (${(greatest * share).toFixed(0)} matches/s): ` +
        `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, ${(p99 / idleP50).toFixed(1)} times the idle p50`,
    );
  }
  const figures = {
    rows: rows.map(({ name, rates }) => ({ name, rates })),
    idle_p50: idleP50,
    partial,
  };
  keep(values.smoke ? 'ingest-smoke' : 'ingest', figures);
  await database.close();
} finally {
  await Promise.all(services.map((service) => service.stop()));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
