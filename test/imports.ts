/** What the files of the repository import. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listFiles, root } from './repository.ts';

export interface SourceFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly lines: readonly string[];
}

export interface Import {
  readonly from: SourceFile;
  readonly line: number;
  readonly specifier: string;
  /** The imported file relative to the project; the specifier of a library. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

interface Manifest {
  readonly version: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, Readonly<Record<'browser' | 'default', string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestAt = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
export const rootManifest = manifestAt('.');
/** By the name of their folder. */
export const packages = new Map(
  listFiles()
    .flatMap((path) => /^packages\/([a-z]+)\/package\.json$/.exec(path)?.[1] ?? [])
    .map((name) => [name, manifestAt(`packages/${name}`)]),
);

export const packageOf = (path: string): string | null => /^packages\/([a-z]+)\//.exec(path)?.[1] ?? null;
export const isSource = (path: string): boolean => /^packages\/[a-z]+\/src\//.test(path);

export const read = (path: string): SourceFile => ({
  path,
  lines: readFileSync(join(root, path), 'utf8').split('\n'),
});

const STATEMENT = /(?:^|\n)(import|export)\s(type\s)?([^;'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/g;

export function importsOf(file: SourceFile): Import[] {
  const text = file.lines.join('\n');
  return [...text.matchAll(STATEMENT)].map((match) => {
    const specifier = match[4] ?? match[5] ?? '';
    const line = text.slice(0, match.index + 1).split('\n').length;
    return { from: file, line, specifier, to: targetOf(file.path, specifier), isTypeOnly: match[2] !== undefined };
  });
}

/** Resolves a specifier as Node does, by the `exports` and the `imports` of the package. */
function targetOf(from: string, specifier: string): string {
  const own = packageOf(from) ?? '';
  const inside = packages.get(own)?.imports?.[specifier]?.default;
  if (inside !== undefined) return posix.join('packages', own, inside);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const [, name = '', rest] = /^@bandeja\/([a-z]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  for (const [pattern, path] of Object.entries(packages.get(name)?.exports ?? {})) {
    const prefix = pattern.replace(/^\.\/?/, '').replace('*', '');
    if (pattern === '.' ? rest === undefined : rest?.startsWith(prefix)) {
      return posix.join('packages', name, path.replace('*', rest?.slice(prefix.length) ?? ''));
    }
  }
  return specifier;
}

/** These start a database, a browser or a process. */
const COSTLY = /^(packages\/postgres\/test\/support\/|@electric-sql\/pglite|playwright-core)/;

/** Whether a test file needs neither a database nor a browser, and starts no process. Nothing has to be made before it runs. */
export function isUnit(testFile: string): boolean {
  const reached = new Set([testFile]);
  for (const path of reached) {
    for (const { to, isTypeOnly } of /\.([jt]s|tsx)$/.test(path) ? importsOf(read(path)) : []) {
      if (isTypeOnly) continue;
      if (COSTLY.test(to) || (to === 'node:child_process' && !isSource(path))) return false;
      if (/^(packages|test|bench|drills|scripts)\//.test(to)) reached.add(to);
    }
  }
  return true;
}
