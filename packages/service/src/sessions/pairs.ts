import type { Ranking } from '@bandeja/contract/rankings';
import { decidedRateOf, type Pair, type PlayerName } from '@bandeja/contract/session-rows';
import type { MatchRowWithNames } from '../history/match-row.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import { averageOf, NO_RESULTS, type PlayerResults, resultsWith } from '../ranking/player-results.ts';
import { compareNames, compareUsernames, type Place, placesOf, sidesOfPairs } from '../ranking/players.ts';
import { compareDecisions, ranked } from '../ranking/ranking.ts';

/** The fewest matches together for a pair to be listed. One match shows nothing about how two players combine. */
export const PAIR_MATCHES_MIN = 3;

/** Two players, by id. */
export type PairIds = readonly [string, string];

interface Row extends PlayerResults {
  readonly players: readonly PlayerName[];
}

/** The results of the pairs of a session: of all that played together, or in a night of fixed pairs of those. */
export class Pairs {
  readonly #rows = new Map<string, Row>();
  readonly #names = new Map<string, PlayerName>();
  readonly #fixed: readonly PairIds[] | null;
  readonly #pairOf: ReadonlyMap<string, string>;

  /** @param fixed the pairs of a night of fixed pairs; else null */
  constructor(fixed: readonly PairIds[] | null) {
    this.#fixed = fixed;
    this.#pairOf = new Map((fixed ?? []).flatMap((ids) => ids.map((id): [string, string] => [id, keyOf(ids)])));
  }

  add(match: MatchRowWithNames): void {
    const places = placesOf(match);
    const totals = totalsOf(match.set_scores, scoringOfMatch(match));
    for (const { player_id: id, name } of places) this.#names.set(id, name);
    for (const [key, side] of this.#sidesOf(places)) {
      const row = this.#rows.get(key) ?? { ...NO_RESULTS, players: namesOf(places, side) };
      this.#rows.set(key, { ...row, ...resultsWith(row, match, side, totals) });
    }
  }

  #sidesOf(places: readonly Place[]): Map<string, Place> {
    if (this.#fixed !== null) return sidesOfPairs(places, (id) => this.#pairOf.get(id));
    return new Map(
      places.map((place) => [
        keyOf(places.filter(({ team }) => team === place.team).map((one) => one.player_id)),
        place,
      ]),
    );
  }

  /**
   * Fixed pairs by rank. Other pairs by wins (a draw is half a win), then win rate, then usernames.
   * @param ranking of fixed pairs
   */
  view(ranking: Ranking): Pair[] {
    if (this.#fixed === null) {
      return [...this.#rows.values()]
        .filter((row) => row.played >= PAIR_MATCHES_MIN)
        .sort((a, b) => compareDecisions(a, b) || compareNames(a.players, b.players))
        .map((row) => viewOf(row, null));
    }
    const rows = this.#fixed.flatMap((ids) => {
      const row = this.#rows.get(keyOf(ids));
      if (row === undefined) return [];
      const players = ids.flatMap((id) => this.#names.get(id) ?? []).sort(compareUsernames);
      return [{ ...row, players, games_difference: row.games_won - row.games_lost }];
    });
    const byNames = (a: Row, b: Row): number => compareNames(a.players, b.players);
    return ranked(rows, ranking, byNames).map(({ rank, ...row }) => viewOf(row, rank));
  }
}

const keyOf = (ids: readonly string[]): string => ids.toSorted().join(' ');

const namesOf = (places: readonly Place[], { team }: Place): PlayerName[] =>
  places
    .filter((place) => place.team === team)
    .map(({ name }) => name)
    .sort(compareUsernames);

const viewOf = (row: Row, rank: number | null): Pair => ({
  rank,
  players: [...row.players],
  played: row.played,
  wins: row.wins,
  draws: row.draws,
  losses: row.losses,
  win_rate: decidedRateOf(row.wins, row.losses),
  sets_won: row.sets_won,
  sets_lost: row.sets_lost,
  games_won: row.games_won,
  games_lost: row.games_lost,
  average: averageOf(row),
});
