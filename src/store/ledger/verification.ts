/** What is stored of ratings, for a comparison to the last bit: columns as doubles, instants in ms with their microseconds. */
import { instant, type Queryable, statement } from '../engine/database.ts';
import { unpackDoubles, unpackUuids } from '../engine/packed.ts';
import type { StoredStates } from './ledger-arrays.ts';
import type { LedgerPlace } from './ledger-state.ts';

const INPUTS = [
  'played_at',
  'units_won',
  'units_lost',
  'units_standard',
  'weight',
  'length',
  'pair_evidence',
  'result',
] as const;
const STATES = ['mean', 'variance', 'shown', 'last_played_at', 'matches_played'] as const;

type Doubles<Names extends readonly string[]> = Readonly<Record<Names[number], Float64Array>>;
type Packed<Names extends readonly string[]> = Readonly<Record<Names[number], Uint8Array>>;

/** Consecutive rows of the ledger. */
export interface StoredLedger extends StoredStates {
  readonly count: number;
  readonly match_ids: readonly string[];
  readonly model_versions: readonly string[];
  /** Four a row, winners first. */
  readonly player_ids: readonly string[];
  /** What the model was given; NaN is null, which a scoreline's units are only together. */
  readonly inputs: Doubles<typeof INPUTS>;
}

/** The present ratings of consecutive players, by id. */
export interface StoredRatings {
  readonly count: number;
  readonly player_ids: readonly string[];
  /** False for a player without a row in `player_ratings`; everything else of that player is null. */
  readonly has_row: readonly boolean[];
  readonly last_match_ids: readonly (string | null)[];
  readonly model_versions: readonly (string | null)[];
  /** NaN is null, which they are only together and without matches. */
  readonly states: Doubles<typeof STATES>;
}

const sendDoubles = (columns: readonly string[]): string =>
  columns
    .map((column) => {
      const number = column.endsWith('played_at') ? `1000 * extract(epoch from ${column})` : column;
      return `array_send(array_agg((${number})::double precision)) as ${column}`;
    })
    .join(', ');

function doublesOf<Names extends readonly string[]>(names: Names, row: Packed<Names>, count: number): Doubles<Names> {
  const columns = names.map((name: Names[number]) => [name, unpackDoubles(row[name], count)] as const);
  return Object.fromEntries(columns) as Doubles<Names>;
}

const readLedger = statement(
  'verification_ledger',
  `select count(*)::integer as count, array_agg(model_version) as model_versions, array_send(array_agg(match_id)) as match_id,
     array_send(array_agg(player_ids)) as player_ids, array_send(array_agg(before)) as before,
     array_send(array_agg(after)) as after, ${sendDoubles(INPUTS)}
   from (select * from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3) l`,
);

type LedgerColumns = Packed<typeof INPUTS> &
  Packed<['match_id', 'player_ids', 'before', 'after']> &
  Pick<StoredLedger, 'count' | 'model_versions'>;

/** The rows of the ledger that follow a place in the history, in its order, at most `limit`; null when none do. */
export async function readStoredLedger(
  database: Queryable,
  after: LedgerPlace,
  limit: number,
): Promise<StoredLedger | null> {
  const [row] = await database.query<LedgerColumns>(readLedger, [instant(after.played_at), after.match_id, limit]);
  if (row === undefined || row.count === 0) return null;
  const { count, model_versions } = row;
  return {
    count,
    model_versions,
    match_ids: unpackUuids(row.match_id, count),
    player_ids: unpackUuids(row.player_ids, 4 * count),
    inputs: doublesOf(INPUTS, row, count),
    before: unpackDoubles(row.before, 20 * count),
    after: unpackDoubles(row.after, 12 * count),
  };
}

const inLedger = statement(
  'verification_ledger_has',
  'select match_id from match_ratings where match_id = any($1::uuid[])',
);

/** Those of these matches that have a row in the ledger, at any place. */
export async function readIdsInLedger(database: Queryable, matchIds: readonly string[]): Promise<string[]> {
  return (await database.query<{ match_id: string }>(inLedger, [matchIds])).map((row) => row.match_id);
}

// The limits keep the planner, which does not know how short a part is, to a look-up for each player. Otherwise it reads and
// hashes both tables for each part.
const readRatings = statement(
  'verification_ratings',
  `select count(*)::integer as count, array_send(array_agg(id)) as player_ids, array_agg(has_row) as has_row,
     array_agg(last_match_id) as last_match_ids, array_agg(model_version) as model_versions, ${sendDoubles(STATES)}
   from (select p.id, r.player_id is not null as has_row, r.last_match_id, r.model_version,
       ${STATES.map((column) => `r.${column}`).join(', ')}
     from (select id from players where id > $1 order by id limit $2) p
     left join lateral (select * from player_ratings where player_id = p.id limit 1) r on true
     order by p.id) p`,
);

type RatingColumns = Packed<typeof STATES> &
  Packed<['player_ids']> &
  Pick<StoredRatings, 'count' | 'has_row' | 'last_match_ids' | 'model_versions'>;

/** The present ratings of the players whose ids follow this one, at most `limit`; null when none do. */
export async function readStoredRatings(
  database: Queryable,
  afterId: string,
  limit: number,
): Promise<StoredRatings | null> {
  const [row] = await database.query<RatingColumns>(readRatings, [afterId, limit]);
  if (row === undefined || row.count === 0) return null;
  const { count, has_row, last_match_ids, model_versions } = row;
  const player_ids = unpackUuids(row.player_ids, count);
  return { count, has_row, last_match_ids, model_versions, player_ids, states: doublesOf(STATES, row, count) };
}
