import { listCount } from '@bandeja/importer/merge/lists';
import { mergeReportText } from '@bandeja/importer/merge/report';
import { fill, texts } from '../../language.ts';
import { ResultFile } from '../../parts/ResultFile.tsx';
import { Erase } from '../player/writes.tsx';
import type { Merged, MergePlan } from './merging.ts';
import { type OnUndo, UndoMerge } from './UndoMerge.tsx';

const t = texts({
  note: [
    'It lists each match with its players before and after. Keep it: chosen on the import page, it undoes the merge later.',
    'Indica cada partido con sus jugadores antes y después. Guárdalo: si lo eliges en la página de importación, deshace la fusión más tarde.',
    'Indica cada encontro com os jogadores de antes e depois. Guarde-o: escolhido na página de importação, desfaz a fusão mais tarde.',
  ],
  erase: [
    'None of your matches has {from} now. If you erase this player, the merge cannot be undone.',
    '{from} ya no está en ningún partido tuyo. Si borras a este jugador, la fusión no se puede deshacer.',
    '{from} já não está em nenhum encontro seu. Se apagar este jogador, a fusão não pode ser desfeita.',
  ],
});

interface AfterMergeProps {
  readonly plan: MergePlan;
  /** All that the merge changed, with what an interrupted run changed. */
  readonly merged: Merged;
  /** None of the partner's matches has the replaced player. */
  readonly isComplete: boolean;
  readonly onUndo: OnUndo;
}

/** The result file, the undo, and the erasure of the player that was replaced. */
export function AfterMerge({ plan, merged, isComplete, onUndo }: AfterMergeProps) {
  const { from, into, owners } = plan;
  const report = () => mergeReportText({ kind: 'merge', from: from.username, into: into.username, ...merged });
  return (
    <>
      {(merged.matches.length > 0 || (merged.lists !== null && listCount(merged.lists) > 0)) && (
        <ResultFile name={`${from.username}-${into.username}-merge.csv`} content={report} note={t.note}>
          <UndoMerge from={from} merged={merged} onUndo={onUndo} />
        </ResultFile>
      )}
      {isComplete && owners.from !== 'another partner' && (
        <>
          <p>{fill(t.erase, { from: from.display_name })}</p>
          <Erase player={from} />
        </>
      )}
    </>
  );
}
