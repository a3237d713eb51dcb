/**
 * Finds the phrases of `words.ts` in everything the repository adds: code, comments, texts and docs.
 *
 *     npm run words [PATH…]     prints the hits, below the paths if any are given
 *
 * A line that needs one of them says why: `words-ok: REASON`, in a comment on the same line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from '../repository.ts';
import { PHRASES } from './words.ts';

const TEXT = /\.(?:[jt]s|tsx|mjs|md|py|sql|ya?ml|sh|service|example|html|css|txt)$|(?:^|\/)Dockerfile$/u;
/** Generated from files that are checked, or not ours; and the list itself. */
const UNCHECKED = [
  /^test\/tidy\//u,
  /^LICENSE$/u,
  /\/generated\//u,
  /^packages\/service\/migrations\/schema\.sql$/u,
  /^docs\/errors\.md$/u,
];
const EXCUSED = /words-ok: \S/u;
/** Most lines have none of the phrases. */
const ANY = new RegExp(PHRASES.map(({ pattern }) => pattern.source).join('|'), 'imu');

export interface Hit {
  readonly path: string;
  readonly line: number;
  readonly phrase: string;
  readonly found: string;
  readonly instead: string;
}

export function findHits(path: string, text: string): Hit[] {
  return text.split('\n').flatMap((content, index) =>
    EXCUSED.test(content) || !ANY.test(content)
      ? []
      : PHRASES.flatMap(({ name, pattern, instead }) =>
          [...content.matchAll(pattern)].map(([found]) => ({
            path,
            line: index + 1,
            phrase: name,
            found: found.trim(),
            instead,
          })),
        ),
  );
}

/** The hits in the whole repository, also in files that are not committed yet. */
export function findAllHits(): Hit[] {
  return listFiles()
    .filter((path) => TEXT.test(path) && !UNCHECKED.some((pattern) => pattern.test(path)))
    .flatMap((path) => findHits(path, readFileSync(join(root, path), 'utf8')));
}

function main(args: readonly string[]): void {
  const below = findAllHits().filter(({ path }) => args.length === 0 || args.some((prefix) => path.startsWith(prefix)));
  for (const { path, line, found, phrase, instead } of below) {
    process.stdout.write(`${path}:${line} “${found}” (${phrase}): ${instead}\n`);
  }
  process.stdout.write(`${below.length} hits\n`);
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
