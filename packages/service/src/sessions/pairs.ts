import { teams } from '@bandeja/contract/match-enums';
import { decidedRateOf, type Pair, type PlayerName } from '@bandeja/contract/session-rows';
import type { MatchRowWithNames } from '../history/match-row.ts';
import { compareUsernames, placesOf } from '../ranking/players.ts';
import { compareDecisions } from '../ranking/ranking.ts';

/** The fewest matches together for a pair to be listed. One match shows nothing about how two players combine. */
export const PAIR_MATCHES_MIN = 3;

interface Together {
  readonly players: readonly PlayerName[];
  played: number;
  wins: number;
  draws: number;
  losses: number;
}

/** The results of the pairs, by wins (a draw is half a win), then win rate, then usernames. */
export class Pairs {
  readonly #rows = new Map<string, Together>();

  add(match: MatchRowWithNames): void {
    const places = placesOf(match);
    for (const team of teams) {
      const pair = places.filter((place) => place.team === team);
      const key = pair
        .map((place) => place.player_id)
        .sort()
        .join(' ');
      const names = (): PlayerName[] => pair.map((place) => place.name).sort(compareUsernames);
      const row = this.#rows.get(key) ?? { players: names(), played: 0, wins: 0, draws: 0, losses: 0 };
      row.played += 1;
      row.wins += Number(pair[0]?.won === true);
      row.draws += Number(pair[0]?.won === null);
      row.losses += Number(pair[0]?.won === false);
      this.#rows.set(key, row);
    }
  }

  view(): Pair[] {
    return [...this.#rows.values()]
      .filter((row) => row.played >= PAIR_MATCHES_MIN)
      .sort((a, b) => compareDecisions(a, b) || comparePlayers(a, b))
      .map(({ losses, ...row }) => ({ ...row, players: [...row.players], win_rate: decidedRateOf(row.wins, losses) }));
  }
}

function comparePlayers(a: Together, b: Together): number {
  for (const [index, player] of a.players.entries()) {
    const other = b.players[index];
    const byName = other === undefined ? 0 : compareUsernames(player, other);
    if (byName !== 0) return byName;
  }
  return 0;
}
