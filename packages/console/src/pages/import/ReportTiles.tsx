import type { Report, RowName } from '@bandeja/importer';
import { texts } from '../../language.ts';
import { Tile } from '../../parts/Page.tsx';
import { Conflicts } from './Conflicts.tsx';
import { messageText, reasonText, reasonTitle } from './messages.ts';
import { Groups } from './parts.tsx';

const t = texts('console.import.report_tiles');
const warningTexts = texts('warning_group');

interface TilesProps {
  readonly report: Report;
  readonly rowName: RowName;
  /** Whether the rows are still to be sent. */
  readonly isBefore: boolean;
}

/** The rows that are left out, and those that contradict their matches. */
export const LeftOut = ({ report, rowName, isBefore }: TilesProps) => (
  <>
    {report.reasons.length > 0 && (
      <Tile title={isBefore ? t('to_leave_out') : t('left_out')} {...(isBefore ? { note: t('note') } : {})}>
        <Groups
          groups={report.reasons}
          rowName={rowName}
          title={({ group }) => reasonTitle(group)}
          textOf={reasonText}
        />
      </Tile>
    )}
    <Conflicts conflicts={report.conflicting} rowName={rowName} />
  </>
);

type WarningGroupsProps = Pick<TilesProps, 'rowName'> & { readonly groups: Report['cautions'] };

export const WarningGroups = ({ groups, rowName }: WarningGroupsProps) => (
  <Groups
    groups={groups}
    rowName={rowName}
    title={({ group }) => warningTexts(group)}
    textOf={({ text }) => messageText(text)}
  />
);

/** What was assumed about rows that are stored. */
export const Assumptions = ({ report, rowName }: Pick<TilesProps, 'report' | 'rowName'>) =>
  report.notes.length > 0 && (
    <Tile title={t('assumed')}>
      <Groups
        groups={report.notes}
        rowName={rowName}
        title={({ group, all: [first] }) => (first === undefined ? group : messageText(first.text))}
        textOf={() => ''}
      />
    </Tile>
  );
