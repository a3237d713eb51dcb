import type { Ranking, RankSetting } from '@bandeja/contract/rankings';
import type { LeaderboardRow } from '@bandeja/contract/session-rows';

/** The results that rank a player. */
export interface Results extends Pick<LeaderboardRow, 'wins' | 'draws' | 'losses' | 'games_won' | 'games_difference'> {
  /** Matches with a scoreline. */
  readonly scored: number;
}
/** The results that rank a player by wins, and a pair. */
type Decisions = Pick<Results, 'wins' | 'draws' | 'losses'>;

/**
 * The ranking that a setting means. Where some play more than others, `auto` ranks by the average, because a sum favors them.
 * @param played how many matches each player has played, pending ones included
 */
export function rankingOf(setting: RankSetting, played: readonly number[]): Ranking {
  if (setting !== 'auto') return setting;
  return new Set(played).size <= 1 ? 'points' : 'average';
}

/** Negative if the first ranks above the second, 0 if they share a rank. */
const compareResults: Readonly<Record<Ranking, (a: Results, b: Results) => number>> = {
  wins: (a, b) => compareDecisions(a, b) || b.games_difference - a.games_difference,
  points: (a, b) =>
    b.games_won - a.games_won || b.games_difference - a.games_difference || halfWinsOf(b) - halfWinsOf(a),
  average: (a, b) =>
    compareAverages(a, b, (one) => one.games_won) ||
    compareAverages(a, b, (one) => one.games_difference) ||
    halfWinsOf(b) - halfWinsOf(a),
};

/** Averages are compared as fractions. Without a scoreline the average is 0. */
function compareAverages(a: Results, b: Results, of: (results: Results) => number): number {
  return of(b) * Math.max(a.scored, 1) - of(a) * Math.max(b.scored, 1);
}

/** Sorts and numbers players. Equal ones share a rank, and the next rank skips (1, 2, 2, 4). */
export function ranked<Player extends Results>(
  players: readonly Player[],
  ranking: Ranking,
  byName: (a: Player, b: Player) => number,
): (Player & { readonly rank: number })[] {
  const compare = compareResults[ranking];
  const sorted = players.toSorted((a, b) => compare(a, b) || byName(a, b));
  let rank = 0;
  return sorted.map((player, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || compare(previous, player) !== 0) rank = index + 1;
    return { ...player, rank };
  });
}

/** By wins (a draw is half a win), then by win rate. Rates are compared as fractions, not as rounded decimals. */
export function compareDecisions(a: Decisions, b: Decisions): number {
  const [ofA, ofB] = [rateOf(a), rateOf(b)];
  return halfWinsOf(b) - halfWinsOf(a) || ofB.wins * ofA.decided - ofA.wins * ofB.decided;
}

/** Wins in halves, so that draws count exactly. */
const halfWinsOf = ({ wins, draws }: Pick<Results, 'wins' | 'draws'>): number => 2 * wins + draws;

/** The win rate as a fraction. Without a decided match it is one half: comparing without a rate would not be transitive. */
function rateOf({ wins, losses }: Decisions): { readonly wins: number; readonly decided: number } {
  return wins + losses === 0 ? { wins: 1, decided: 2 } : { wins, decided: wins + losses };
}
