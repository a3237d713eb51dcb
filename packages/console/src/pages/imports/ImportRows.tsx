import type { Api } from '@bandeja/client';
import {
  kindOf,
  REPORT_HEADER,
  type RowName,
  type RowResult,
  reportLines,
  shownReference,
  storedResults,
} from '@bandeja/importer';
import { Link } from '@tanstack/react-router';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatNumber } from '../../numbers.ts';
import { Form } from '../../parts/Action.tsx';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Tile } from '../../parts/Page.tsx';
import { saveFile } from '../../parts/SharedPicture.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Differences } from '../import/Conflicts.tsx';
import { format, messageText, reasonText } from '../import/messages.ts';

const t = texts('console.imports.import_rows');
const conflicts = texts('console.import.conflicts');
const resultFile = texts('console.parts.result_file');

/** The rows that are shown, and how the service is asked for them. */
const FILTERS = {
  all: {},
  created: { state: 'created' },
  duplicate: { state: 'duplicate' },
  conflict: { state: 'conflict' },
  held: { state: 'held' },
  rejected: { state: 'rejected' },
  voided: { state: 'voided' },
  warned: { warned: true },
  now_changed: { now: 'changed' },
  now_voided: { now: 'voided' },
} as const;
type Filter = keyof typeof FILTERS;
const filters = Object.keys(FILTERS) as Filter[];

interface ImportRowsProps {
  readonly shown: Api.Import;
  /** From the address. */
  readonly filter: string | undefined;
}

/** What became of each row, in the words of the report. */
export function ImportRows({ shown, filter: named }: ImportRowsProps) {
  const { id, label, rows, undo } = shown;
  const filter = filters.find((one) => one === named) ?? 'all';
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const counts: Partial<Record<Filter, number>> = { ...rows, all: total };
  const hasSome = (one: Filter): boolean => (counts[one] ?? rows.created + (one === 'warned' ? rows.held : 0)) > 0;
  // After an undo, other rows have voided matches.
  const pages = usePages<Api.ImportRow>(['imports', 'rows', id, filter, undo?.state], (where) =>
    bandeja().imports.rows(id, { ...FILTERS[filter], ...where }),
  );
  const rowName = rowNameOf(label);
  if (total === 0) return <Empty title={t('no_rows')} />;
  return (
    <Tile title={t('title')} note={<ReportButton id={id} label={label} rowName={rowName} />}>
      <Tabs
        label={t('title')}
        tabs={filters
          .filter((one) => one === filter || hasSome(one))
          .map((one) => ({
            label: counts[one] === undefined ? t(one) : `${t(one)} ${formatNumber(counts[one])}`,
            link: { to: '/imports/$id', params: { id }, search: one === 'all' ? {} : { rows: one } },
            isActive: one === filter,
          }))}
      />
      <PagedList query={pages} empty={<p className="quiet">{t('none')}</p>}>
        {(found) => (
          <ul className="groups">
            {storedResults(found, rowName).map((result, index) => (
              <ImportedRow key={result.line} row={found[index]} result={result} rowName={rowName} />
            ))}
          </ul>
        )}
      </PagedList>
    </Tile>
  );
}

/** The service does not keep what the numbers count: the name of the file shows it. */
function rowNameOf(label: string): RowName {
  const kind = kindOf(label);
  return kind === '.json' ? 'match' : kind === '.xlsx' ? 'row' : 'line';
}

const CHIPS = {
  created: 'chip good',
  duplicate: 'chip',
  conflict: 'chip pending',
  held: 'chip pending',
  rejected: 'chip bad',
  voided: 'chip',
} as const;

interface ImportedRowProps {
  readonly row: Api.ImportRow | undefined;
  readonly result: RowResult;
  readonly rowName: RowName;
}

function ImportedRow({ row, result, rowName }: ImportedRowProps) {
  const { line, externalRef, matchId, reasons, cautions, differences } = result;
  if (row === undefined) return null;
  const { state, now } = row;
  return (
    <li>
      <strong>{conflicts(rowName, { n: line })}</strong>
      <span>
        <span className="facts-line">
          <span className={now === 'voided' ? 'chip voided' : CHIPS[state]}>{t(`is_${state}`)}</span>
          {now === 'changed' && <span className="chip pending">{t('is_changed')}</span>}
          {now === 'voided' && <span className="chip">{t('is_voided_since')}</span>}
          {shownReference(externalRef)}
          {matchId !== null && (
            <Link to="/matches/$id" params={{ id: matchId }}>
              {conflicts('open')}
            </Link>
          )}
        </span>
        {[...new Set(reasons.map(reasonText))].map((text) => (
          <small key={text}>{text}</small>
        ))}
        <Differences differences={differences} />
        {[...new Set(cautions.map(({ text }) => messageText(text)))].map((text) => (
          <small key={text} className="quiet">
            {text}
          </small>
        ))}
      </span>
    </li>
  );
}

interface ReportButtonProps {
  readonly id: string;
  readonly label: string;
  readonly rowName: RowName;
}

const ReportButton = ({ id, label, rowName }: ReportButtonProps) => (
  <Form
    submit={resultFile('download')}
    isQuiet
    changes={[]}
    onSubmit={async () => {
      const rows = await Array.fromAsync(bandeja().imports.rows(id, { limit: 1000 }));
      const content = REPORT_HEADER + reportLines(storedResults(rows, rowName), id, format);
      saveFile(new Blob([content], { type: 'text/csv' }), `${label.replace(/\.[^.]+$/, '')}-report.csv`);
    }}
  />
);
