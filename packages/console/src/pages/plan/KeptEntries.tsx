import { fill, texts } from '../../language.ts';
import { UnstoredEntry } from '../../night/Conflicts.tsx';
import { courtName, type NameOf } from '../../night/results.ts';
import type { Results } from './useResults.ts';

const t = texts({
  notRemoved: [
    '{court}, round {n}: not removed',
    '{court}, ronda {n}: no se ha quitado',
    '{court}, ronda {n}: não removido',
  ],
  again: ['Remove again', 'Quitar otra vez', 'Remover de novo'],
  drop: ['Leave it', 'Dejarlo así', 'Deixar assim'],
});

/** Entries that are not stored, until the person decides what becomes of them. */
export function KeptEntries({ results, nameOf }: { readonly results: Results; readonly nameOf: NameOf }) {
  return [...results.kept.values()].map((kept) => {
    const { problem, round, court, entry, isRemoval, again } = kept;
    if (problem === null) return null;
    const key = `${round}.${court.court}`;
    if (isRemoval) {
      return (
        <section key={key} className="conflict" role="alert">
          <h2>{fill(t.notRemoved, { court: courtName(court), n: round })}</h2>
          {problem.kind === 'refused' && <p>{problem.reason}</p>}
          <div className="actions">
            <button type="button" onClick={() => results.drop(kept)}>
              {t.drop}
            </button>
            <button type="button" className="main" onClick={again}>
              {t.again}
            </button>
          </div>
        </section>
      );
    }
    return (
      <UnstoredEntry
        key={key}
        round={round}
        court={court}
        entry={entry}
        problem={problem}
        nameOf={nameOf}
        onDrop={() => results.drop(kept)}
        onReplace={(seen) => results.enter(kept, seen)}
        onAgain={again}
      />
    );
  });
}
