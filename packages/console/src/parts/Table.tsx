import type { ReactNode } from 'react';

/** The label of a column, and the classes of its head: `number`, `wide` (left out on phones), `hidden` (for screen readers alone). */
export type Column = string | readonly [label: string, classes: string];

interface TableProps {
  /** Default: a list without a head. */
  readonly columns?: readonly Column[];
  /** Whether the first place is marked. */
  readonly isRanking?: boolean;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A list with a head of columns. */
export function Table({ columns = [], isRanking = false, children }: TableProps) {
  return (
    <table className={isRanking ? 'list ranking' : 'list'}>
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns.map((column) => {
              const [label, classes = ''] = typeof column === 'string' ? [column] : column;
              const shown = classes.split(' ').filter((name) => name !== 'hidden' && name !== '');
              return (
                <th key={label} scope="col" className={shown.length === 0 ? undefined : shown.join(' ')}>
                  {classes.includes('hidden') ? <span className="reader">{label}</span> : label}
                </th>
              );
            })}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  );
}
