import { useRef, useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { type Merged, readUndo, type Work } from './merging.ts';
import { words } from './words.ts';

const t = texts({
  undo: ['Undo this merge', 'Deshacer esta fusión', 'Desfazer esta fusão'],
  undoNote: [
    'Gives {from} back the place in these matches. Matches whose players changed after the merge stay unchanged.',
    'Devuelve a {from} su sitio en estos partidos. Los que cambiaron de jugadores después de la fusión no se tocan.',
    'Devolve a {from} o lugar nestes encontros. Os que mudaram de jogadores depois da fusão não são alterados.',
  ],
  reading: ['Reading the matches', 'Leyendo los partidos', 'A ler os encontros'],
});

/** @param work what still has the player who took the place */
export type OnUndo = (work: Work) => void;

interface UndoMergeProps {
  /** The player who was replaced. */
  readonly from: { readonly display_name: string };
  readonly merged: Merged;
  readonly onUndo: OnUndo;
}

/** Reads the matches of a merge, to undo it, after a confirmation. */
export function UndoMerge({ from, merged, onUndo }: UndoMergeProps) {
  const [read, setRead] = useState<number | null>(null);
  // A closed sheet does not undo what it was still reading.
  const isWanted = useRef(true);
  const total = merged.matches.length;
  return (
    <FormAction
      title={t.undo}
      className="danger"
      isDangerous
      forbidden={useForbidden(needs.writeMatches)}
      changes={[]}
      onSubmit={() => {
        isWanted.current = true;
        return readUndo(bandeja(), merged, setRead);
      }}
      onDone={(work) => {
        if (isWanted.current) onUndo(work);
      }}
      onClose={() => {
        isWanted.current = false;
      }}
    >
      <p>{fill(t.undoNote, { from: from.display_name })}</p>
      {read !== null && (
        <Progress label={t.reading} done={read} total={total} text={fill(words.progress, { done: read, total })} />
      )}
    </FormAction>
  );
}
