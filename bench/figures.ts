/** Output of benches: progress on standard error, tables on standard output, raw figures in `bench/out`. */
import { mkdirSync, writeFileSync } from 'node:fs';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const printProgress = (text: string): void => void process.stderr.write(`${text}\n`);

/** Runs each, and prints the results together. */
export async function printEach(runs: Readonly<Record<string, () => Promise<string>>>): Promise<void> {
  const results: string[] = [];
  for (const [name, run] of Object.entries(runs)) {
    print(`${name} …`);
    results.push(`${name}: ${await run()}`);
  }
  print(`\n${results.join('\n')}`);
}

/** Writes figures to `bench/out/NAME.json`. */
export function writeFigures(name: string, figures: unknown): void {
  mkdirSync(new URL('out/', import.meta.url), { recursive: true });
  writeFileSync(new URL(`out/${name}.json`, import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);
}

/** A Markdown table that can be pasted into `bench/results.md`. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map(padded).join(' | ')} |`;
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [titles, rule, ...rows].map(line).join('\n');
}

export const numberText = (value: number, decimals = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param ascending sorted values. @param share for example 0.99. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
}
