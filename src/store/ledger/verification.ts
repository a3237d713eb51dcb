/** What is stored of ratings, as it stands there: the ledger and the present ratings, to be compared to the last bit. */
import { instant, type Queryable, statement } from '../engine/database.ts';
import { unpackDoubles, unpackInstants, unpackUuids } from '../engine/packed.ts';
import { type ColumnKind, StoredColumn } from '../engine/stored-column.ts';
import type { StoredStates } from './ledger-arrays.ts';
import type { LedgerPlace } from './ledger-state.ts';

const INPUT_KINDS = {
  played_at: 'instant',
  units_won: 'double',
  units_lost: 'double',
  units_standard: 'double',
  weight: 'double',
  length: 'double',
} as const satisfies Record<string, ColumnKind>;

const PRESENT_KINDS = {
  mean: 'double',
  variance: 'double',
  shown: 'double',
  last_played_at: 'instant',
  matches_played: 'integer',
} as const satisfies Record<string, ColumnKind>;

type Columns<K> = { readonly [column in keyof K]: StoredColumn };
type PackedColumns<K> = { readonly [column in keyof K]: Uint8Array };

/** Consecutive rows of the ledger. */
export interface StoredLedger extends StoredStates {
  readonly count: number;
  readonly match_ids: readonly string[];
  /** Ms; what a row's instant has below that is in `inputs`. */
  readonly played_at: Float64Array;
  readonly model_versions: readonly string[];
  /** Four a row, winners first. */
  readonly player_ids: readonly string[];
  /** What the model was given, a cell a row. */
  readonly inputs: Columns<typeof INPUT_KINDS>;
}

const send = (columns: readonly string[]): string =>
  columns.map((column) => `array_send(array_agg(${column})) as ${column}`).join(', ');

// Whole units go as doubles, so that all inputs are of one kind.
const LEDGER_COLUMNS = `match_id, played_at, player_ids, units_won::double precision as units_won,
  units_lost::double precision as units_lost, units_standard, weight, length, before, after, model_version`;

const readLedger = statement(
  'verification_ledger',
  `select count(*)::integer as count, array_agg(model_version) as model_versions,
     ${send(['match_id', 'player_ids', 'before', 'after', ...Object.keys(INPUT_KINDS)])}
   from (select ${LEDGER_COLUMNS} from match_ratings where (played_at, match_id) > ($1, $2)
     order by played_at, match_id limit $3) l`,
);

type LedgerColumns = PackedColumns<typeof INPUT_KINDS> &
  Readonly<Record<'match_id' | 'player_ids' | 'before' | 'after', Uint8Array>> &
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
    played_at: unpackInstants(row.played_at, count),
    player_ids: unpackUuids(row.player_ids, 4 * count),
    inputs: columnsOf(INPUT_KINDS, row, count),
    before: unpackDoubles(row.before, 20 * count),
    after: unpackDoubles(row.after, 12 * count),
  };
}

function columnsOf<K extends Readonly<Record<string, ColumnKind>>>(
  kinds: K,
  row: PackedColumns<K>,
  count: number,
): Columns<K> {
  const names = Object.keys(kinds) as (keyof K & string)[];
  return Object.fromEntries(
    names.map((name) => [name, new StoredColumn(kinds[name] as ColumnKind, row[name], count)]),
  ) as Columns<K>;
}

const inLedger = statement(
  'verification_ledger_has',
  'select match_id from match_ratings where match_id = any($1::uuid[])',
);

/** Those of these matches that have a row in the ledger, at whatever place. */
export async function readIdsInLedger(database: Queryable, matchIds: readonly string[]): Promise<string[]> {
  return (await database.query<{ match_id: string }>(inLedger, [matchIds])).map((row) => row.match_id);
}

/** The present ratings of consecutive players, by id. */
export interface StoredRatings {
  readonly count: number;
  readonly player_ids: readonly string[];
  /** False for a player who has no row in `player_ratings`; everything else of that player is null. */
  readonly has_row: readonly boolean[];
  readonly last_match_ids: readonly (string | null)[];
  readonly model_versions: readonly (string | null)[];
  readonly states: Columns<typeof PRESENT_KINDS>;
}

// The limits keep the planner, which does not know how short a part is, to a look for each player: else it reads and hashes both
// tables for each part.
const readRatings = statement(
  'verification_ratings',
  `select count(*)::integer as count, array_send(array_agg(id)) as player_ids, array_agg(has_row) as has_row,
     array_agg(last_match_id) as last_match_ids, array_agg(model_version) as model_versions, ${send(Object.keys(PRESENT_KINDS))}
   from (select p.id, r.player_id is not null as has_row, r.last_match_id, r.model_version,
       ${Object.keys(PRESENT_KINDS)
         .map((column) => `r.${column}`)
         .join(', ')}
     from (select id from players where id > $1 order by id limit $2) p
     left join lateral (select * from player_ratings where player_id = p.id limit 1) r on true
     order by p.id) p`,
);

type RatingColumns = PackedColumns<typeof PRESENT_KINDS> &
  Pick<StoredRatings, 'count' | 'has_row' | 'last_match_ids' | 'model_versions'> & { readonly player_ids: Uint8Array };

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
  return { count, has_row, last_match_ids, model_versions, player_ids, states: columnsOf(PRESENT_KINDS, row, count) };
}
