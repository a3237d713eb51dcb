import { useQuery } from '@tanstack/react-query';
import { service } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page, Tile } from '../../parts/Page.tsx';

const t = texts('console.operator.diagnosis');

const ORDER = ['problem', 'warning', 'ok'] as const;
const CHIPS = { problem: 'bad', warning: 'pending', ok: 'good' } as const;

export function Diagnosis() {
  const diagnosis = useQuery({
    queryKey: ['diagnosis'],
    queryFn: ({ signal }) => service().service.diagnosis({ signal }),
  });
  const { data } = diagnosis;
  return (
    <Page
      title={t('title')}
      subtitle={
        data === undefined ? '…' : t('subtitle', { version: data.service_version, time: formatMoment(data.at) })
      }
      actions={
        <button type="button" className="main" onClick={() => void diagnosis.refetch()}>
          {t('again')}
        </button>
      }
    >
      <Tile title={t('findings')}>
        <Loaded query={diagnosis} rows={6}>
          {({ findings }) => (
            <ul className="findings">
              {ORDER.flatMap((state) => findings.filter((finding) => finding.state === state)).map((finding) => (
                <li key={finding.code}>
                  <span className={`chip ${CHIPS[finding.state]}`}>{t(finding.state)}</span>
                  <span>{finding.text}</span>
                  {finding.advice !== null && <span className="quiet small">{finding.advice}</span>}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Tile>
    </Page>
  );
}
