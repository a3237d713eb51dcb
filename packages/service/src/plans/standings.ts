import type { Ranking } from '@bandeja/contract/rankings';
import { roundTo } from '@bandeja/contract/rounding';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import { NO_RESULTS, type PlayerResults, resultsWith } from '../ranking/player-results.ts';
import { compareUsernames, sidesOf } from '../ranking/players.ts';
import { type Results, ranked, rankingOf } from '../ranking/ranking.ts';
import { type PlanContent, restingIn } from './plan-rows.ts';
import type { StandingMatch } from './store.ts';

/** A player's place in the night. */
interface PlayerStanding extends Results {
  readonly rank: number;
  readonly number: number;
  readonly played: number;
  /** Points (or games) a match with a scoreline. */
  readonly average: number | null;
  readonly rested: number;
}

/** The players of a night by rank, and the ranking in force. */
interface Standings {
  readonly rankBy: Ranking;
  readonly rows: readonly PlayerStanding[];
}

/**
 * The players of a plan by rank, as the recap would rank them. Every entered result counts, pending ones too.
 * @param usernameOf for ties, which are listed by username
 */
export function standingsOf(
  { settings, rounds }: PlanContent,
  matches: readonly StandingMatch[],
  usernameOf: (playerId: string) => string | null,
): Standings {
  const tallies = new Map<string, PlayerResults>(settings.players.map(({ id }) => [id, NO_RESULTS]));
  for (const match of matches) {
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    for (const side of sidesOf(match)) {
      const tally = tallies.get(side.player_id);
      if (tally !== undefined) tallies.set(side.player_id, resultsWith(tally, match, side, totals));
    }
  }
  const rests = rounds.flatMap(({ opened_at, courts }, index) =>
    opened_at === null ? [] : restingIn(settings, index + 1, courts),
  );
  const players = settings.players.map(({ id }, index) => {
    const tally = tallies.get(id) ?? NO_RESULTS;
    return {
      ...tally,
      number: index + 1,
      username: usernameOf(id),
      games_difference: tally.games_won - tally.games_lost,
      average: tally.scored === 0 ? null : roundTo(tally.games_won / tally.scored, 2),
      rested: rests.filter((number) => number === index + 1).length,
    };
  });
  const rankBy = rankingOf(
    settings.rank_by,
    players.map(({ played }) => played),
  );
  return { rankBy, rows: ranked(players, rankBy, (a, b) => compareUsernames(a, b) || a.number - b.number) };
}
