import { randomBytes } from 'node:crypto';
import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { MergedMatch, MergedState, MergeView, NewMerge } from '@bandeja/contract/merges';
import type { TaskView } from '@bandeja/contract/tasks';
import type { Queryable } from '@bandeja/postgres/database';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { creationKeyOf, type PageOf, readPage } from '../paging/list-page.ts';
import type { CreationKey, Page } from '../paging/page.ts';
import type { TimeKey } from '../paging/time-order.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { readLatestTasks } from '../tasks/store.ts';
import { queuePartnerTask, taskView } from '../tasks/tasks.ts';
import { notFound } from '../validation/not-found.ts';
import { listMergeMatches } from './matches-store.ts';
import { playerName, readMergeFacts, requireMergeable } from './preview.ts';
import {
  type CountedMerge,
  findMergeUnderWay,
  insertMerge,
  listMergeRows,
  readMerge,
  readMergePlayers,
} from './store.ts';

/**
 * Queues a merge: its task gives the caller's matches of one player to another. While it is unfinished, the same merge is returned.
 * @throws {Problem} `player_not_found`, `invalid_body`, `merge_under_way`, `players_met`, `player_in_open_plan`, `preview_outdated`,
 *   `too_many_tasks`
 */
export function createMerge(context: PartnerContext, sent: NewMerge): Promise<MergeView> {
  const { partnerId } = context.actor;
  return context.database.transaction(async (transaction) => {
    await lockChainHeads(transaction, [partnerId]);
    const facts = await readMergeFacts(transaction, partnerId, sent);
    const { from, into } = facts;
    const underWay = await findMergeUnderWay(transaction, partnerId, [from.id, into.id]);
    if (underWay !== undefined) {
      const { id, kind, from_id, into_id } = underWay;
      if (kind === 'merge' && from_id === from.id && into_id === into.id) return getMerge(context, id, transaction);
      const detail = 'A merge that has one of these players is not finished. Wait for its task, or cancel it.';
      throw new Problem('merge_under_way', detail, { extensions: { merge_id: id } });
    }
    requireMergeable(facts, sent.preview ?? null);
    const at = context.now();
    const id = timeOrderedUuid(7, at, randomBytes(REST_BYTES));
    await insertMerge(transaction, { id, partner_id: partnerId, from_id: from.id, into_id: into.id, created_at: at });
    await queuePartnerTask(context, transaction, 'merge', id, {});
    return getMerge(context, id, transaction);
  });
}

/** A merge of the caller. @throws {Problem} `merge_not_found` */
export async function getMerge(
  { database, actor: { partnerId } }: PartnerContext,
  id: string,
  within: Queryable = database,
): Promise<MergeView> {
  const row = await readMerge(within, partnerId, id);
  if (row === undefined) throw notFound('merge_not_found', id);
  const [view] = await viewsOf(within, [row]);
  if (view === undefined) throw new Error(`the merge ${id} has no view`);
  return view;
}

/** The caller's merges, the newest first. */
export async function listMerges(
  { database, actor: { partnerId } }: PartnerContext,
  page: Page<CreationKey>,
): Promise<PageOf<MergeView, CreationKey>> {
  const views = new Map<string, MergeView>();
  const read = async (batch: Page<CreationKey>) => {
    const rows = await listMergeRows(database, partnerId, batch);
    for (const view of await viewsOf(database, rows)) views.set(view.id, view);
    return rows;
  };
  return readPage(page, read, ({ id }) => views.get(id) as MergeView, creationKeyOf);
}

/** The matches of a merge of the caller, in the order of play. @throws {Problem} `merge_not_found` */
export async function listMatchesOfMerge(
  { database, actor: { partnerId } }: PartnerContext,
  id: string,
  now: MergedState | null,
  page: Page<TimeKey>,
): Promise<PageOf<MergedMatch, TimeKey>> {
  if ((await readMerge(database, partnerId, id)) === undefined) throw notFound('merge_not_found', id);
  return readPage(
    page,
    (batch) => listMergeMatches(database, id, now, batch),
    (row) => ({
      match_id: row.id,
      external_ref: row.external_ref,
      played_at: formatInstant(row.played_at),
      now: row.now,
    }),
    ({ played_at, id: matchId }) => ({ played_at, id: matchId }),
  );
}

/**
 * Queues the undo of a merge. While it is unfinished, the same task is returned.
 * @throws {Problem} `merge_not_found`; `invalid_transition` while the merge is unfinished, or if the replaced player was erased;
 *   `too_many_tasks`
 */
export function undoMerge(context: PartnerContext, id: string): Promise<TaskView> {
  const { partnerId } = context.actor;
  return context.database.transaction(async (transaction) => {
    await lockChainHeads(transaction, [partnerId]);
    const row = await readMerge(transaction, partnerId, id);
    if (row === undefined) throw notFound('merge_not_found', id);
    const unfinished = (await readLatestTasks(transaction, [id])).find(({ ended_at }) => ended_at === null);
    if (unfinished?.kind === 'merge_undo') return taskView(unfinished);
    if (unfinished !== undefined) {
      throw new Problem('invalid_transition', 'The merge is not finished. Wait for its task, or cancel it.');
    }
    const from = (await readMergePlayers(transaction, partnerId, [row.from_id])).get(row.from_id);
    if (from === undefined || from.is_erased) {
      throw new Problem('invalid_transition', 'The replaced player was erased, so it cannot have its matches back.');
    }
    return queuePartnerTask(context, transaction, 'merge_undo', id, {});
  });
}

async function viewsOf(database: Queryable, rows: readonly CountedMerge[]): Promise<MergeView[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const [players, tasks] = await Promise.all([
    readMergePlayers(
      database,
      first.partner_id,
      rows.flatMap(({ from_id, into_id }) => [from_id, into_id]),
    ),
    readLatestTasks(
      database,
      rows.map(({ id }) => id),
    ),
  ]);
  const nameOf = (id: string) => {
    const player = players.get(id);
    if (player === undefined) throw new Error(`the player ${id} of a merge does not exist`);
    return playerName(player);
  };
  return rows.map(({ id, from_id, into_id, amended, left, created_at }) => {
    const taskOf = (kind: string) => tasks.find((task) => task.subject_id === id && task.kind === kind);
    const [task, undo] = [taskOf('merge'), taskOf('merge_undo')];
    if (task === undefined) throw new Error(`the merge ${id} has no task`);
    return {
      id,
      from: nameOf(from_id),
      into: nameOf(into_id),
      amended,
      left,
      task: taskView(task),
      undo: undo === undefined ? null : taskView(undo),
      created_at: formatInstant(created_at),
    };
  });
}
