/** The first three of a night: players, or pairs where the pairs are fixed. */
import type { Api } from '@bandeja/client';
import { texts } from '../language.ts';
import { nameOfIn } from '../results/court.ts';
import { lengthsOf } from './lengths.ts';
import { matchesText, numbersOf, rankedUnit, rankedValue, type StandingRow } from './standing.ts';

const t = texts('console.night.podium');

/** Equal rows share a step, up to this number. */
const SHARED_MAX = 4;

type RankedNight = Pick<Api.LiveNight, 'players' | 'standings' | 'rank_by' | 'scoring'>;

/** Empty until somebody has played. */
export function NightPodium({ night }: { readonly night: RankedNight }) {
  const nameOf = nameOfIn(night);
  const steps = [1, 2, 3]
    .map((rank) => night.standings.filter((row) => row.rank === rank && row.played > 0))
    .filter((rows): rows is [StandingRow, ...StandingRow[]] => rows.length > 0);
  if (steps.length === 0) return null;
  return (
    <ol className="podium" aria-label={t('podium')}>
      {steps.map((rows) => {
        const [first] = rows;
        return (
          <li key={first.rank} className={`place-${first.rank}`}>
            <span className="who">
              {rows.slice(0, SHARED_MAX).map((row) => (
                <strong key={numbersOf(row).join()} style={lengthsOf(numbersOf(row).map(nameOf))}>
                  {numbersOf(row).map((number) => (
                    <span key={number}>{nameOf(number)}</span>
                  ))}
                </strong>
              ))}
              {rows.length > SHARED_MAX && <small>{t('others', { n: rows.length - SHARED_MAX })}</small>}
            </span>
            <span className="plinth">
              <span className="reader">{t('rank', { n: first.rank })}</span>
              <strong aria-hidden="true">{first.rank}</strong>
              <span className="value">{rankedValue(first, night)}</span>
              <small>{rankedUnit(first, night)}</small>
              <small>{matchesText(first.played)}</small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
