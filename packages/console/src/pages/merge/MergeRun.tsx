import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bandeja, refresh } from '../../api.ts';
import { texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Counts } from '../../parts/Figures.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { isUnfinished, pollWhile, TaskProgress } from '../../parts/TaskProgress.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { Erase } from '../player/writes.tsx';
import type { Pair } from './pair.ts';

const t = texts('console.merge.run');

const isRunning = (merge: Api.Merge | undefined): boolean => isUnfinished(merge?.undo ?? merge?.task);

interface MergeRunProps extends Pair {
  readonly id: string;
  /** Shows the preview again, of what is left. */
  readonly onAgain: () => void;
}

/** A merge that was started: its progress, its undo, and the erasure of the replaced player. */
export function MergeRun({ id, from, into, onAgain }: MergeRunProps) {
  const merge = useQuery({
    queryKey: ['merge', id],
    queryFn: ({ signal }) => bandeja().merges.get(id, { signal }),
    refetchInterval: ({ state }) => pollWhile(isRunning(state.data)),
  });
  const isEnded = merge.data !== undefined && !isRunning(merge.data);
  useEffect(() => {
    if (isEnded) void refresh('player');
  }, [isEnded]);
  return <Loaded query={merge}>{(found) => <Found merge={found} from={from} into={into} onAgain={onAgain} />}</Loaded>;
}

function Found({ merge, from, into, onAgain }: { readonly merge: Api.Merge } & Omit<MergeRunProps, 'id'>) {
  const { id, task, undo, amended, left } = merge;
  const forbidden = useForbidden(needs.writeMatches);
  const shown = undo ?? task;
  const isDone = shown.state === 'done';
  const title = isDone ? t(undo === null ? 'merged' : 'undone') : t(undo === null ? 'merging' : 'undoing');
  return (
    <>
      <Tile title={title}>
        <TaskProgress task={shown} title={title} query="merge" />
        {undo === null ? (
          <Counts
            counts={[
              [t('amended'), amended],
              [t('left'), left],
            ]}
          />
        ) : (
          isDone && <UndoCounts result={undo.result as Api.MergeUndoResult} />
        )}
        {!isRunning(merge) && (
          <div className="actions">
            {(undo !== null || task.state !== 'done') && (
              <button type="button" onClick={onAgain}>
                {t('again')}
              </button>
            )}
            {(undo === null || !isDone) && (
              <FormAction
                title={t('undo')}
                className="danger"
                isDangerous
                forbidden={forbidden}
                changes={['merge']}
                onSubmit={() => bandeja().merges.undo(id)}
              >
                <p>{t('undo_note', { from: from.display_name })}</p>
              </FormAction>
            )}
          </div>
        )}
      </Tile>
      {undo === null && isDone && <EraseReplaced from={from} into={into} />}
    </>
  );
}

/** Offers to erase the replaced player if it is the club's own and no match has it any more. */
function EraseReplaced({ from, into }: Pair) {
  const { data: left } = useQuery({
    queryKey: ['merge', from.id, into.id],
    queryFn: ({ signal }) => bandeja().merges.preview({ from: from.id, into: into.id }, { signal }),
  });
  if (left === undefined || !left.from_is_yours || left.matches.to_amend > 0) return null;
  return (
    <>
      <p>{t('erase', { from: from.display_name })}</p>
      <Erase player={from} />
    </>
  );
}

const UndoCounts = ({ result: { amended, changed, voided } }: { readonly result: Api.MergeUndoResult }) => (
  <Counts
    counts={[
      [t('given_back'), amended],
      [t('changed'), changed],
      [t('voided'), voided],
    ]}
  />
);
