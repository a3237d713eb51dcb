/** How every bench tells its story: progress on standard error, its table on standard output, its figures in a file. */
import { mkdirSync, writeFileSync } from 'node:fs';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const tell = (text: string): void => void process.stderr.write(`${text}\n`);

/** A whole number with its thousands apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Keeps figures as `bench/out/NAME.json`. */
export function keep(name: string, figures: unknown): void {
  mkdirSync(new URL('out/', import.meta.url), { recursive: true });
  writeFileSync(new URL(`out/${name}.json`, import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
}

export interface Column {
  readonly title: string;
  readonly width: number;
}

/** A table of text: the first column to the left, the others to the right. */
export function tableOf(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ width }, index) => {
        const cell = cells[index] ?? '';
        return index === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ title }) => title)), ...rows.map(line)].join('\n');
}
