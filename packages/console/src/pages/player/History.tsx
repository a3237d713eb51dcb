import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { bandeja } from '../../api.ts';
import { texts, withTexts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { Loaded, Placeholder } from '../../parts/Loaded.tsx';
import { Change, causeText, isPlacing, placedText } from '../../parts/scores.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.player.history');

const Chart = lazy(async () => ({ default: (await withTexts(import('./Chart.tsx'))).Chart }));

/** The table shows the newest points; the chart shows all. */
const TABLE_ROWS = 100;

interface HistoryProps {
  /** The player’s id. */
  readonly id: string;
  readonly rating: Api.Rating;
}

export function History({ id, rating }: HistoryProps) {
  const progress = useQuery({
    queryKey: ['progress', id],
    queryFn: ({ signal }) => bandeja().players.progress(id, { limit: 1000, signal }),
  });
  return (
    <Loaded query={progress}>
      {({ points, summary }) =>
        points.length === 0 ? (
          <p className="quiet">{t('none')}</p>
        ) : (
          <>
            <p className="quiet small">
              {isPlacing(rating)
                ? placedText(rating)
                : t('range', {
                    first: formatScore(summary.first),
                    current: formatScore(summary.current),
                    peak: formatScore(summary.peak),
                    lowest: formatScore(summary.lowest),
                  })}
            </p>
            <Suspense fallback={<Placeholder rows={3} />}>
              <Chart points={points} />
            </Suspense>
            {!points.every(isPlacing) && <p className="quiet small">{t('band')}</p>}
            <details>
              <summary>{t('table')}</summary>
              <Table columns={[t('day'), [t('score'), 'number'], [t('change'), 'number']]}>
                {points
                  .slice(-TABLE_ROWS)
                  .reverse()
                  .map((point) => (
                    <tr key={`${point.at} ${point.service_score}`}>
                      <td>
                        {formatDay(point.at)} <small className="quiet">{causeText(point)}</small>
                      </td>
                      <td className="number">
                        {formatScore(point.service_score)}
                        {!isPlacing(point) && <small className="quiet"> ± {formatScore(point.uncertainty)}</small>}
                      </td>
                      <td className="number">{isPlacing(point) ? t('placed') : <Change points={point.delta} />}</td>
                    </tr>
                  ))}
              </Table>
            </details>
          </>
        )
      }
    </Loaded>
  );
}
