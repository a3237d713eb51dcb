/** How large the code is. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison, Figure } from '../comparison.ts';

const FOLDERS = ['src', 'test', 'bench'];

export async function measureLines({ subjects }: Comparison): Promise<Figure[]> {
  return FOLDERS.flatMap((folder): Figure[] => {
    const sizes = subjects.map(({ directory }) => sizeOf(join(directory, folder)));
    const row = (what: string, values: readonly number[]): Figure => ({
      what: `${folder}: ${what}`,
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

function sizeOf(folder: string): { readonly files: number; readonly lines: number } {
  const files = globSync('**/*.{ts,js}', { cwd: folder });
  const lines = files.reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length - 1, 0);
  return { files: files.length, lines };
}
