/** A copy of the checkout to change: the packages that it imports are links, but its own packages are those of the copy. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

const OWN = '@bandeja';

/** @returns its folder */
export function copyCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-mutants-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    cpSync(join(root, file), join(folder, file), { errorOnExist: false, force: true });
  }
  const modules = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(modules)) {
    if (name === OWN)
      cpSync(join(modules, name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  }
  return folder;
}
