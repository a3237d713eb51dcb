import { roundTo } from '@bandeja/contract/rounding';
import type { Ranking } from '@bandeja/contract/sessions';
import { scoringOfMatch } from '../matches/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import { type Results, ranked } from '../sessions/ranking.ts';
import { type PlanContent, restingIn } from './plan-rows.ts';
import type { StandingMatch } from './store.ts';

/** A player's place in the night. */
export interface PlayerStanding extends Results {
  readonly rank: number;
  readonly number: number;
  readonly played: number;
  /** Points (or games) a match with a scoreline. */
  readonly average: number | null;
  readonly rested: number;
}

const NOTHING = { played: 0, scored: 0, wins: 0, draws: 0, losses: 0, games_won: 0, games_difference: 0 };

/**
 * The players of a plan by rank, as the recap would rank them. Every entered result counts, pending ones too.
 * @param nameOf for ties, which are listed by username
 */
export function standingsOf(
  { settings, rounds }: PlanContent,
  matches: readonly StandingMatch[],
  nameOf: (playerId: string) => string | null,
  ranking: Ranking = settings.rank_by,
): PlayerStanding[] {
  const tallies = new Map(settings.players.map(({ id }) => [id, NOTHING]));
  for (const match of matches) {
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    for (const [slot, id] of match.player_ids.entries()) {
      const tally = tallies.get(id);
      if (tally === undefined) continue;
      const team = match.teams[slot] ?? 'A';
      const [own, other] = team === 'A' ? [totals.A, totals.B] : [totals.B, totals.A];
      const won = match.winning_team === null ? null : match.winning_team === team;
      tallies.set(id, {
        played: tally.played + 1,
        scored: tally.scored + Number(match.set_scores.length > 0),
        wins: tally.wins + Number(won === true),
        draws: tally.draws + Number(won === null),
        losses: tally.losses + Number(won === false),
        games_won: tally.games_won + own.games,
        games_difference: tally.games_difference + own.games - other.games,
      });
    }
  }
  const rests = rounds.flatMap(({ opened_at, courts }, index) =>
    opened_at === null ? [] : restingIn(settings, index + 1, courts),
  );
  const players = settings.players.map(({ id }, index) => {
    const tally = tallies.get(id) ?? NOTHING;
    const average = tally.scored === 0 ? null : roundTo(tally.games_won / tally.scored, 2);
    const rested = rests.filter((number) => number === index + 1).length;
    return { id, number: index + 1, ...tally, average, rested };
  });
  return ranked(players, ranking, (a, b) => byName(nameOf(a.id), nameOf(b.id)) || a.number - b.number);
}

function byName(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
