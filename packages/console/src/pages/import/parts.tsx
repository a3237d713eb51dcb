import { FileFault } from '@bandeja/importer/file-fault';
import type { GroupCount } from '@bandeja/importer/group-counter';
import type { RowName } from '@bandeja/importer/rows';
import type { WarningGroup } from '@bandeja/importer/warnings';
import { fill, texts } from '../../language.ts';
import { formatNumber } from '../../numbers.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { warningText } from './labels.ts';
import { translate } from './translate.ts';

const t = texts({
  unreadable: [
    'This file cannot be imported.',
    'Este archivo no se puede importar.',
    'Este ficheiro não pode ser importado.',
  ],
  rows: ['{n} {n|row|rows}', '{n} {n|fila|filas}', '{n} {n|linha|linhas}'],
  line: ['{n|line|lines} {list}', '{n|línea|líneas} {list}', '{n|linha|linhas} {list}'],
  row: ['{n|row|rows} {list}', '{n|fila|filas} {list}', '{n|linha|linhas} {list}'],
  match: ['{n|match|matches} {list}', '{n|partido|partidos} {list}', '{n|encontro|encontros} {list}'],
  progress: ['{done} of {total} rows', '{done} de {total} filas', '{done} de {total} linhas'],
});

/** Queries that read a file in the browser: nothing changes it, and its rows are not data to compare. */
export const LOCAL = { staleTime: 'static', gcTime: 0, structuralSharing: false } as const;

let lastId = 0;
/** Another one for each file and each visit of a step, so that none shows the query of another. */
export const nextId = (): number => ++lastId;

export const rowsText = (n: number): string => fill(t.rows, { n });

/** A file that cannot be read, in the words of the reader; or any other error. */
export function FileProblem({ error }: { readonly error: unknown }) {
  if (!(error instanceof FileFault)) return <Fault error={error} />;
  return (
    <div className="state fault" role="alert">
      <p>{t.unreadable}</p>
      <p className="quiet">{translate(error.message)}</p>
    </div>
  );
}

interface GroupsProps {
  readonly groups: readonly GroupCount[];
  readonly rowName: RowName;
  readonly textOf: (group: GroupCount) => string;
}

/** Rows with the same fault or warning. */
export function Groups({ groups, rowName, textOf }: GroupsProps) {
  return (
    <ul className="groups">
      {groups.map((group) => {
        const { problem, rows, lines, example } = group;
        const list = lines.map(formatNumber).join(', ') + (rows > lines.length ? ', …' : '');
        return (
          <li key={problem}>
            <strong>{rowsText(rows)}</strong>
            <span>
              {textOf(group)} <span className="quiet">({fill(t[rowName], { n: lines.length, list })})</span>
              {example !== '' && <small className="quiet">{translate(example)}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface NamesListProps {
  readonly title: string;
  readonly names: readonly (readonly [name: string, username: string | undefined])[];
  readonly isOpen?: boolean;
}

/** Names with usernames, behind their count. */
export function NamesList({ title, names, isOpen = false }: NamesListProps) {
  if (names.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ul className="names-list">
        {names.map(([name, username]) => (
          <li key={`${name} ${username}`}>
            {name} <small className="quiet">{username}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface WarningGroupsProps extends Pick<GroupsProps, 'rowName'> {
  readonly groups: readonly WarningGroup[];
}

export function WarningGroups({ groups, rowName }: WarningGroupsProps) {
  const shown = groups.map((group) => ({ ...group, problem: warningText(group.code, group.problem) }));
  return <Groups groups={shown} rowName={rowName} textOf={({ problem }) => problem} />;
}

interface RowsProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

export const RowsProgress = ({ label, done, total }: RowsProgressProps) => (
  <Progress label={label} done={done} total={total} text={fill(t.progress, { done, total })} />
);
