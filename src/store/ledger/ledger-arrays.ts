/** Blocks of the ledger as structs of arrays, and how they go into a statement. */
import { type PackedArray, packDoubles, packInstants, packIntegers, packUuids } from '../engine/packed.ts';

/** What the model was given for consecutive matches of the ledger, by row; NaN is null. */
export interface LedgerInputs {
  readonly count: number;
  readonly match_ids: readonly string[];
  /** Ms. */
  readonly played_at: Float64Array;
  /** Four a row, winners first; of a draw the pair that has the lowest id. */
  readonly player_ids: readonly string[];
  readonly units_won: Float64Array;
  readonly units_lost: Float64Array;
  readonly units_standard: Float64Array;
  readonly weight: Float64Array;
  readonly length: Float64Array;
  /** 1 where partners choose each other, else 0. */
  readonly pair_evidence: Float64Array;
  /** What the first pair got: 1, of a draw 0.5. */
  readonly result: Float64Array;
}

/** The states around matches as the ledger stores them, winners first. */
export interface StoredStates {
  /** 20 a match: four times mean, variance, shown, ms of the last match and matches played; NaN ×4 and 0 for no state. */
  readonly before: Float64Array;
  /** 12 a match: four times mean, variance and shown. */
  readonly after: Float64Array;
}

export interface LedgerBlock extends LedgerInputs, Pick<StoredStates, 'before'> {
  /** 1 where the row was rated with another model than the ledger's, 0 where with that. */
  readonly is_of_other_model: Int32Array;
}

/** Present ratings of players, by row; NaN in all but `played` is no state. */
export interface PlayerStatesBlock {
  readonly player_ids: readonly string[];
  readonly last_match_ids: readonly (string | null)[];
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly shown: Float64Array;
  /** Ms of the last match. */
  readonly at: Float64Array;
  readonly played: Int32Array;
}

const nullForNaN = (column: Float64Array): (number | null)[] =>
  Array.from(column, (value) => (Number.isNaN(value) ? null : value));

/** Present ratings in the order: player, last match, mean, variance, shown, last played at, matches played. */
export function packPlayers(states: PlayerStatesBlock): PackedArray[] {
  return [
    packUuids(states.player_ids),
    packUuids(states.last_match_ids),
    packDoubles(nullForNaN(states.mean)),
    packDoubles(nullForNaN(states.variance)),
    packDoubles(nullForNaN(states.shown)),
    packInstants(nullForNaN(states.at)),
    packIntegers(states.played),
  ];
}

/** The elements of the `n`th row in an array that holds so many a row, from 1. */
export const elementsOf = (array: string, width: number, n: string): string =>
  `(${array})[${width} * ${n} - ${width - 1} : ${width} * ${n}]`;

/**
 * An INSERT of a block of the ledger into a table, with the parameters of {@link packLedger} from the number `first` on.
 * @param model an SQL expression for the model's version
 */
export function insertLedger(table: string, model: string, first: number): string {
  const parameter = (index: number, type: string): string => `$${first + index}::${type}[]`;
  const doubles = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => parameter(from + index, 'double precision')).join(', ');
  return `insert into ${table} (model_version, match_id, played_at, units_won, units_lost, units_standard, weight, length,
       pair_evidence, result, player_ids, before, after)
     select ${model}, b.match_id, b.played_at, b.units_won::integer, b.units_lost::integer, b.units_standard, b.weight, b.length,
       b.pair_evidence, b.result,
       ${elementsOf(parameter(9, 'uuid'), 4, 'b.n')},
       ${elementsOf(parameter(10, 'double precision'), 20, 'b.n')},
       ${elementsOf(parameter(11, 'double precision'), 12, 'b.n')}
     from unnest(${parameter(0, 'uuid')}, ${parameter(1, 'timestamptz')}, ${doubles(2, 7)})
       with ordinality as b(match_id, played_at, units_won, units_lost, units_standard, weight, length, pair_evidence,
         result, n)`;
}

/** A block of the ledger as parameters of {@link insertLedger}. */
export function packLedger(inputs: LedgerInputs, { before, after }: StoredStates): PackedArray[] {
  return [
    packUuids(inputs.match_ids),
    packInstants(inputs.played_at),
    packDoubles(nullForNaN(inputs.units_won)),
    packDoubles(nullForNaN(inputs.units_lost)),
    packDoubles(nullForNaN(inputs.units_standard)),
    packDoubles(inputs.weight),
    packDoubles(inputs.length),
    packDoubles(inputs.pair_evidence),
    packDoubles(inputs.result),
    packUuids(inputs.player_ids),
    packDoubles(before),
    packDoubles(after),
  ];
}
