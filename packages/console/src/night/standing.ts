/** A row of a night's ranking in words: a player, or the pair of a night of fixed pairs. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';
import { formatAverage, formatNumber } from '../numbers.ts';

const t = texts({
  byPoints: ['by points', 'por puntos', 'por pontos'],
  byGames: ['by games', 'por juegos', 'por jogos'],
  byWins: ['by matches won', 'por partidos ganados', 'por encontros ganhos'],
  byPointsAMatch: ['by points a match', 'por puntos por partido', 'por pontos por encontro'],
  byGamesAMatch: ['by games a match', 'por juegos por partido', 'por jogos por encontro'],
  points: ['{n|point|points}', '{n|punto|puntos}', '{n|ponto|pontos}'],
  games: ['{n|game|games}', '{n|juego|juegos}', '{n|jogo|jogos}'],
  wins: ['{n|win|wins}', '{n|victoria|victorias}', '{n|vitória|vitórias}'],
  pointsAMatch: ['points a match', 'puntos por partido', 'pontos por encontro'],
  gamesAMatch: ['games a match', 'juegos por partido', 'jogos por encontro'],
  tiedPoints: [
    'Equal totals: the better difference first, then more wins.',
    'A igual total: mejor diferencia y después más victorias.',
    'Com total igual: melhor diferença e depois mais vitórias.',
  ],
  tiedAverages: [
    'Equal averages: the better difference a match first, then more wins.',
    'A igual media: mejor diferencia por partido y después más victorias.',
    'Com média igual: melhor diferença por encontro e depois mais vitórias.',
  ],
  tiedWins: [
    'Equal wins: the higher share of wins first, then the better difference.',
    'A igual número de victorias: mayor proporción de victorias y después mejor diferencia.',
    'Com vitórias iguais: maior proporção de vitórias e depois melhor diferença.',
  ],
  matches: ['{n} {n|match|matches}', '{n} {n|partido|partidos}', '{n} {n|encontro|encontros}'],
});

export type StandingRow = Api.LiveNight['standings'][number];
type Rule = Pick<Api.LiveNight, 'rank_by' | 'scoring'>;

/** The rule that decides, such as “by points a match”. */
export function rankedBy({ rank_by: rule, scoring }: Rule): string {
  if (rule === 'wins') return t.byWins;
  if (rule === 'average') return scoring === 'points' ? t.byPointsAMatch : t.byGamesAMatch;
  return scoring === 'points' ? t.byPoints : t.byGames;
}

/** What decides between equal rows. */
export const tieRule = ({ rank_by: rule }: Pick<Rule, 'rank_by'>): string =>
  ({ points: t.tiedPoints, average: t.tiedAverages, wins: t.tiedWins })[rule];

/** The number that decides. */
export function rankedValue({ points, wins, average }: StandingRow, { rank_by: rule }: Rule): string {
  if (rule === 'average') return average === null ? '–' : formatAverage(average);
  return formatNumber(rule === 'wins' ? wins : points);
}

/** What that number counts. */
export function rankedUnit({ points, wins }: StandingRow, { rank_by: rule, scoring }: Rule): string {
  if (rule === 'average') return scoring === 'points' ? t.pointsAMatch : t.gamesAMatch;
  return fill(rule === 'wins' ? t.wins : t[scoring], { n: rule === 'wins' ? wins : points });
}

export const matchesText = (n: number): string => fill(t.matches, { n });

/** One number, or both of a pair. */
export const numbersOf = ({ number = 0, numbers }: StandingRow): readonly number[] => numbers ?? [number];
