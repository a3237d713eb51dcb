import { scoreOf } from '../../rating/index.ts';
import type { RatingChange } from '../../store/events/change-log.ts';
import type { LedgerRow } from '../../store/ledger/ledger-row.ts';
import type { PlayerRatingRow, VersionedRating } from '../../store/ledger/ratings.ts';
import { comparePlaces, type LedgerPlace } from './places.ts';
import type { RatedMatch } from './rated-match.ts';
import { type FourStates, type PlayerState, rateForLedger, stateOfPlayer, statesAfter } from './states.ts';

/** The present of a player: the state, and the place of the last rated match; null before the first. */
interface Present {
  readonly state: PlayerState;
  readonly last: LedgerPlace | null;
  /** The version of the rating. */
  readonly version: number;
}

/** The present ratings of some players, which matches are applied to as they are. */
export class Presents {
  readonly #players = new Map<string, Present>();

  constructor(rows: readonly VersionedRating[]) {
    for (const row of rows) this.#players.set(row.player_id, presentOf(row, row.version));
  }

  /** Takes the state and the last match of one of the players from a row. */
  replace(row: PlayerRatingRow): void {
    this.#players.set(row.player_id, presentOf(row, this.#players.get(row.player_id)?.version ?? 0));
  }

  /** Whether the match comes after all that its players have played so far. */
  areBefore(match: RatedMatch): boolean {
    return match.player_ids.every((id) => {
      const last = this.#players.get(id)?.last ?? null;
      return last === null || comparePlaces(last, match) < 0;
    });
  }

  lastMatchOf(playerId: string): string | null {
    return this.#players.get(playerId)?.last?.match_id ?? null;
  }

  /** Rates a match from its players' present states, which stay where they are. */
  rate(match: RatedMatch): LedgerRow {
    const [first = null, second = null, third = null, fourth = null] = match.player_ids.map(
      (id) => this.#players.get(id)?.state,
    );
    return rateForLedger(match, [first, second, third, fourth] satisfies FourStates);
  }

  /** Rates a match from its players' present states, which move along and get their next versions. */
  apply(match: RatedMatch): { readonly row: LedgerRow; readonly changes: readonly RatingChange[] } {
    const row = this.rate(match);
    const changes = statesAfter(row).map((state, slot): RatingChange => {
      const id = match.player_ids[slot] ?? '';
      const { state: before = null, last = null, version = 0 } = this.#players.get(id) ?? {};
      const isLater = last === null || comparePlaces(last, match) < 0;
      const sequence = version + 1;
      this.#players.set(id, {
        state,
        last: isLater ? { played_at: match.played_at, match_id: match.match_id } : last,
        version: sequence,
      });
      return { player_id: id, sequence, score_before: scoreOf(before), score_after: scoreOf(state) };
    });
    return { row, changes };
  }

  rows(): VersionedRating[] {
    return [...this.#players].map(([id, { state, last, version }]) => ({
      ...presentRow(id, state, last?.match_id ?? null),
      version,
    }));
  }
}

function presentOf(row: PlayerRatingRow, version: number): Present {
  const { last_played_at: playedAt, last_match_id: matchId } = row;
  const last = playedAt === null || matchId === null ? null : { played_at: playedAt, match_id: matchId };
  return { state: stateOfPlayer(row), last, version };
}

/** The row of a player with this state after this match. */
export function presentRow(playerId: string, state: PlayerState, lastMatchId: string | null): PlayerRatingRow {
  return {
    player_id: playerId,
    mean: state?.mean ?? null,
    variance: state?.variance ?? null,
    shown: state?.shown ?? null,
    last_played_at: state?.at ?? null,
    matches_played: state?.played ?? 0,
    last_match_id: state === null ? null : lastMatchId,
  };
}
