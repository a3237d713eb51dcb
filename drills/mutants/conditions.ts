/**
 * Mutants of SQL, which Stryker takes for text: each condition on who may see a player is once always true, and once always false. A parameter
 * keeps its type, because the condition stays beside the constant.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Mutant } from './stryker.ts';

const SOURCES = 'packages/service/src';
const VALUE = String.raw`(?:\$\d+|\w+\.\w+|\$\{\w+\})`;
const COLUMN = String.raw`(?:(?:\w+|\$\{\w+\})\.)?`;
const conditions = new RegExp(
  [
    String.raw`\$\{visibleTo\([^)]*\)\}`,
    `${COLUMN}creator_partner_id (?:=|<>|is distinct from) ${VALUE}`,
    `${COLUMN}redeemed_by_partner_id = ${VALUE}`,
    `${COLUMN}redeemed_at is null`,
    String.raw`s\.expires_at > ${VALUE}`,
    String.raw`visible_by\.\w+ = ${VALUE}`,
    String.raw`(?<=[\s(])(?:\w+|\$\{\w+\})\.profile_is_public(?= and| or|\))`,
  ].join('|'),
  'g',
);

interface Condition {
  readonly file: string;
  readonly index: number;
  readonly text: string;
}

function conditionsIn(folder: string): Condition[] {
  const files = globSync(`${SOURCES}/**/*-store.ts`, { cwd: folder }).concat(
    globSync(`${SOURCES}/**/store.ts`, { cwd: folder }),
  );
  return files.sort().flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(conditions)].map(({ 0: text, index }) => ({
      file,
      index,
      text,
    })),
  );
}

interface Run {
  /** A copy of the checkout for each mutant that is tried at the same time. */
  readonly folders: readonly string[];
  /** The tests of the modules of a folder, by its name, and those of all. */
  readonly tests: ConditionTests;
  readonly environment: Readonly<Record<string, string>>;
  readonly isAsked: (file: string) => boolean;
}

export interface ConditionTests {
  readonly byFolder: Readonly<Record<string, readonly string[]>>;
  readonly ofAll: readonly string[];
}

export async function tryConditions({ folders, tests, environment, isAsked }: Run): Promise<Mutant[]> {
  const found = conditionsIn(folders[0] ?? '').filter(({ file }) => isAsked(file));
  const listsOf = (file: string): (readonly string[])[] => {
    const beside = tests.byFolder[basename(dirname(file))];
    if (beside === undefined)
      throw new Error(`${file} has conditions on players, but no tests: add them to subjects.ts.`);
    return [beside, tests.ofAll];
  };
  for (const list of new Set(found.flatMap(({ file }) => listsOf(file)))) {
    if (!(await passes(folders[0] ?? '', list, environment))) throw new Error(`Without a mutant, ${list} fail.`);
  }
  const left = found.flatMap((condition) =>
    [`(${condition.text} or true)`, `(${condition.text} and false)`].map((change) => ({ ...condition, change })),
  );
  const all = left.length;
  const tried: Mutant[] = [];
  const work = async (folder: string): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const { file, index, text, change } = mutant;
      const path = join(folder, file);
      const original = readFileSync(path, 'utf8');
      writeFileSync(path, original.slice(0, index) + change + original.slice(index + text.length));
      const isKilled = await someFails(folder, listsOf(file), environment);
      writeFileSync(path, original);
      const place = `${file}:${original.slice(0, index).split('\n').length}`;
      tried.push({ place, change: `${text} → ${change}`, status: isKilled ? 'killed' : 'survived' });
      process.stderr.write(`${tried.length} of ${all} conditions, ${place}: ${isKilled ? 'killed' : 'survived'}\n`);
    }
  };
  await Promise.all(folders.map(work));
  return tried;
}

async function someFails(
  folder: string,
  lists: readonly (readonly string[])[],
  environment: Run['environment'],
): Promise<boolean> {
  for (const list of lists) if (!(await passes(folder, list, environment))) return true;
  return false;
}

async function passes(folder: string, tests: readonly string[], environment: Run['environment']): Promise<boolean> {
  const runner = spawn(process.execPath, ['drills/mutants/tests.ts', ...tests], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
    timeout: 600_000,
  });
  const [code] = await once(runner, 'exit');
  return code === 0;
}
