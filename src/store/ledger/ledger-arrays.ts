/** Blocks of the ledger as structs of arrays, and how their states go into a statement. */
import { type PackedArray, packDoubles, packInstants, packIntegers, packUuids } from '../engine/packed.ts';

/** What the model was given for consecutive matches of the ledger, by row; NaN is null. */
export interface LedgerInputs {
  readonly count: number;
  readonly match_ids: readonly string[];
  /** Ms. */
  readonly played_at: Float64Array;
  /** Four a row, winners first. */
  readonly player_ids: readonly string[];
  readonly units_won: Float64Array;
  readonly units_lost: Float64Array;
  readonly units_standard: Float64Array;
  readonly weight: Float64Array;
  readonly length: Float64Array;
}

/** States of the model, four a row in the order of the players; NaN in all but `matches_played` is no state. */
export interface StatesBlock {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly shown: Float64Array;
  /** Ms. */
  readonly last_played_at: Float64Array;
  readonly matches_played: Int32Array;
}

/** The states after matches; what else there is of a state follows from the one before. */
export type AfterBlock = Pick<StatesBlock, 'mean' | 'variance' | 'shown'>;

export interface LedgerBlock extends LedgerInputs {
  readonly before: StatesBlock;
  /** 1 where the row was rated with another model than the ledger's, 0 where with that. */
  readonly is_of_other_model: Int32Array;
}

/** Present ratings of players, by row. */
export interface PlayerStatesBlock extends StatesBlock {
  readonly player_ids: readonly string[];
  readonly last_match_ids: readonly (string | null)[];
}

/** The four places of a match. */
export const SLOTS = [0, 1, 2, 3] as const;

/** Columns of states in a statement: one a slot, and the array that they make. */
export const STATE_COLUMNS = [
  ['mean_before', 'double precision'],
  ['variance_before', 'double precision'],
  ['shown_before', 'double precision'],
  ['last_played_at_before', 'timestamptz'],
  ['matches_played_before', 'integer'],
  ['mean_after', 'double precision'],
  ['variance_after', 'double precision'],
  ['shown_after', 'double precision'],
] as const;
/** The parameters of the columns of states, from the number `first` on. */
export const unnested = (first: number): string =>
  STATE_COLUMNS.flatMap(([, type], column) => SLOTS.map((slot) => `$${first + 4 * column + slot}::${type}[]`)).join(
    ', ',
  );
/** The names that those columns get in a statement. */
export const stateNames = STATE_COLUMNS.flatMap(([name]) => SLOTS.map((slot) => `${name}_${slot}`)).join(', ');
/** The array of a column, from the alias `b`. */
export const arrayOf = (name: string): string => `array[${SLOTS.map((slot) => `b.${name}_${slot}`).join(', ')}]`;

/** The columns of states of a block of matches, in the order of `STATE_COLUMNS`, a slot each. */
export function packStates(count: number, before: StatesBlock, after: AfterBlock): PackedArray[] {
  const slots = <T>(
    values: T,
    pack: (values: T, slice: { offset: number; stride: number; length: number }) => PackedArray,
  ) => SLOTS.map((offset) => pack(values, { offset, stride: 4, length: count }));
  return [
    ...slots(before.mean, packDoubles),
    ...slots(before.variance, packDoubles),
    ...slots(before.shown, packDoubles),
    ...slots(before.last_played_at, packInstants),
    ...slots(before.matches_played, packIntegers),
    ...slots(after.mean, packDoubles),
    ...slots(after.variance, packDoubles),
    ...slots(after.shown, packDoubles),
  ];
}

/** Present ratings in the order: player, last match, mean, variance, shown, last played at, matches played. */
export function packPlayers(states: PlayerStatesBlock): PackedArray[] {
  return [
    packUuids(states.player_ids),
    packUuids(states.last_match_ids),
    packDoubles(states.mean),
    packDoubles(states.variance),
    packDoubles(states.shown),
    packInstants(states.last_played_at),
    packIntegers(states.matches_played),
  ];
}

/** The columns of the ledger, but for its model; those of states last. */
const COLUMNS = `match_id, played_at, player_ids, units_won, units_lost, units_standard, weight, length,
  ${STATE_COLUMNS.map(([name]) => name).join(', ')}`;

/** How many parameters {@link packLedger} makes. */
const INPUT_PARAMETERS = 11;

/**
 * An INSERT of blocks of the ledger into a table, with the parameters of {@link packLedger} from the number `first` on.
 * @param model an SQL expression for the model's version
 */
export function insertLedger(table: string, model: string, first: number): string {
  const types = ['uuid', 'timestamptz', 'uuid', 'uuid', 'uuid', 'uuid', ...Array<string>(5).fill('double precision')];
  const inputs = types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
  return `insert into ${table} (model_version, ${COLUMNS})
     select ${model}, b.match_id, b.played_at, array[b.player_0, b.player_1, b.player_2, b.player_3], b.units_won::integer,
       b.units_lost::integer, b.units_standard, b.weight, b.length, ${STATE_COLUMNS.map(([name]) => arrayOf(name)).join(', ')}
     from unnest(${inputs}, ${unnested(first + INPUT_PARAMETERS)})
       as b(match_id, played_at, player_0, player_1, player_2, player_3, units_won, units_lost, units_standard, weight, length,
         ${stateNames})`;
}

/** A block of the ledger as parameters of {@link insertLedger}. */
export function packLedger(inputs: LedgerInputs, before: StatesBlock, after: AfterBlock): PackedArray[] {
  const { count, player_ids: ids } = inputs;
  return [
    packUuids(inputs.match_ids),
    packInstants(inputs.played_at),
    ...SLOTS.map((slot) => packUuids(inputs.match_ids.map((_, row) => ids[4 * row + slot] ?? ''))),
    packDoubles(inputs.units_won),
    packDoubles(inputs.units_lost),
    packDoubles(inputs.units_standard),
    packDoubles(inputs.weight),
    packDoubles(inputs.length),
    ...packStates(count, before, after),
  ];
}
