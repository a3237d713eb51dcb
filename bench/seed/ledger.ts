/** Rates seeded matches while they are generated. */

import { nullable, type RowOf, table, text } from '@bandeja/postgres/table';
import { MODEL_VERSION, Players } from '@bandeja/rating';
import type { LedgerRow } from '@bandeja/service/history/ledger-store';
import type { MatchRow } from '@bandeja/service/history/match-row';
import { ratedMatch } from '@bandeja/service/history/rated-match';
import { playerRatings, ratingRow } from '@bandeja/service/history/ratings-store';
import { replayNext } from '@bandeja/service/history/states';
import { inOrderOfIds, type Population, partnerOf } from './population.ts';

export const seededRatings = table('player_ratings', { ...playerRatings.columns, model_version: nullable(text) });

/** Rates matches and creates their ledger rows. Matches have to be in order of play. */
export class SeedLedger {
  readonly #population: Population;
  readonly #players = new Players();
  readonly #lastMatches = new Map<string, string>();

  constructor(population: Population) {
    this.#population = population;
  }

  rate(rows: readonly MatchRow[]): LedgerRow[] {
    for (const { id, player_ids } of rows) for (const player of player_ids) this.#lastMatches.set(player, id);
    return replayNext(this.#players, rows.map(ratedMatch));
  }

  /** @returns a row for each player, in order of id */
  *ratings(): Generator<RowOf<typeof seededRatings>> {
    const { playerIds, partnerIds, size } = this.#population;
    for (const [index, id] of inOrderOfIds(playerIds)) {
      const state = this.#players.get(id);
      const region = partnerIds[partnerOf(size, index)] ?? '';
      const last_match_id = this.#lastMatches.get(id) ?? null;
      const rating = { player_id: id, state, last_match_id, stated: null, version: 1, region, mark: null };
      yield { ...ratingRow(rating), model_version: state && MODEL_VERSION };
    }
  }
}
