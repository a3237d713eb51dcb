/**
 * `npm run bench:growth`: what ingest and reads lose as the number of stored matches grows.
 *
 * Databases of different sizes stand on one PostgreSQL server, each with a service process of its own, and are asked in
 * turn, round after round, so that what else the machine does meets all of them alike. Each figure is the median over
 * rounds of its share of the smallest database’s figure in the same round. Reads come first, since ingest makes the small
 * databases larger. Prints one table, keeps it in bench/out/growth.json.
 */
import { postgresDatabase } from '../src/store/engine/postgres.ts';
import { type PostgresServer, serverAt, startPostgres } from '../test/support/postgres.ts';
import { startServiceProcess } from '../test/support/service-process.ts';
import { keep, print, tableOf, tell, whole } from './figures.ts';
import { batchesOf, NIGHT_MATCHES, nightsOf, singlesOf, Turns } from './ingest/disjoint.ts';
import { median } from './kernel/race.ts';
import { inTurn, quantile, rateOf, requestOf, run, type Take } from './load.ts';
import { onlyAsked, readOptions, SMOKE } from './options.ts';
import { issueKeys, makePartners, OPERATOR_TOKEN } from './partners.ts';
import { firstPartnerOf, READ_CONNECTIONS, routesOf } from './reads/routes.ts';
import { foundIn, seededDatabase, sizeOf, tidyUp } from './seed/databases.ts';
import { publicPlayersOf } from './seed/population.ts';

const HELP = `npm run bench:growth -- [options]

  --matches N     a size to make, may be given again; default 10000, 100000 and 1000000 (10000000 takes twenty minutes and 40 GB)
  --url URL       a database that bench:seed has filled, may be given again; those of --matches are made on its server
  --rounds N      default 5
  --seconds S     how long each is asked each thing in a round, default 2
  --only NAME     one row alone, such as "singles" or "card"; may be given again
  --ingest-warm-up S   how long matches are sent to the largest before any are counted, default 40; ten million want 270
  --smoke         two small sizes, a round of a fraction of a second
`;

const values = readOptions(HELP, {
  matches: { type: 'string', multiple: true },
  url: { type: 'string', multiple: true, default: [] },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  'ingest-warm-up': { type: 'string', default: '40' },
  only: { type: 'string', multiple: true },
  smoke: SMOKE,
});
const rounds = values.smoke ? 1 : Number(values.rounds);
const seconds = values.smoke ? 0.02 : Number(values.seconds);
const sizes = (values.smoke ? ['10000', '12000'] : (values.matches ?? ['10000', '100000', '1000000'])).map(Number);

/** Until the code that matters is compiled. */
const WARM_UP_SECONDS = values.smoke ? 0.02 : 4;
/**
 * Until the pages that matches of players by chance change are in memory, and most of them logged as a whole since the last
 * checkpoint: that is the state a server is in for most of its time. A smaller database has as many pages less, and would
 * not stay small.
 */
const INGEST_WARM_UP_SECONDS = values.smoke ? 0.02 : Number(values['ingest-warm-up']);
const SINGLE_CONNECTIONS = 64;
const BATCH_CONNECTIONS = 4;
const BATCH = 25;
/** As many partners submit at every size. */
const PARTNERS = 10;
/** Cards and analyses are of players with so many matches, of whom the smallest database has enough to ask about all anew. */
const MATCHES_MIN = 20;
/** What the project wants to keep at ten million matches. */
const SHARE_MIN = 0.8;

/** A database and the service over it. */
interface Stage {
  readonly matches: number;
  readonly url: string;
  readonly takes: ReadonlyMap<string, Take>;
  /** Stored during the bench. */
  added: number;
  stop(): Promise<void>;
}

/** What is asked of every size. */
interface Question {
  readonly name: string;
  readonly connections: number;
  readonly matchesEach: number;
}

async function stageOf(databaseUrl: string): Promise<Stage> {
  await tidyUp(databaseUrl);
  const { population, matches } = await foundIn(databaseUrl);
  const database = postgresDatabase({ url: databaseUrl });
  const service = await startServiceProcess({
    environment: { OPERATOR_TOKEN, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl },
  });
  try {
    const writers = await issueKeys(service.url, await makePartners(service.url, PARTNERS), ['write:matches']);
    const partner = await firstPartnerOf(database);
    const [reader = ''] = await issueKeys(
      service.url,
      [partner],
      ['write:matches', 'read:players', 'read:intelligence'],
    );
    const turns = new Turns(publicPlayersOf(population));
    const reads = await routesOf(database, partner, MATCHES_MIN);
    const takes = new Map<string, Take>([
      ...reads.map(({ name, paths }): [string, Take] => [name, inTurn(paths.map((path) => requestOf(path, reader)))]),
      [SINGLES.name, singlesOf(turns, writers)],
      [BATCHES.name, batchesOf(turns, writers, BATCH)],
      [NIGHTS.name, nightsOf(turns, writers)],
    ]);
    return { matches, url: service.url, takes, added: 0, stop: () => service.stop().then(() => {}) };
  } catch (error) {
    await service.stop();
    throw error;
  } finally {
    await database.close();
  }
}

const SINGLES: Question = { name: 'singles', connections: SINGLE_CONNECTIONS, matchesEach: 1 };
const BATCHES: Question = { name: `batches of ${BATCH}`, connections: BATCH_CONNECTIONS, matchesEach: BATCH };
/** Of players by chance a match has four that nobody has touched lately; of a night, as clubs send it, half of one. */
const NIGHTS: Question = {
  name: `nights of ${NIGHT_MATCHES}`,
  connections: BATCH_CONNECTIONS,
  matchesEach: NIGHT_MATCHES,
};
const INGEST: readonly Question[] = [SINGLES, BATCHES, NIGHTS];

interface Figures {
  readonly name: string;
  /** Answers (of ingest: matches) a second, a list of rounds for each size. */
  readonly rates: readonly number[][];
  /** Ms, of the last round, for each size. */
  readonly p99: number[];
}

function takeOf(stage: Stage, name: string): Take {
  const take = stage.takes.get(name);
  if (take === undefined) throw new Error(`nobody knows ${name}`);
  return take;
}

/** Brings the databases into the state that {@link INGEST_WARM_UP_SECONDS} is for. */
async function warmUpIngest(stages: readonly Stage[]): Promise<void> {
  const largest = Math.max(...stages.map(({ matches }) => matches));
  for (const stage of stages) {
    const lasting = (INGEST_WARM_UP_SECONDS * stage.matches) / largest;
    const load = await run(stage.url, takeOf(stage, BATCHES.name), BATCHES.connections, lasting);
    stage.added += load.requests * BATCHES.matchesEach;
  }
}

async function ask(question: Question, stages: readonly Stage[]): Promise<Figures> {
  const rates: number[][] = stages.map(() => []);
  const p99: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    // In every other round in the opposite order, so that none always comes after the same one.
    const order = [...stages.keys()];
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const stage = stages[index];
      if (stage === undefined) throw new Error(`there is no database ${index}`);
      const take = takeOf(stage, question.name);
      const load = await run(stage.url, take, question.connections, round < 0 ? WARM_UP_SECONDS : seconds);
      if (INGEST.includes(question)) stage.added += load.requests * question.matchesEach;
      if (round < 0) continue;
      rates[index]?.push(rateOf(load) * question.matchesEach);
      p99[index] = quantile(load.times, 0.99);
    }
  }
  return { name: question.name, rates, p99 };
}

/** The median of the shares of the first size’s figure within rounds. */
const shareOf = ({ rates }: Figures, size: number): number =>
  median((rates[size] ?? []).map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN)));

function show(stages: readonly Stage[], rows: readonly Figures[]): void {
  const columns = stages.map(({ matches }, index) => ({
    title: index === 0 ? `${whole(matches)} matches` : whole(matches),
    width: 15,
  }));
  const cells = rows.map((row) => [
    row.name,
    ...stages.map((_, size) => {
      const rate = `${whole(median(row.rates[size] ?? []))}/s`;
      return size === 0 ? rate : `${rate} ${`${(100 * shareOf(row, size)).toFixed(0)} %`.padStart(6)}`;
    }),
  ]);
  print(tableOf([{ title: '', width: 14 }, ...columns], cells));
  print(`\nmedians of ${rounds} rounds of ${seconds} s; the share is of the smallest database, in the same round`);
  print(`stored meanwhile: ${stages.map(({ added }) => whole(added)).join(', ')}`);
  const last = stages.length - 1;
  const worst = rows.map((row) => ({ name: row.name, share: shareOf(row, last) })).sort((a, b) => a.share - b.share)[0];
  if (worst === undefined || last === 0) return;
  const verdict = worst.share >= SHARE_MIN ? 'at least 80 % is kept' : 'less than the 80 % that are asked for';
  print(
    `at ${whole(stages[last]?.matches ?? 0)} matches the least is ${worst.name} with ${(100 * worst.share).toFixed(0)} %: ${verdict}`,
  );
}

const [given] = values.url;
const server: PostgresServer =
  given === undefined
    ? await startPostgres({ settings: { shared_buffers: '1GB', max_wal_size: '8GB' } })
    : serverAt(given);
const stages: Stage[] = [];
const made: { drop(): Promise<void> }[] = [];
try {
  const urls = [...values.url];
  for (const matches of sizes) {
    tell(`seeding ${whole(matches)} matches …`);
    const database = await seededDatabase(server, sizeOf(matches));
    made.push(database);
    urls.push(database.url);
  }
  for (const url of urls) stages.push(await stageOf(url));
  stages.sort((a, b) => a.matches - b.matches);
  const reads = [...(stages[0]?.takes.keys() ?? [])].slice(0, -INGEST.length);
  const questions = [
    ...reads.map((name): Question => ({ name, connections: READ_CONNECTIONS, matchesEach: 1 })),
    ...INGEST,
  ];
  const rows: Figures[] = [];
  const asked = onlyAsked(questions, values.only);
  const firstOfIngest = asked.find((question) => INGEST.includes(question));
  for (const question of asked) {
    if (question === firstOfIngest) {
      tell('warming up for ingest …');
      await warmUpIngest(stages);
    }
    tell(`${question.name} …`);
    rows.push(await ask(question, stages));
  }
  show(stages, rows);
  const sizesFound = stages.map(({ matches, added }) => ({ matches, added }));
  keep(values.smoke ? 'growth-smoke' : 'growth', { rounds, seconds, sizes: sizesFound, rows });
} finally {
  await Promise.all(stages.map((stage) => stage.stop()));
  for (const database of made) await database.drop();
  await server.stop();
}
