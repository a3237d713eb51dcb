/**
 * Test files that share a process. The embedded database is then compiled once for all of them, which is most of the time that a
 * small file takes. Files that use the same service share it too; each file still has its own data.
 *
 * Node's own isolation has no such middle. Of 602 tests in 42 files, a process for each file takes 80 s of a processor, two groups take
 * 30 s, and `--test-isolation=none` takes 27 s, all of them on one core.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Group {
  readonly name: string;
  /** Patterns of its files. Default: all files that no other group names. */
  readonly files?: readonly string[];
  /** Over how many processes its files are distributed. Default: one. */
  readonly processes?: number;
  /** Environment variables, unless they are set already. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether its tests depend on the PostgreSQL server, so that they run on each of several. Default: no. */
  readonly usesPostgres?: boolean;
}

/** One folder for each run. Node does not strip types there, so the files in it are JavaScript. */
const FOLDER = fileURLToPath(new URL(`../node_modules/.cache/bandeja-test-groups/${process.pid}`, import.meta.url));

export const ALL_FILES = ['{bench,packages,test}/**/*.test.ts'];

/**
 * Distributes files over processes, each to the last group that names it.
 * @returns for each process the file that imports its files; their names sort in the order of the groups, and node's runner
 *   starts them in the order of names
 */
export function writeGroups(groups: readonly Group[]): string[] {
  mkdirSync(FOLDER, { recursive: true });
  const byPrecedence = [...groups.filter(({ files }) => !files), ...groups.filter(({ files }) => files)];
  const groupOf = new Map(
    byPrecedence.flatMap((group) => (group.files ?? ALL_FILES).flatMap(filesOf).map((file) => [file, group])),
  );
  return groups.flatMap((group, index) => {
    const files = [...groupOf.keys()].filter((file) => groupOf.get(file) === group).sort();
    const { processes = 1 } = group;
    return Array.from({ length: processes }, (_, number) => {
      const part = files.filter((_file, place) => place % processes === number);
      const name = `${String(index + 1).padStart(2, '0')}-${group.name}-${number + 1}`;
      const entry = path.join(FOLDER, `${name}.test.mjs`);
      writeFileSync(entry, entryOf(group, `${group.name} ${number + 1}`, part));
      return entry;
    });
  });
}

/** @throws if the pattern, or one alternative of its braces, names no file: after a move it would silently drop tests */
export function filesOf(pattern: string): string[] {
  const [braces, list = ''] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (braces !== undefined) return list.split(',').flatMap((part) => filesOf(pattern.replace(braces, part)));
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`${pattern} names no file.`);
  return files;
}

/**
 * The runner follows every promise with an async hook, to know the suite that a test is declared in, and the test that left an error
 * uncaught. Once all tests are declared, the hook is disabled: it takes a sixth of the time of most tests. An uncaught error still fails
 * the run; a run of its file alone names the test.
 */
const KEEP_HOOK = [
  'let hook;',
  'const hooks = Object.getPrototypeOf(createHook({}));',
  'const { enable } = hooks;',
  'hooks.enable = function () { hook = this; hooks.enable = enable; return this.enable(); };',
];

/** Without its hook the runner only says that the file failed, not by which error. */
const FAIL_WITH_UNCAUGHT = [
  'const uncaught = [];',
  "for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection']) process.on(event, (error) => uncaught.push(error));",
  'after(() => { if (uncaught.length > 0) throw new Error(inspect(uncaught)); });',
];

/** Optimizing the embedded database takes longer than the tests gain from it. `--liftoff-only` has no effect in a process that runs already. */
const UNOPTIMIZED = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--wasm-lazy-validation'];

function entryOf({ environment = {} }: Group, name: string, files: readonly string[]): string {
  return [
    "import { createHook } from 'node:async_hooks';",
    "import { after, before, describe } from 'node:test';",
    "import { inspect } from 'node:util';",
    "import v8 from 'node:v8';",
    ...UNOPTIMIZED.map((flag) => `v8.setFlagsFromString('${flag}');`),
    ...Object.entries(environment).map(
      ([variable, value]) => `process.env[${JSON.stringify(variable)}] ??= ${JSON.stringify(value)};`,
    ),
    ...KEEP_HOOK,
    ...FAIL_WITH_UNCAUGHT,
    // All files are imported before the first test runs, so that the users of shared services are known.
    `describe(${JSON.stringify(name)}, async () => {`,
    '  before(() => hook.disable());',
    ...files.map((file) => `  await import(${JSON.stringify(pathToFileURL(file).href)});`),
    '});',
    '',
  ].join('\n');
}

/** Removes the files that {@link writeGroups} has written. */
export function removeGroups(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}
