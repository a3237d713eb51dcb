import { ratedMatch } from '../../src/domain/ledger/rated-match.ts';
import { storedAfter, storedBefore } from '../../src/domain/ledger/states.ts';
import {
  createMatchColumns,
  createRatingColumns,
  MODEL_VERSION,
  NEW_POOL,
  type RatingColumns,
  rateBlock,
  writeMatch,
} from '../../src/rating/index.ts';
import type { MatchRow } from '../../src/store/matches/match-rows.ts';
import type { CopyValue } from './copy.ts';
import { inOrderOfIds, type Population } from './population.ts';
/** Rates seeded matches while they are generated. */

export const LEDGER_COLUMNS = [
  'match_id',
  'played_at',
  'model_version',
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
] as const;

export const PLAYER_COLUMNS = [
  'player_id',
  'mean',
  'variance',
  'shown',
  'last_played_at',
  'matches_played',
  'last_match_id',
  'model_version',
] as const;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Rates matches, which have to come in order of play, and makes their rows of the ledger. */
export class SeedLedger {
  readonly #ids: readonly string[];
  readonly #indices: ReadonlyMap<string, number>;
  readonly #ratings: RatingColumns;
  readonly #lastMatches: (string | null)[];

  constructor({ playerIds }: Population) {
    this.#ids = playerIds;
    this.#indices = new Map(playerIds.map((id, index) => [id, index]));
    this.#ratings = createRatingColumns(playerIds.length);
    this.#lastMatches = playerIds.map(() => null);
  }

  /** @returns a row for each match, with the values of `LEDGER_COLUMNS` */
  rate(rows: readonly MatchRow[]): CopyValue[][] {
    const matches = rows.map(ratedMatch);
    const columns = createMatchColumns(matches.length);
    for (const [
      row,
      {
        player_ids,
        played_at,
        units_won: won,
        units_lost: lost,
        units_standard: std,
        weight,
        length,
        pair_evidence,
        result,
      },
    ] of matches.entries()) {
      const [a = -1, b = -1, c = -1, d = -1] = player_ids.map((id) => this.#indices.get(id));
      const units = won === null || lost === null || std === null ? null : { won, lost, std };
      writeMatch(columns, row, {
        players: [a, b, c, d],
        at: played_at,
        units,
        weight,
        length,
        pairEvidence: pair_evidence,
        result,
      });
      for (const player of [a, b, c, d]) this.#lastMatches[player] = matches[row]?.match_id ?? null;
    }
    const before = createRatingColumns(4 * matches.length);
    const after = createRatingColumns(4 * matches.length);
    rateBlock(this.#ratings, columns, { pool: NEW_POOL, winProbability: null, before, after });
    const states = { before: storedBefore(before), after: storedAfter(after) };
    return matches.map((match, row) => [
      match.match_id,
      iso(match.played_at),
      MODEL_VERSION,
      match.player_ids,
      match.units_won,
      match.units_lost,
      match.units_standard,
      match.weight,
      match.length,
      match.pair_evidence,
      match.result,
      [...states.before.subarray(20 * row, 20 * (row + 1))],
      [...states.after.subarray(12 * row, 12 * (row + 1))],
    ]);
  }

  /** @returns a row for each player, in order of id, with the values of `PLAYER_COLUMNS` */
  *players(): Generator<CopyValue[]> {
    const { mean, variance, shown, at, played } = this.#ratings;
    for (const [index, id] of inOrderOfIds(this.#ids)) {
      const last = this.#lastMatches[index] ?? null;
      if (last === null) yield [id, null, null, null, null, 0, null, null];
      else {
        const state = [
          mean[index] ?? 0,
          variance[index] ?? 0,
          shown[index] ?? 0,
          iso(at[index] ?? 0),
          played[index] ?? 0,
        ];
        yield [id, ...state, last, MODEL_VERSION];
      }
    }
  }
}
