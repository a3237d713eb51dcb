/** Seeded databases for benches: made on a server, or found on one. */
import { statement } from '../../src/store/engine/database.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { postgresDatabase } from '../../src/store/engine/postgres.ts';
import { createDatabase, type PostgresServer, type TestDatabase } from '../../test/support/postgres.ts';
import { fill } from './fill.ts';
import { type Population, populationOf, type SeedSize } from './population.ts';

/** A night begins before the seed's end and goes on for a while; nothing may lie in the future. */
const LAST_NIGHT_MS = 2 * 3_600_000;

/** Ten matches a player, in clubs of five thousand, over three years: what bench:seed makes, at another size. */
export function sizeOf(matches: number): SeedSize {
  const players = Math.max(1_000, Math.round(matches / 10));
  return { matches, players, partners: Math.max(1, Math.round(players / 5_000)), days: 1_095 };
}

/** Makes a database of a size; its last match was played before `until`, ms. */
export async function seededDatabase(
  server: PostgresServer,
  size: SeedSize,
  until = Date.now() - LAST_NIGHT_MS,
): Promise<TestDatabase & { readonly population: Population }> {
  const made = await createDatabase({ server });
  const database = postgresDatabase({ url: made.url });
  await migrate(database);
  await database.close();
  return { ...made, population: await fill({ url: made.url, size, until, onProgress: () => {} }) };
}

/** What a seeded database holds. */
export interface Found {
  readonly population: Population;
  /** Rated matches. */
  readonly matches: number;
  /** Ms: when the last of them was played. */
  readonly lastPlayedAt: number;
}

const counts = statement(
  'bench_found',
  `select (select count(*) from match_ratings)::float8 as matches,
     (select played_at from match_ratings order by played_at desc, match_id desc limit 1) as last_played_at,
     (select count(*) from players where username ~ '^player-[0-9]{7}$')::float8 as players,
     (select count(distinct partner_id) from api_keys where public_id ~ '^seed[0-9]+$')::float8 as partners`,
);
const isThere = statement('bench_is_there', 'select from players where id = $1');

/** Who plays in a database that bench:seed has filled. @throws where it has not */
export async function foundIn(url: string): Promise<Found> {
  const database = postgresDatabase({ url, statementTimeoutMs: 600_000 });
  try {
    type Row = { matches: number; last_played_at: number | null; players: number; partners: number };
    const [row] = await database.query<Row>(counts);
    const notSeeded = (): Error => new Error('a database was given that bench:seed has not filled');
    if (row === undefined || row.players === 0 || row.last_played_at === null) throw notSeeded();
    const { matches, players, partners, last_played_at: lastPlayedAt } = row;
    const population = populationOf({ matches, players, partners, days: 1_095 });
    if ((await database.query(isThere, [population.playerIds[players - 1] ?? ''])).length === 0) throw notSeeded();
    return { population, matches, lastPlayedAt };
  } finally {
    await database.close();
  }
}

const vacuum = statement('bench_vacuum', 'vacuum (analyze)');

/** Tidies a database up, which the server would else do by itself in the midst of a measurement. */
export async function tidyUp(url: string): Promise<void> {
  const database = postgresDatabase({ url, statementTimeoutMs: 3_600_000 });
  try {
    await database.query(vacuum);
  } finally {
    await database.close();
  }
}
