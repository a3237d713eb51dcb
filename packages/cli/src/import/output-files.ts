/** The files that an import writes. None of them may destroy another file. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { wrongUse } from '../exit.ts';
import type { GivenOptions } from './import-options.ts';

/** Both are written as CSV, which a spreadsheet does not open under such a name. */
const NOT_CSV = /\.(xlsx?|xlsm|ods|numbers|json|gz|zip)$/i;

/**
 * Refuses options under which a file would be overwritten by another one.
 * @throws {CommandFailure} with the option and what the file is.
 */
export async function checkOutputs(
  input: string,
  { players, playersOut, report }: Pick<GivenOptions, 'players' | 'playersOut' | 'report'>,
): Promise<void> {
  for (const [option, path] of [
    ['--report', report],
    ['--players-out', playersOut],
  ] as const) {
    if (path === undefined) continue;
    if (NOT_CSV.test(path)) throw wrongUse(`${option} ${path}: the file is written as CSV; give it a name in .csv.`);
    if (await isSameFile(path, input)) throw wrongUse(`${option} ${path}: that is the file to import.`);
  }
  if (await isSameFile(report, players)) throw wrongUse(`--report ${report}: that is the players file.`);
  if (await isSameFile(report, playersOut)) throw wrongUse(`--report ${report}: that is the file of --players-out.`);
  if (players === undefined || playersOut === undefined || (await isSameFile(players, playersOut))) return;
  const there = await stat(playersOut).catch(() => null);
  if (there?.isFile() && there.size > 0) {
    throw wrongUse(
      `--players-out ${playersOut}: there is such a file already. To add to it, give it to --players too; else choose another name.`,
    );
  }
}

/** Whether both paths lead to one file, or would if it existed. */
async function isSameFile(one: string | undefined, other: string | undefined): Promise<boolean> {
  if (one === undefined || other === undefined) return false;
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  if (a == null || b == null) return resolve(one) === resolve(other);
  return a.isFile() && a.dev === b.dev && a.ino === b.ino;
}
