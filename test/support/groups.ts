/**
 * Test files that share a process: the embedded database is compiled once for all of them, which for a small file is most
 * of what it costs, and not optimized, which none of them is long enough to gain from. Each still has databases of its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One for each run. Node strips no types in here, so that what is written is JavaScript. */
const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/bandeja-test-groups/${process.pid}`, import.meta.url));

/**
 * Deals the files out to so many groups.
 * @returns a file for each group, which imports those of the group.
 */
export function writeGroups(files: readonly string[], count: number): string[] {
  mkdirSync(FOLDER, { recursive: true });
  return Array.from({ length: count }, (_, group) => {
    const lines = files
      .filter((_, index) => index % count === group)
      .map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});`);
    const entry = path.join(FOLDER, `group-${group + 1}.test.mjs`);
    writeFileSync(
      entry,
      ["import v8 from 'node:v8';", "v8.setFlagsFromString('--liftoff-only');", ...lines, ''].join('\n'),
    );
    return entry;
  });
}

/** Removes the files that {@link writeGroups} has written. */
export function removeGroups(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}
