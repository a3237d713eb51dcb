import type { MatchRowWithNames, Team } from '../../store/matches/match-rows.ts';
import { scoringOfMatch } from '../ledger/index.ts';
import { ratingChangeOf, type SideTotals, totalsOf } from '../matches/index.ts';
import { compareUsernames, type Place, placesOf } from './players.ts';
import { compareWins, rateOfDecided } from './results.ts';
import type { LeaderboardRow, PlayerName } from './shapes.ts';

type Tally = Omit<LeaderboardRow, 'rank' | 'win_rate' | 'losses' | 'games_difference' | keyof PlayerName> & {
  readonly name: PlayerName;
};

/**
 * Who won most tonight: by wins (a draw is half of one), then win rate, then games difference, then username. Players who are equal in the first
 * three share a rank, and the next rank is counted on (1, 2, 2, 4).
 */
export class Leaderboard {
  readonly #tallies = new Map<string, Tally>();

  add(match: MatchRowWithNames): void {
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    for (const place of placesOf(match)) {
      const id = place.player_id;
      const delta = place.isHidden ? null : (ratingChangeOf(match, id)?.delta ?? 0);
      this.#tallies.set(id, tallyWith(this.#tallies.get(id), place, totals, delta));
    }
  }

  view(): LeaderboardRow[] {
    const rows = [...this.#tallies.values()].map(rowOf).sort((a, b) => compareResults(a, b) || compareUsernames(a, b));
    let rank = 0;
    return rows.map((row, index) => {
      const previous = rows[index - 1];
      if (previous === undefined || compareResults(previous, row) !== 0) rank = index + 1;
      return { ...row, rank };
    });
  }
}

function tallyWith(
  tally: Tally | undefined,
  place: Place,
  { A, B }: Readonly<Record<Team, SideTotals>>,
  delta: number | null,
): Tally {
  const [own, other] = place.team === 'A' ? [A, B] : [B, A];
  return {
    name: place.name,
    played: (tally?.played ?? 0) + 1,
    wins: (tally?.wins ?? 0) + Number(place.won === true),
    draws: (tally?.draws ?? 0) + Number(place.won === null),
    sets_won: (tally?.sets_won ?? 0) + own.sets,
    sets_lost: (tally?.sets_lost ?? 0) + other.sets,
    games_won: (tally?.games_won ?? 0) + own.games,
    games_lost: (tally?.games_lost ?? 0) + other.games,
    service_score_change: delta === null ? null : (tally?.service_score_change ?? 0) + delta,
  };
}

function rowOf({ name, ...tally }: Tally): LeaderboardRow {
  const { played, wins, draws, sets_won, sets_lost, games_won, games_lost, service_score_change } = tally;
  return {
    rank: 0,
    ...name,
    played,
    wins,
    draws,
    losses: played - wins - draws,
    win_rate: rateOfDecided(wins, played - draws),
    sets_won,
    sets_lost,
    games_won,
    games_lost,
    games_difference: games_won - games_lost,
    service_score_change,
  };
}

/** Compares two rows by what ranks them. Win rates are compared as fractions, not as rounded decimals. */
function compareResults(a: LeaderboardRow, b: LeaderboardRow): number {
  return compareWins(a, b) || b.games_difference - a.games_difference;
}
