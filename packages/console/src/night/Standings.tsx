import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { formatAverage, formatNumber } from '../numbers.ts';
import { type Column, Table } from '../parts/Table.tsx';
import { nameOfIn, standingName } from '../results/court.ts';

const t = texts({
  rank: ['Rank', 'Puesto', 'Posição'],
  player: ['Player', 'Jugador', 'Jogador'],
  won: ['Won', 'Ganados', 'Ganhos'],
  points: ['Points', 'Puntos', 'Pontos'],
  games: ['Games', 'Juegos', 'Jogos'],
  average: ['Average', 'Media', 'Média'],
  none: ['From the first score on', 'A partir del primer resultado', 'A partir do primeiro resultado'],
});

type RankedNight = Pick<Api.LiveNight, 'players' | 'standings' | 'rank_by' | 'scoring'>;

/** The live ranking. What decides it is bold. */
export function Standings({ night }: { readonly night: RankedNight }) {
  const { standings, rank_by: rankBy, scoring } = night;
  const nameOf = nameOfIn(night);
  const classOf = (name: Api.LiveNight['rank_by']) => (rankBy === name ? 'number decides' : 'number');
  const isByAverage = rankBy === 'average';
  if (standings.every(({ played }) => played === 0)) return <p className="quiet">{t.none}</p>;
  const columns: readonly Column[] = [
    [t.rank, 'hidden'],
    t.player,
    [t.won, 'number'],
    [scoring === 'points' ? t.points : t.games, 'number'],
  ];
  return (
    <Table isRanking columns={isByAverage ? [...columns, [t.average, 'number']] : columns}>
      {standings.map((row) => (
        <tr key={row.number ?? row.numbers?.[0]} className={row.rank === 1 && row.played > 0 ? 'first' : undefined}>
          <td className="rank">{row.rank}</td>
          <td className="person-name">{standingName(row, nameOf)}</td>
          <td className={classOf('wins')}>
            {formatNumber(row.wins)}/{formatNumber(row.played)}
          </td>
          <td className={classOf('points')}>{formatNumber(row.points)}</td>
          {isByAverage && <td className="number decides">{row.average === null ? '–' : formatAverage(row.average)}</td>}
        </tr>
      ))}
    </Table>
  );
}
