/** The ledger block by block, column by column: what a settlement reads and writes. */
import { instant, type Queryable, statement, type Transaction } from '../engine/database.ts';
import {
  packDoubles,
  packUuids,
  unpackDoubles,
  unpackInstants,
  unpackIntegers,
  unpackUuids,
} from '../engine/packed.ts';
import {
  elementsOf,
  insertLedger,
  type LedgerBlock,
  type LedgerInputs,
  type PlayerStatesBlock,
  packLedger,
  packPlayers,
  type StoredStates,
} from './ledger-arrays.ts';
import type { LedgerPlace } from './ledger-state.ts';
import { STATE_AFTER, type VersionedRating } from './ratings.ts';

const send = (...columns: readonly string[]): string =>
  columns.map((column) => `array_send(array_agg(${column})) as ${column}`).join(', ');
const INPUTS = [
  'match_id',
  'played_at',
  'player_ids',
  'units_standard',
  'weight',
  'length',
  'pair_evidence',
  'result',
] as const;
// Whole units go as doubles, which have a null of their own here.
const UNITS =
  'array_send(array_agg(units_won::double precision)) as units_won, array_send(array_agg(units_lost::double precision)) as units_lost';

const OTHER_MODEL =
  'array_send(array_agg((model_version <> (select model_version from ledger_state))::integer)) as is_of_other_model';

const range = (columns: string): string =>
  `select ${columns} from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3`;

const readBlock = statement(
  'ledger_block_read',
  `select count(*)::integer as count, ${send(...INPUTS, 'before')}, ${UNITS}, ${OTHER_MODEL} from (${range('*')}) l`,
);

type InputColumns = Readonly<Record<(typeof INPUTS)[number] | 'units_won' | 'units_lost', Uint8Array>> & {
  readonly count: number;
};
type BlockColumns = InputColumns & Readonly<Record<'before' | 'is_of_other_model', Uint8Array>>;

/** The matches that follow a place in the rated history, at most `limit`, with their states before. */
export async function readLedgerBlock(database: Queryable, after: LedgerPlace, limit: number): Promise<LedgerBlock> {
  const [row] = await database.query<BlockColumns>(readBlock, [instant(after.played_at), after.match_id, limit]);
  if (row === undefined || row.count === 0) return EMPTY_BLOCK;
  return {
    ...inputsOf(row),
    before: unpackDoubles(row.before, 20 * row.count),
    is_of_other_model: unpackIntegers(row.is_of_other_model, row.count),
  };
}

const none = new Float64Array(0);
const EMPTY_BLOCK: LedgerBlock = {
  count: 0,
  match_ids: [],
  played_at: none,
  player_ids: [],
  units_won: none,
  units_lost: none,
  units_standard: none,
  weight: none,
  length: none,
  pair_evidence: none,
  result: none,
  before: none,
  is_of_other_model: new Int32Array(0),
};

function inputsOf(row: InputColumns): LedgerInputs {
  const { count } = row;
  return {
    count,
    match_ids: unpackUuids(row.match_id, count),
    played_at: unpackInstants(row.played_at, count),
    player_ids: unpackUuids(row.player_ids, 4 * count),
    units_won: unpackDoubles(row.units_won, count),
    units_lost: unpackDoubles(row.units_lost, count),
    units_standard: unpackDoubles(row.units_standard, count),
    weight: unpackDoubles(row.weight, count),
    length: unpackDoubles(row.length, count),
    pair_evidence: unpackDoubles(row.pair_evidence, count),
    result: unpackDoubles(row.result, count),
  };
}

const UPDATED = [
  'played_at',
  'player_ids',
  'units_won',
  'units_lost',
  'units_standard',
  'weight',
  'length',
  'pair_evidence',
  'result',
  'before',
  'after',
];
const COLUMNS_TO_COMPARE = UPDATED.join(', ');
const excluded = UPDATED.map((name) => `excluded.${name}`).join(', ');
const stored = UPDATED.map((name) => `match_ratings.${name}`).join(', ');

const writeStates = statement(
  'ledger_block_write_states',
  `update match_ratings l set model_version = $2, before = ${elementsOf('$3::double precision[]', 20, 'b.n')},
     after = ${elementsOf('$4::double precision[]', 12, 'b.n')}
   from unnest($1::uuid[]) with ordinality as b(match_id, n) where l.match_id = b.match_id`,
);

/** Writes the states of matches that the ledger holds; everything else of them stays. */
export async function writeLedgerStates(
  transaction: Transaction,
  matchIds: readonly string[],
  modelVersion: string,
  { before, after }: StoredStates,
): Promise<void> {
  if (matchIds.length === 0) return;
  const states = [packDoubles(before), packDoubles(after)];
  await transaction.query(writeStates, [packUuids(matchIds), modelVersion, ...states]);
}

const writePlayers = statement(
  'ledger_block_write_players',
  `with moved as (
     update player_ratings r set mean = b.mean, variance = b.variance, shown = b.shown, last_played_at = b.last_played_at,
       matches_played = b.matches_played, last_match_id = b.last_match_id, model_version = $1, version = r.version + 1
     from unnest($2::uuid[], $3::uuid[], $4::double precision[], $5::double precision[], $6::double precision[],
       $7::timestamptz[], $8::integer[]) as b(player_id, last_match_id, mean, variance, shown, last_played_at, matches_played)
     where r.player_id = b.player_id
     returning r.player_id, r.version
   )
   insert into ledger_changes (player_ids, versions)
   select array_agg(player_id), array_agg(version) from moved having count(*) > 0`,
);

/** Writes the present ratings of players, which the transaction has locked. */
export async function writePlayerStates(
  transaction: Transaction,
  modelVersion: string,
  states: PlayerStatesBlock,
): Promise<void> {
  if (states.player_ids.length === 0) return;
  await transaction.query(writePlayers, [modelVersion, ...packPlayers(states)]);
}

const writeRows = statement(
  'ledger_block_write_rows',
  `with written as (
     ${insertLedger('match_ratings', '$1', 2)}
     on conflict (match_id) do update set (model_version, ${COLUMNS_TO_COMPARE}) = row(excluded.model_version, ${excluded})
     where (match_ratings.model_version, ${stored}) is distinct from (excluded.model_version, ${excluded})
     returning match_id
   )
   select count(*)::integer as count from written`,
);

/** Writes whole rows of the ledger, new ones and those that differ. @returns how many were written. */
export async function writeLedgerRows(
  transaction: Transaction,
  modelVersion: string,
  inputs: LedgerInputs,
  states: StoredStates,
): Promise<number> {
  const values = [modelVersion, ...packLedger(inputs, states)];
  return (await transaction.query<{ count: number }>(writeRows, values))[0]?.count ?? 0;
}

const removeOrphans = statement(
  'ledger_block_remove_orphans',
  `with removed as (
     delete from match_ratings l where (l.played_at, l.match_id) > ($1, $2) and (l.played_at, l.match_id) <= ($3, $4)
       and not exists (select from matches m
         where m.id = l.match_id and m.played_at = l.played_at and m.status = 'completed' and m.outcome <> 'walkover')
     returning match_id
   )
   select count(*)::integer as count from removed`,
);

/** Removes rows of a stretch of the ledger whose match is not rated there. @returns how many there were. */
export async function removeOrphanedRows(
  transaction: Transaction,
  after: LedgerPlace,
  until: LedgerPlace,
): Promise<number> {
  const values = [instant(after.played_at), after.match_id, instant(until.played_at), until.match_id];
  return (await transaction.query<{ count: number }>(removeOrphans, values))[0]?.count ?? 0;
}

const playersEnding = statement(
  'ledger_block_players_ending',
  `select asked.player_id from unnest($1::uuid[]) as asked(player_id)
   where not exists (
     select from player_matches pm join matches m on m.id = pm.match_id
     where pm.player_id = asked.player_id and (pm.played_at, pm.match_id) > ($2, $3) and m.outcome <> 'walkover'
   )`,
);

/** Those of these players who have no rated match after a place, as the matches say. */
export async function readPlayersEnding(
  transaction: Transaction,
  playerIds: readonly string[],
  place: LedgerPlace,
): Promise<string[]> {
  const rows = await transaction.query<{ player_id: string }>(playersEnding, [
    packUuids(playerIds),
    instant(place.played_at),
    place.match_id,
  ]);
  return rows.map((row) => row.player_id);
}

const repairRatings = statement(
  'player_ratings_repair',
  `with added as (
     insert into player_ratings (player_id) select p.id from players p
     where not exists (select from player_ratings r where r.player_id = p.id) on conflict do nothing
   ), unplayed as materialized (
     -- Locked in the order of ids, as all locks of ratings are.
     select r.player_id, r.shown, r.version from player_ratings r
     where r.matches_played > 0 and not exists (
       select from player_matches pm join matches m on m.id = pm.match_id
       where pm.player_id = r.player_id and m.outcome <> 'walkover'
     )
     order by r.player_id for no key update
   )
   update player_ratings r set mean = null, variance = null, shown = null, last_played_at = null, matches_played = 0,
     last_match_id = null, model_version = null, version = r.version + 1
   from unplayed where r.player_id = unplayed.player_id
   returning unplayed.player_id, unplayed.shown, unplayed.version`,
);

/**
 * Gives every player a rating row, and resets those without a rated match: a run over the history meets only the others. The
 * transaction holds the history gate alone, so that no rating is written meanwhile.
 * @returns those that were reset, as they were.
 */
export function repairUnplayedRatings(
  transaction: Transaction,
): Promise<Pick<VersionedRating, 'player_id' | 'shown' | 'version'>[]> {
  return transaction.query(repairRatings);
}

const statesUntil = statement(
  'player_states_until',
  `select asked.player_id, r.last_played_at as present_played_at, r.last_match_id as present_match_id, latest.*
   from unnest($1::uuid[]) as asked(player_id)
   join player_ratings r on r.player_id = asked.player_id
   left join lateral (
     select ${STATE_AFTER}
     from player_matches pm
     join match_ratings l on l.match_id = pm.match_id
     cross join lateral array_position(l.player_ids, asked.player_id) as n
     where pm.player_id = asked.player_id and (pm.played_at, pm.match_id) <= ($2, $3)
     order by pm.played_at desc, pm.match_id desc limit 1
   ) latest on true`,
);

/** A player's state after the last rated match until a place, all null before the first; and the place of the present one. */
export interface StateUntilRow {
  readonly player_id: string;
  readonly mean: number | null;
  readonly variance: number | null;
  readonly shown: number | null;
  readonly last_played_at: number | null;
  readonly matches_played: number | null;
  readonly present_played_at: number | null;
  readonly present_match_id: string | null;
}

/** What the ledger says of these players at a place of the rated history, that place included. */
export async function readStatesUntil(
  transaction: Transaction,
  playerIds: readonly string[],
  until: LedgerPlace,
): Promise<StateUntilRow[]> {
  return transaction.query<StateUntilRow>(statesUntil, [
    packUuids(playerIds),
    instant(until.played_at),
    until.match_id,
  ]);
}
