import { type RowGroup, type RowName, shownReference } from '@bandeja/importer';
import { texts } from '../../language.ts';
import { formatNumber } from '../../numbers.ts';
import { Fault } from '../../parts/Fault.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { fileFaultText } from './messages.ts';

const t = texts('console.import.parts');

/** Queries that read a file in the browser: nothing changes it, and its rows are not data to compare. */
export const LOCAL = { staleTime: 'static', gcTime: 0, structuralSharing: false } as const;

let lastId = 0;
/** Another one for each file and each visit of a step, so that none shows the query of another. */
export const nextId = (): number => ++lastId;

export const rowsText = (n: number): string => t('rows', { n });

/** A file that cannot be read, in the words of the reader; or any other error. */
export function FileProblem({ error }: { readonly error: unknown }) {
  const text = fileFaultText(error);
  if (text === null) return <Fault error={error} />;
  return (
    <div className="state fault" role="alert">
      <p>{t('unreadable')}</p>
      <p className="quiet">{text}</p>
    </div>
  );
}

interface GroupsProps<G extends string, T> {
  readonly groups: readonly RowGroup<G, T>[];
  readonly rowName: RowName;
  readonly title: (group: RowGroup<G, T>) => string;
  /** What the example has; empty if the title says it. */
  readonly textOf: (one: T) => string;
}

/** Rows with something in common. */
export function Groups<G extends string, T>({ groups, rowName, title, textOf }: GroupsProps<G, T>) {
  return (
    <ul className="groups">
      {groups.map((group) => {
        const { rows, lines, first, all } = group;
        const reference = shownReference(first.externalRef);
        const list = lines.map(formatNumber).join(', ') + (rows > lines.length ? ', …' : '');
        const texts = all.map(textOf).join('; ');
        return (
          <li key={group.group}>
            <strong>{rowsText(rows)}</strong>
            <span>
              {title(group)} <span className="quiet">({t(rowName, { n: lines.length, list })})</span>
              {texts !== '' && (
                <small className={reference === '' ? 'quiet' : 'quiet with-reference'}>
                  {[reference, texts].filter((text) => text !== '').join(': ')}
                </small>
              )}
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

interface RowsProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

export const RowsProgress = ({ label, done, total }: RowsProgressProps) => (
  <Progress label={label} done={done} total={total} text={t('progress', { done, total })} />
);
