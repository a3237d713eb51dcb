import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { formatAverage, formatNumber } from '../numbers.ts';
import { type Column, Table } from '../parts/Table.tsx';
import { nameOfIn } from '../results/court.ts';
import { numbersOf, tieRule } from './standing.ts';

const t = texts('console.night.standings');

type RankedNight = Pick<Api.LiveNight, 'players' | 'standings' | 'rank_by' | 'scoring' | 'format' | 'sets'>;

interface StandingsProps {
  readonly night: RankedNight;
  /** The number of the player that the phone belongs to: the row is marked, and stays in sight. Default: none. */
  readonly own?: number | null;
}

/** The live ranking of players or fixed pairs. What decides it is bold. */
export function Standings({ night, own = null }: StandingsProps) {
  const { standings, rank_by: rankBy, scoring, format, sets } = night;
  const nameOf = nameOfIn(night);
  const classOf = (name: Api.LiveNight['rank_by']) => (rankBy === name ? 'number decides' : 'number');
  const isByAverage = rankBy === 'average';
  const isOfPairs = format === 'teams';
  const hasGames = isOfPairs && scoring === 'games';
  const hasSets = hasGames && sets > 1;
  const classOfSets = isByAverage ? 'number fifth' : 'number';
  if (standings.every(({ played }) => played === 0)) return <p className="quiet">{t('none')}</p>;
  const columns: readonly Column[] = [
    [t('rank'), 'hidden'],
    isOfPairs ? t('pair') : t('player'),
    [t('won'), 'number'],
    ...(hasSets ? [[t('sets'), classOfSets] as const] : []),
    [scoring === 'points' ? t('points') : t('games'), 'number'],
    ...(isByAverage ? [[t('average'), 'number'] as const] : []),
  ];
  return (
    <div className="standings">
      <Table isRanking columns={columns}>
        {standings.map((row) => {
          const isOwn = own !== null && numbersOf(row).includes(own);
          const classes = [row.rank === 1 && row.played > 0 && 'first', isOwn && 'own'].filter(Boolean).join(' ');
          return (
            <tr key={numbersOf(row).join()} className={classes} aria-current={isOwn || undefined}>
              <td className="rank">{row.rank}</td>
              <td className="person-name">
                {numbersOf(row).map((number) => (
                  <div key={number}>
                    {nameOf(number)}
                    {number === own && <small className="own-mark">{t('own')}</small>}
                  </div>
                ))}
              </td>
              <td className={classOf('wins')}>
                {formatNumber(row.wins)}/{formatNumber(row.played)}
              </td>
              {hasSets && (
                <td className={classOfSets}>
                  {formatNumber(row.sets_won ?? 0)}–{formatNumber(row.sets_lost ?? 0)}
                </td>
              )}
              <td className={classOf('points')}>
                {formatNumber(row.points)}
                {hasGames && `–${formatNumber(row.games_lost ?? 0)}`}
              </td>
              {isByAverage && (
                <td className="number decides">{row.average === null ? '–' : formatAverage(row.average)}</td>
              )}
            </tr>
          );
        })}
      </Table>
      <p className="quiet small">{tieRule(night)}</p>
    </div>
  );
}
