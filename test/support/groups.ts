/**
 * Test files that share a process. The embedded database is then compiled once for all of them, which is most of the time that a
 * small file takes, and without optimization, which only long files gain from. Each file still has databases of its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One folder for each run. Node does not strip types there, so the files in it are JavaScript. */
const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/bandeja-test-groups/${process.pid}`, import.meta.url));

/**
 * Distributes files over groups.
 * @param defaults environment variables of the groups, unless they are set already
 * @returns for each group the file that imports its files
 */
export function writeGroups(
  name: string,
  files: readonly string[],
  count: number,
  defaults: Readonly<Record<string, string>> = {},
): string[] {
  mkdirSync(FOLDER, { recursive: true });
  return Array.from({ length: count }, (_, group) => {
    const imports = files
      .filter((_file, index) => index % count === group)
      .map((file) => `  await import(${JSON.stringify(pathToFileURL(file).href)});`);
    const settings = Object.entries(defaults).map(
      ([variable, value]) => `process.env[${JSON.stringify(variable)}] ??= ${JSON.stringify(value)};`,
    );
    const entry = path.join(FOLDER, `${name}-${group + 1}.test.mjs`);
    const lines = [
      "import { describe } from 'node:test';",
      "import v8 from 'node:v8';",
      "v8.setFlagsFromString('--liftoff-only');",
      ...settings,
      // All tests are described before the first one runs: so it is known who will use what they share.
      `describe(${JSON.stringify(`${name} ${group + 1}`)}, async () => {`,
      ...imports,
      '});',
      '',
    ];
    writeFileSync(entry, lines.join('\n'));
    return entry;
  });
}

/** Removes the files that {@link writeGroups} has written. */
export function removeGroups(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}
