import { useState } from 'react';
import { texts } from '../../language.ts';
import { AfterMerge } from './AfterMerge.tsx';
import { Amending } from './Amending.tsx';
import { keep } from './kept.ts';
import type { MergePlan } from './merging.ts';
import type { OnUndo } from './UndoMerge.tsx';

const t = texts({ merged: ['Merged', 'Fusionado', 'Juntado'] });

/** A merge that was confirmed. */
export function MergeRun({ plan, onUndo }: { readonly plan: MergePlan; readonly onUndo: OnUndo }) {
  // Kept before anything is amended. An undo reads each match to see whether it was.
  const [merged] = useState(() => keep(plan, plan));
  return (
    <Amending work={plan} done={t.merged}>
      {(isComplete) => <AfterMerge plan={plan} merged={merged} isComplete={isComplete} onUndo={onUndo} />}
    </Amending>
  );
}
