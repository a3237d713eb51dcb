import type { Ranking } from '@bandeja/contract/rankings';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import { averageOf, NO_RESULTS, type PlayerResults, resultsWith } from '../ranking/player-results.ts';
import { compareNames, compareUsernames, sidesOf, sidesOfPairs } from '../ranking/players.ts';
import { type Results, ranked, rankingOf } from '../ranking/ranking.ts';
import { numbersOf, type PlanContent, type PlanSettings, restingIn } from './plan-rows.ts';
import type { StandingMatch } from './store.ts';

/** A player's place in the night, or a pair's in a night of fixed pairs. */
export interface Standing extends Results, PlayerResults {
  readonly rank: number;
  /** One number, or the two of a pair. */
  readonly numbers: readonly number[];
  /** Points (or games) a match with a scoreline. */
  readonly average: number | null;
  readonly rested: number;
}

/** The players or pairs of a night by rank, and the ranking in force. */
interface Standings {
  readonly rankBy: Ranking;
  readonly rows: readonly Standing[];
}

/**
 * The players of a plan by rank, or its fixed pairs, as the recap would rank them. Every entered result counts, pending ones too.
 * @param usernameOf for ties, which are listed by username
 */
export function standingsOf(
  { settings, rounds }: PlanContent,
  matches: readonly StandingMatch[],
  usernameOf: (playerId: string) => string | null,
): Standings {
  const ids = settings.players.map(({ id }) => id);
  const units: readonly (readonly number[])[] =
    settings.format === 'teams' ? settings.fixed_pairs : ids.map((_, index) => [index + 1]);
  const unitOf = new Map(units.flatMap((numbers, unit) => numbers.map((number) => [ids[number - 1] ?? '', unit])));
  const tallies = units.map((): PlayerResults => NO_RESULTS);
  const played = new Map(ids.map((id) => [id, 0]));
  for (const match of matches) {
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    const sides = sidesOf(match);
    for (const { player_id: id } of sides) played.set(id, (played.get(id) ?? 0) + 1);
    for (const [unit, side] of sidesOfPairs(sides, (id) => unitOf.get(id))) {
      tallies[unit] = resultsWith(tallies[unit] ?? NO_RESULTS, match, side, totals);
    }
  }
  const rests = restsOf(settings, rounds);
  const rows = units.map((numbers, unit) => {
    const tally = tallies[unit] ?? NO_RESULTS;
    return {
      ...tally,
      numbers,
      names: numbers.map((number) => ({ username: usernameOf(ids[number - 1] ?? '') })).sort(compareUsernames),
      games_difference: tally.games_won - tally.games_lost,
      average: averageOf(tally),
      rested: rests.filter((resting) => numbers.some((number) => resting.includes(number))).length,
    };
  });
  const rankBy = rankingOf(
    settings.rank_by,
    ids.map((id) => played.get(id) ?? 0),
  );
  const byNames = (a: (typeof rows)[number], b: (typeof rows)[number]): number =>
    compareNames(a.names, b.names) || (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0);
  return { rankBy, rows: ranked(rows, rankBy, byNames) };
}

/** Who rests in each opened round. Of a pair with a substitute, neither rests. */
function restsOf(settings: PlanSettings, rounds: PlanContent['rounds']): number[][] {
  const partnerOf = new Map(
    settings.format === 'teams' ? settings.fixed_pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]) : [],
  );
  return rounds.flatMap(({ opened_at, courts }, index) => {
    if (opened_at === null) return [];
    const playing = new Set(courts.flatMap(numbersOf));
    return [restingIn(settings, index + 1, courts).filter((number) => !playing.has(partnerOf.get(number) ?? 0))];
  });
}
