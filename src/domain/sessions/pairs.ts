import type { MatchRowWithNames } from '../../store/matches/match-rows.ts';
import { teams } from '../matches/index.ts';
import { compareUsernames, placesOf } from './players.ts';
import { compareWins, type Results, rateOfDecided } from './results.ts';
import type { Pair, PlayerName } from './shapes.ts';

/** How the pairs did: by wins (a draw is half of one), then win rate, then usernames. */
export class Pairs {
  readonly #rows = new Map<
    string,
    { readonly players: readonly PlayerName[]; played: number; wins: number; draws: number }
  >();

  add(match: MatchRowWithNames): void {
    const places = placesOf(match);
    for (const team of teams) {
      const pair = places.filter((place) => place.team === team);
      const key = pair
        .map((place) => place.player_id)
        .sort()
        .join(' ');
      const names = (): PlayerName[] => pair.map((place) => place.name).sort(compareUsernames);
      const row = this.#rows.get(key) ?? { players: names(), played: 0, wins: 0, draws: 0 };
      row.played += 1;
      row.wins += Number(team === match.winning_team);
      row.draws += Number(match.winning_team === null);
      this.#rows.set(key, row);
    }
  }

  view(): Pair[] {
    return [...this.#rows.values()]
      .sort(comparePairs)
      .map((row) => ({ ...row, win_rate: rateOfDecided(row.wins, row.played - row.draws) }));
  }
}

function comparePairs(a: Results & Pick<Pair, 'players'>, b: Results & Pick<Pair, 'players'>): number {
  const byResults = compareWins(a, b);
  if (byResults !== 0) return byResults;
  for (const [index, player] of a.players.entries()) {
    const other = b.players[index];
    const byName = other === undefined ? 0 : compareUsernames(player, other);
    if (byName !== 0) return byName;
  }
  return 0;
}
