/** What a merge was to change, kept by the tab: after a reload, the report and the undo still have them. */
import { type MergedMatch, withEarlier } from '@bandeja/importer/merge/report';
import type { Merged, Pair, Work } from './merging.ts';

interface Kept extends Merged {
  readonly at: number;
}

// By id: a username can become that of another player.
const keyOf = ({ from, into }: Pair): string => `bandeja.merge.${from.id}.${into.id}`;

export function readKept(pair: Pair): Kept | null {
  const text = sessionStorage.getItem(keyOf(pair));
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** @returns all that the merge changes, with what an interrupted run changed */
export function keep(pair: Pair, { matches, lists }: Work): Merged {
  const earlier = readKept(pair);
  const all = [...(earlier?.matches ?? []), ...matches].map(
    ({ id, external_ref, played_at, before, after }): MergedMatch => ({ id, external_ref, played_at, before, after }),
  );
  const distinct = [...new Map(all.map((match) => [match.id, match])).values()];
  const merged = { matches: distinct, lists: lists && withEarlier(earlier?.lists ?? null, lists) };
  try {
    sessionStorage.setItem(keyOf(pair), JSON.stringify({ ...merged, at: Date.now() } satisfies Kept));
  } catch {
    // The storage is full. Until a reload, the page has them.
  }
  return merged;
}

export function forget(pair: Pair): void {
  sessionStorage.removeItem(keyOf(pair));
}
