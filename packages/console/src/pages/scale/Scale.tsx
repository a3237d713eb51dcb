import { useQuery } from '@tanstack/react-query';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatLevel, formatScore } from '../../numbers.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';
import { Table } from '../../parts/Table.tsx';

const t = texts('console.scale.scale');

/** The scale on which scores are shown as levels, and what a level is not. */
export function Scale() {
  const scale = useQuery({ queryKey: ['scale'], queryFn: ({ signal }) => bandeja().service.scale({ signal }) });
  return (
    <Page title={t('title')}>
      <Loaded query={scale}>
        {({ name, text, points }) => (
          <div className="columns even">
            <p>{text}</p>
            <Tile title={name}>
              <Table columns={[t('score'), [t('level'), 'number']]}>
                {points.map(([score = 0, level = 0]) => (
                  <tr key={score}>
                    <td>{formatScore(score)}</td>
                    <td className="number">{formatLevel(level)}</td>
                  </tr>
                ))}
              </Table>
              <p className="quiet small">{t('between')}</p>
            </Tile>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
