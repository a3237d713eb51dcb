/** The matches that a merge was to amend, kept by the tab: after a reload, the report and the undo still have them. */
import type { MergedMatch } from '@bandeja/importer/merge/report';
import type { Pair } from './merging.ts';

interface Kept {
  readonly matches: readonly MergedMatch[];
  readonly at: number;
}

// By id: a username can become that of another player.
const keyOf = ({ from, into }: Pair): string => `bandeja.merge.${from.id}.${into.id}`;

export function readKept(pair: Pair): Kept | null {
  const text = sessionStorage.getItem(keyOf(pair));
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** @returns all matches of the merge, with those of an interrupted run */
export function keep(pair: Pair, matches: readonly MergedMatch[]): readonly MergedMatch[] {
  const all = [...(readKept(pair)?.matches ?? []), ...matches].map(
    ({ id, external_ref, played_at, before, after }): MergedMatch => ({ id, external_ref, played_at, before, after }),
  );
  const distinct = [...new Map(all.map((match) => [match.id, match])).values()];
  try {
    sessionStorage.setItem(keyOf(pair), JSON.stringify({ matches: distinct, at: Date.now() } satisfies Kept));
  } catch {
    // The storage is full. Until a reload, the page has them.
  }
  return distinct;
}

export function forget(pair: Pair): void {
  sessionStorage.removeItem(keyOf(pair));
}
