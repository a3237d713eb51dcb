import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * The one behaviour of all scripts that make a file: write it, or, with `--check`, say whether it is up to date (exit
 * code 1 if not). Nothing is written when nothing has changed.
 * @param path relative to the project.
 */
export function writeOrCheck(path: string, content: string): void {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(`Makes ${path}. With --check: only fails if it is out of date.\n`);
    return;
  }
  const file = new URL(`../${path}`, import.meta.url);
  if (contentOf(file) === content) return;
  if (values.check) {
    process.stderr.write(`${path} is out of date: run npm run generate\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, content);
    process.stdout.write(`${path} written\n`);
  }
}

function contentOf(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
