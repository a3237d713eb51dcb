import type { ImportUndo, ImportUndoPreview } from '@bandeja/contract/imports';
import type { TaskView } from '@bandeja/contract/tasks';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { lockMatches, readMatches } from '../matches/store.ts';
import { moveMatches } from '../matches/transitions.ts';
import type { PartnerTask } from '../tasks/partner-task.ts';
import { readLatestTasks } from '../tasks/store.ts';
import { queuePartnerTask, taskView } from '../tasks/tasks.ts';
import { foundImport } from './imports.ts';
import { closeImportRow, readImport } from './store.ts';
import { countCreated, findCreated } from './undo-store.ts';

interface UndoInput {
  readonly reason: string;
  readonly includesChanged: boolean;
}

/** What undoing an import would do. Nothing is stored. @throws {Problem} `import_not_found` */
export async function previewImportUndo(
  { database, actor: { partnerId } }: PartnerContext,
  id: string,
  { include_changed: includesChanged }: ImportUndo,
): Promise<ImportUndoPreview> {
  foundImport(id, await readImport(database, partnerId, id));
  const { stored, changed, voided } = await countCreated(database, id);
  return includesChanged ? { to_void: stored + changed, changed: 0, voided } : { to_void: stored, changed, voided };
}

/**
 * Closes an import and queues its undo. While the undo is unfinished, its task is returned.
 * @throws {Problem} `import_not_found`, `too_many_tasks`
 */
export function undoImport(context: PartnerContext, id: string, sent: ImportUndo): Promise<TaskView> {
  const { partnerId } = context.actor;
  return context.database.transaction(async (transaction) => {
    await lockChainHeads(transaction, [partnerId]);
    const { label } = foundImport(id, await readImport(transaction, partnerId, id));
    const [known] = await readLatestTasks(transaction, [id]);
    if (known !== undefined && known.ended_at === null) return taskView(known);
    await closeImportRow(transaction, partnerId, id, context.now());
    const reason = sent.reason ?? `Import undone: ${label}`;
    const input: UndoInput = { reason, includesChanged: sent.include_changed ?? false };
    return queuePartnerTask(context, transaction, 'import_undo', id, input);
  });
}

interface UndoPosition {
  /** The last match that was looked at; null before the first. */
  readonly before: string | null;
  readonly isEnd: boolean;
  readonly voided: number;
  readonly changed: number;
  readonly already_voided: number;
}

const BEGIN: UndoPosition = { before: null, isEnd: false, voided: 0, changed: 0, already_voided: 0 };

/** The work of the task: voids the matches that the import created, some in each step, and looks at each once. */
export async function runImportUndo(task: PartnerTask<UndoInput, UndoPosition>) {
  const { context, subjectId, input } = task;
  const { partnerId } = context.actor;
  const { stored, changed, voided } = await countCreated(context.database, subjectId);
  const total = stored + changed + voided;
  let at = task.position ?? BEGIN;
  while (!at.isEnd) {
    const from = at;
    at = await task.next(async ({ transaction, attempt, heads, size }) => {
      const ids = await findCreated(transaction, subjectId, from.before, size);
      const [, matches] = await Promise.all([
        lockMatches(transaction, partnerId, ids),
        readMatches(transaction, partnerId, ids),
      ]);
      const live = matches.filter(({ status }) => status !== 'voided');
      const chosen = live.filter(({ revision }) => revision === 1 || input.includesChanged);
      if (chosen.length > 0) {
        const move = { status: 'voided', by: 'partner', reason: input.reason } as const;
        const stopped = await moveMatches(context, transaction, attempt, { heads, matches: chosen }, move);
        if (stopped !== null) return stopped;
      }
      const position: UndoPosition = {
        before: ids.at(-1) ?? from.before,
        isEnd: ids.length < size,
        voided: from.voided + chosen.length,
        changed: from.changed + live.length - chosen.length,
        already_voided: from.already_voided + matches.length - live.length,
      };
      return { position, done: position.voided + position.changed + position.already_voided, total };
    });
  }
  return { voided: at.voided, changed: at.changed, already_voided: at.already_voided };
}
