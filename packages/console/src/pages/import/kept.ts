/** What a tab keeps of an import, so that it goes on after a reload. It is gone with the tab. */
import type { RowResult } from '@bandeja/importer/results';
import type { Decisions } from './decisions.ts';
import type { Choices } from './reading.ts';

export interface Kept {
  readonly choices: Choices;
  readonly decisions: Decisions;
  readonly registers: boolean;
  readonly isStrict: boolean;
  readonly replaceVoided: boolean;
  /** Rows that were left out because of their warnings, by their numbers in the sheet that was chosen. */
  readonly leftOut: readonly number[];
  readonly at: number;
  /** All rows have a result. */
  readonly isDone: boolean;
}

const PREFIX = 'bandeja.import.';

/** The same file on the disk. */
const keyOf = ({ name, size, lastModified }: File): string => `${PREFIX}${name}.${size}.${lastModified}`;

export function readKept(file: File): Kept | null {
  const text = sessionStorage.getItem(keyOf(file));
  return text === null ? null : (JSON.parse(text) as Kept);
}

const batchesOf = (file: File): string[] => {
  const begin = `${keyOf(file)}#`;
  return Object.keys(sessionStorage).filter((key) => key.startsWith(begin));
};

/** References of the matches that were created, by id. */
export function readCreated(file: File): ReadonlyMap<string, string> {
  return new Map(
    batchesOf(file).flatMap((key) => JSON.parse(sessionStorage.getItem(key) ?? '[]') as [string, string][]),
  );
}

export function keep(file: File, kept: Kept): void {
  store(keyOf(file), kept);
}

export function keepMore(file: File, more: Partial<Kept>): void {
  const kept = readKept(file);
  if (kept !== null) keep(file, { ...kept, ...more });
}

/** Each batch has its own entry, so that a large file is not written again and again. */
export function keepCreated(file: File, results: readonly RowResult[]): void {
  const created = results.flatMap(({ status, id, externalRef }) =>
    status === 'created' && id !== null ? [[id, externalRef]] : [],
  );
  const [first] = created;
  if (first !== undefined) store(`${keyOf(file)}#${first[0]}`, created);
}

export function forget(file: File): void {
  for (const key of [keyOf(file), ...batchesOf(file)]) sessionStorage.removeItem(key);
}

/** Without it, rows that are stored count as duplicates after a reload: nothing is stored twice. */
function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full.
  }
}
