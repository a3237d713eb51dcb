import { UnstoredEntry } from '../../night/Conflicts.tsx';
import type { NameOf } from '../../night/results.ts';
import type { Results } from './useResults.ts';

/** Entries that are not stored, until the person decides what becomes of them. */
export function KeptEntries({ results, nameOf }: { readonly results: Results; readonly nameOf: NameOf }) {
  return [...results.kept.values()].map((kept) => {
    const { problem, round, court, entry } = kept;
    if (problem === null) return null;
    return (
      <UnstoredEntry
        key={`${round}.${court.court}`}
        round={round}
        court={court}
        entry={entry}
        problem={problem}
        nameOf={nameOf}
        onDrop={() => results.drop(kept)}
        onReplace={(seen) => results.enter(kept, seen)}
        onAgain={() => results.enter(kept)}
      />
    );
  });
}
