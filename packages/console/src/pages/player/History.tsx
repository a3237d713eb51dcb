import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { Loaded, Placeholder } from '../../parts/Loaded.tsx';
import { Change } from '../../parts/people.tsx';
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
  table: ['As a table', 'Como tabla', 'Como tabela'],
  day: ['Day', 'Día', 'Dia'],
  score: ['Score', 'Puntuación', 'Pontuação'],
  change: ['Change', 'Cambio', 'Variação'],
});

const Chart = lazy(async () => ({ default: (await import('./Chart.tsx')).Chart }));

/** The table shows the newest points; the chart shows all. */
const TABLE_ROWS = 100;

export function History({ username }: { readonly username: string }) {
  const progress = useQuery({
    queryKey: ['progress', username],
    queryFn: ({ signal }) => bandeja().players.progress(username, { limit: 1000, signal }),
  });
  return (
    <Loaded query={progress}>
      {({ points, summary }) =>
        points.length === 0 ? (
          <p className="quiet">{t.none}</p>
        ) : (
          <>
            <p className="quiet small">
              {fill(t.range, {
                first: formatScore(summary.first),
                current: formatScore(summary.current),
                peak: formatScore(summary.peak),
                lowest: formatScore(summary.lowest),
              })}
            </p>
            <Suspense fallback={<Placeholder rows={3} />}>
              <Chart points={points} />
            </Suspense>
            <details>
              <summary>{t.table}</summary>
              <Table columns={[t.day, [t.score, 'number'], [t.change, 'number']]}>
                {points
                  .slice(-TABLE_ROWS)
                  .reverse()
                  .map((point) => (
                    <tr key={`${point.at} ${point.service_score}`}>
                      <td>{formatDay(point.at)}</td>
                      <td className="number">
                        {formatScore(point.service_score)}{' '}
                        <small className="quiet">± {formatScore(point.uncertainty)}</small>
                      </td>
                      <td className="number">
                        <Change points={point.delta} />
                      </td>
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
