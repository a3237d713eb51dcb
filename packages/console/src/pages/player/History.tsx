import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { Loaded, Placeholder } from '../../parts/Loaded.tsx';
import { Change, causeText, isPlacing, placedText } from '../../parts/scores.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts({
  none: [
    'The curve begins with the first rated match.',
    'La curva empieza con el primer partido valorado.',
    'A curva começa com o primeiro encontro avaliado.',
  ],
  range: [
    'From {first} to {current}. Highest {peak}, lowest {lowest}.',
    'De {first} a {current}. Máximo {peak}, mínimo {lowest}.',
    'De {first} a {current}. Máximo {peak}, mínimo {lowest}.',
  ],
  band: [
    'The band is the score ± 1 uncertainty.',
    'La franja es la puntuación ± 1 margen.',
    'A faixa é a pontuação ± 1 margem.',
  ],
  table: ['As a table', 'Como tabla', 'Como tabela'],
  day: ['Day', 'Día', 'Dia'],
  score: ['Score', 'Puntuación', 'Pontuação'],
  change: ['Change', 'Cambio', 'Variação'],
  placed: ['placed', 'inicial', 'inicial'],
});

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));

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
          <p className="quiet">{t.none}</p>
        ) : (
          <>
            <p className="quiet small">
              {isPlacing(rating)
                ? placedText(rating)
                : fill(t.range, {
                    first: formatScore(summary.first),
                    current: formatScore(summary.current),
                    peak: formatScore(summary.peak),
                    lowest: formatScore(summary.lowest),
                  })}
            </p>
            <Suspense fallback={<Placeholder rows={3} />}>
              <Chart points={points} />
            </Suspense>
            {!points.every(isPlacing) && <p className="quiet small">{t.band}</p>}
            <details>
              <summary>{t.table}</summary>
              <Table columns={[t.day, [t.score, 'number'], [t.change, 'number']]}>
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
                      <td className="number">{isPlacing(point) ? t.placed : <Change points={point.delta} />}</td>
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
