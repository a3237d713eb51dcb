/** How large the code is. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison, Figure } from '../comparison.ts';

/** Of checkouts before the packages, too. */
const FILES = {
  source: '{src,sdk/src,packages/*/src}/**/*.{ts,js}',
  tests: '{test,packages/*/test}/**/*.{ts,js}',
  benches: 'bench/**/*.{ts,js}',
};

export async function measureLines({ subjects }: Comparison): Promise<Figure[]> {
  return Object.entries(FILES).flatMap(([name, pattern]): Figure[] => {
    const sizes = subjects.map(({ directory }) => sizeOf(directory, pattern));
    const row = (what: string, values: readonly number[]): Figure => ({
      what: `${name}: ${what}`,
      unit: what,
      decimals: 0,
      values: values.map((value) => [value]),
    });
    return [
      row(
        'files',
        sizes.map(({ files }) => files),
      ),
      row(
        'lines',
        sizes.map(({ lines }) => lines),
      ),
    ];
  });
}

function sizeOf(folder: string, pattern: string): { readonly files: number; readonly lines: number } {
  const files = globSync(pattern, { cwd: folder });
  const lines = files.reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length - 1, 0);
  return { files: files.length, lines };
}
