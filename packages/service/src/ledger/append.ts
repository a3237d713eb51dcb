import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { MODEL_VERSION } from '@bandeja/rating';
import type { PlayerRating } from '../history/ratings-store.ts';
import type { LedgerConditions } from './conditions-store.ts';
import { CurrentRatings } from './current-ratings.ts';
import { type HistoryChange, playersOf, type RatedChange } from './history-change.ts';
import { lockLinks } from './with-players.ts';

/** Appended matches, rated. */
export interface AppendedChange extends RatedChange {
  /** The ids of the matches that are not settled yet. */
  readonly unsettled: ReadonlySet<string>;
}

/**
 * Rates matches that come after everything their players have played. Reads nothing, unless players of several regions meet.
 * @param players the locked ratings of all their players
 * @param conditions read after the locks
 * @throws {Problem} `not_ready` if the ledger was made with another model
 */
export async function rateAppended(
  transaction: Transaction,
  changes: readonly HistoryChange[],
  players: readonly PlayerRating[],
  conditions: LedgerConditions,
): Promise<AppendedChange> {
  if (changes.length > 0 && conditions.model_version !== MODEL_VERSION) throw new Problem('not_ready');
  const inserted = changes.flatMap((change) => change.inserted);
  const known = new Map(players.map((rating) => [rating.player_id, rating]));
  const linked = await lockLinks(transaction, changes, known, conditions, false);
  const ratings = new CurrentRatings(players);
  const appended = ratings.append(inserted, linked.conditions);
  return {
    ...appended,
    removed: [],
    ratings: playersOf({ inserted, removed: [], restarted: [] }).map((id) => ratings.of(id)),
    links: linked.links,
    shifts: [],
    cause: 'older_result',
    guards: [],
    markedBy: [],
    met: [],
    reached: [],
  };
}
