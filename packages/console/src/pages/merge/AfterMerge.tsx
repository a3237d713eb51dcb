import { type MergedMatch, mergeReportText } from '@bandeja/importer/merge/report';
import { useRef, useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Progress } from '../../parts/Figures.tsx';
import { ResultFile } from '../../parts/ResultFile.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Erase } from '../player/writes.tsx';
import { type MatchToMerge, type MergePlan, readUndo } from './merging.ts';
import { words } from './words.ts';

const t = texts({
  note: [
    'It lists each match with its players before and after. Keep it: “bandeja import undo” also accepts it.',
    'Indica cada partido con sus jugadores antes y después. Guárdalo: «bandeja import undo» también lo acepta.',
    'Indica cada encontro com os jogadores de antes e depois. Guarde-o: «bandeja import undo» também o aceita.',
  ],
  undo: ['Undo this merge', 'Deshacer esta fusión', 'Desfazer esta fusão'],
  undoNote: [
    'Gives {from} back the place in these matches. Matches whose players changed after the merge stay unchanged.',
    'Devuelve a {from} su sitio en estos partidos. Los que cambiaron de jugadores después de la fusión no se tocan.',
    'Devolve a {from} o lugar nestes encontros. Os que mudaram de jogadores depois da fusão não são alterados.',
  ],
  reading: ['Reading the matches', 'Leyendo los partidos', 'A ler os encontros'],
  erase: [
    'None of your matches has {from} now. If you erase this player, the merge cannot be undone.',
    '{from} ya no está en ningún partido tuyo. Si borras a este jugador, la fusión no se puede deshacer.',
    '{from} já não está em nenhum encontro seu. Se apagar este jogador, a fusão não pode ser desfeita.',
  ],
});

/** @param matches those that still have the player who took the place */
export type OnUndo = (matches: readonly MatchToMerge[]) => void;

interface AfterMergeProps {
  readonly plan: MergePlan;
  /** All matches of the merge, with those of an interrupted run. */
  readonly merged: readonly MergedMatch[];
  /** None of the partner's matches has the replaced player. */
  readonly isComplete: boolean;
  readonly onUndo: OnUndo;
}

/** The result file, the undo, and the erasure of the player that was replaced. */
export function AfterMerge({ plan, merged, isComplete, onUndo }: AfterMergeProps) {
  const { from, into, owners } = plan;
  const [read, setRead] = useState<number | null>(null);
  // A closed sheet does not undo what it was still reading.
  const isWanted = useRef(true);
  const forbidden = useForbidden(needs.writeMatches);
  const total = merged.length;
  const report = () => mergeReportText({ kind: 'merge', from: from.username, into: into.username, matches: merged });
  return (
    <>
      {total > 0 && (
        <ResultFile name={`${from.username}-${into.username}-merge.csv`} content={report} note={t.note}>
          <FormAction
            title={t.undo}
            className="danger"
            submit={t.undo}
            isDangerous
            forbidden={forbidden}
            onSubmit={() => {
              isWanted.current = true;
              return readUndo(bandeja(), from, merged, setRead);
            }}
            onDone={(matches) => {
              if (isWanted.current) onUndo(matches);
            }}
            onClose={() => {
              isWanted.current = false;
            }}
          >
            <p>{fill(t.undoNote, { from: from.display_name })}</p>
            {read !== null && (
              <Progress
                label={t.reading}
                done={read}
                total={total}
                text={fill(words.progress, { done: read, total })}
              />
            )}
          </FormAction>
        </ResultFile>
      )}
      {isComplete && owners.from !== 'another partner' && (
        <>
          <p>{fill(t.erase, { from: from.display_name })}</p>
          <Erase username={from.username} />
        </>
      )}
    </>
  );
}
