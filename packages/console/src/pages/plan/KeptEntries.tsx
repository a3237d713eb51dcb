import { Conflict, Refused } from '../../night/Conflicts.tsx';
import type { NameOf } from '../../night/results.ts';
import { explain } from '../../problems.ts';
import type { KeptEntry, Results } from './useResults.ts';

/** Entries that are not stored, until the person decides what becomes of them. */
export function KeptEntries({ results, nameOf }: { readonly results: Results; readonly nameOf: NameOf }) {
  return [...results.kept.values()].map((kept) => (
    <KeptEntryView key={`${kept.round}.${kept.court.court}`} kept={kept} results={results} nameOf={nameOf} />
  ));
}

interface KeptEntryViewProps {
  readonly kept: KeptEntry;
  readonly results: Results;
  readonly nameOf: NameOf;
}

function KeptEntryView({ kept, results, nameOf }: KeptEntryViewProps) {
  const { problem, court, entry, round } = kept;
  if (problem === null) return null;
  const shown = { round, court, nameOf };
  const drop = () => results.drop(kept);
  if (problem.kind === 'conflict') {
    return (
      <Conflict
        {...shown}
        yours={entry}
        theirs={problem.theirs}
        onKeep={drop}
        onReplace={() => results.replace(kept)}
      />
    );
  }
  const reason = problem.kind === 'lineup' ? null : reasonOf(problem.error);
  return (
    <Refused
      {...shown}
      entry={entry}
      reason={reason}
      onDrop={drop}
      {...(reason !== null && { onAgain: () => results.enter(kept) })}
    />
  );
}

function reasonOf(error: unknown): string {
  const { sentence, detail } = explain(error);
  return detail === null ? sentence : `${sentence} ${detail}`;
}
