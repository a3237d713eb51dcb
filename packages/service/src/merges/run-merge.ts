/** The work of the tasks `merge` and `merge_undo`: a sequence of steps, each of which amends some matches. */
import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import type { ShownMatchRow } from '../history/match-row.ts';
import type { AGAIN } from '../ledger/with-players.ts';
import { type AmendedMatch, amendedMatch, writeAmended } from '../matches/amended-match.ts';
import { rateMatchChanges } from '../matches/own-match.ts';
import { findEligibleParticipants } from '../matches/participants-store.ts';
import { lockMatches, readMatches } from '../matches/store.ts';
import { deleteIdsOfInvisible, lockExternalIds } from '../players/external-ids-store.ts';
import type { PartnerTask, Step } from '../tasks/partner-task.ts';
import {
  countMergeMatches,
  findMatchesToMerge,
  findMergedMatches,
  insertMergeMatches,
  type MergeMatchRow,
  summarizeMerge,
} from './matches-store.ts';
import { givePlansBack, takePlans } from './plans-store.ts';
import { enterRosters, leaveRosters, returnToRosters, takeOffRosters } from './rosters-store.ts';
import { type MergeRow, readMerge, readMergePlayers } from './store.ts';

/** Rosters come first and last. In between, both players are on them, so that neither falls off a ranking. */
type Phase = 'matches' | 'plans' | 'rosters' | 'end';

interface MergePosition {
  readonly phase: Phase;
  readonly amended: number;
  readonly left: number;
}

/** Gives the matches and the rosters of one player to the other. */
export async function runMerge(task: PartnerTask<object, MergePosition>) {
  const { context, subjectId } = task;
  const merge = await mergeOf(task);
  const { to_amend } = await summarizeMerge(context.database, merge, 0);
  const total = to_amend + (task.position?.amended ?? 0);
  const stepAt = (position: MergePosition) => {
    const done = position.amended + position.left;
    return { position, done, total: Math.max(total, done) };
  };
  let at = task.position ?? null;
  while (at?.phase !== 'end') {
    const { phase = 'begin', amended = 0, left = 0 } = at ?? {};
    at = await task.next(async (step) => {
      const { transaction, size } = step;
      if (phase === 'begin') {
        await enterRosters(transaction, merge, context.now());
        return stepAt({ phase: 'matches', amended, left });
      }
      if (phase === 'rosters') {
        await enterRosters(transaction, merge, context.now());
        await leaveRosters(transaction, merge);
        return stepAt({ phase: 'end', amended, left });
      }
      if (phase === 'plans') {
        const changed = await takePlans(transaction, merge, context.now(), size);
        return stepAt({ phase: changed === 0 ? 'rosters' : phase, amended, left });
      }
      const [ids] = await Promise.all([
        findMatchesToMerge(transaction, merge, size),
        requireEligible(transaction, merge),
      ]);
      if (ids.length === 0) return stepAt({ phase: 'plans', amended, left });
      const matches = await lockedMatches(transaction, merge, ids);
      const both = matches.filter(({ player_ids }) => player_ids.includes(merge.into_id));
      const others = matches.filter((match) => !both.includes(match));
      const rows = [
        ...both.map(({ id, player_ids }): MergeMatchRow => {
          return { merge_id: subjectId, match_id: id, slot: null, players_after: player_ids };
        }),
        ...others.map(({ id, player_ids }): MergeMatchRow => {
          const slot = player_ids.indexOf(merge.from_id) + 1;
          return { merge_id: subjectId, match_id: id, slot, players_after: player_ids.with(slot - 1, merge.into_id) };
        }),
      ];
      const replaced = others.map((match) => [match, match.player_ids.indexOf(merge.from_id), merge.into_id] as const);
      const stopped = await replacePlayers(task, step, replaced);
      if (stopped !== null) return stopped;
      await insertMergeMatches(transaction, rows);
      return stepAt({ phase, amended: amended + others.length, left: left + both.length });
    });
  }
  return { amended: at.amended, left: at.left };
}

interface UndoPosition {
  readonly phase: Phase;
  readonly amended: number;
}

/** Gives a player its matches and rosters back, except those that were changed since. */
export async function runMergeUndo(task: PartnerTask<object, UndoPosition>) {
  const { context, subjectId } = task;
  const merge = await mergeOf(task);
  const { merged } = await countMergeMatches(context.database, subjectId);
  const total = merged + (task.position?.amended ?? 0);
  const stepAt = (position: UndoPosition) => {
    return { position, done: position.amended, total: Math.max(total, position.amended) };
  };
  let at = task.position ?? null;
  while (at?.phase !== 'end') {
    const { phase = 'begin', amended = 0 } = at ?? {};
    at = await task.next(async (step) => {
      const { transaction, size } = step;
      if (phase === 'begin') {
        await returnToRosters(transaction, merge, context.now());
        return stepAt({ phase: 'matches', amended });
      }
      if (phase === 'rosters') {
        await lockExternalIds(transaction, [merge.partner_id]);
        await takeOffRosters(transaction, merge);
        await deleteIdsOfInvisible(transaction, merge.into_id);
        return stepAt({ phase: 'end', amended });
      }
      if (phase === 'plans') {
        const changed = await givePlansBack(transaction, merge, context.now(), size);
        return stepAt({ phase: changed === 0 ? 'rosters' : phase, amended });
      }
      const [found] = await Promise.all([
        findMergedMatches(transaction, subjectId, size),
        requireNotErased(transaction, merge),
      ]);
      if (found.length === 0) return stepAt({ phase: 'plans', amended });
      const matches = await lockedMatches(
        transaction,
        merge,
        found.map(({ id }) => id),
      );
      const slots = new Map(found.map(({ id, slot }) => [id, slot - 1]));
      const replaced = matches.map((match) => [match, slots.get(match.id) ?? 0, merge.from_id] as const);
      const stopped = await replacePlayers(task, step, replaced);
      return stopped ?? stepAt({ phase, amended: amended + matches.length });
    });
  }
  const { changed, voided } = await countMergeMatches(context.database, subjectId);
  return { amended: at.amended, changed, voided };
}

async function mergeOf({ context, subjectId }: Pick<PartnerTask, 'context' | 'subjectId'>): Promise<MergeRow> {
  const merge = await readMerge(context.database, context.actor.partnerId, subjectId);
  if (merge === undefined) throw new Error(`the merge ${subjectId} does not exist`);
  return merge;
}

/** Locks matches and reads them. The caller has locked the partner's audit chain. */
async function lockedMatches(
  transaction: Transaction,
  { partner_id }: MergeRow,
  ids: readonly string[],
): Promise<ShownMatchRow[]> {
  const [, matches] = await Promise.all([
    lockMatches(transaction, partner_id, ids),
    readMatches(transaction, partner_id, ids),
  ]);
  return matches;
}

/** Amends locked matches, each with another player at one place. @returns null once they are written */
async function replacePlayers(
  { context }: Pick<PartnerTask, 'context'>,
  { transaction, attempt, heads }: Step,
  replaced: readonly (readonly [match: ShownMatchRow, place: number, playerId: string])[],
): Promise<typeof AGAIN | null> {
  if (replaced.length === 0) return null;
  const at = context.now();
  const amended = replaced.flatMap(([match, place, playerId]): AmendedMatch[] => {
    const facts = { ...match, revision: match.revision + 1, player_ids: match.player_ids.with(place, playerId) };
    const one = amendedMatch(context.actor, match, facts, at);
    return one === null ? [] : [one];
  });
  const rated = await rateMatchChanges(context, transaction, attempt, amended);
  if (typeof rated === 'symbol') return rated;
  await writeAmended(context, transaction, heads, amended, rated, at);
  return null;
}

/** @throws {Problem} `player_not_found` if the partner may no longer enter `into` in a match */
async function requireEligible(transaction: Transaction, { partner_id, into_id }: MergeRow): Promise<void> {
  const ref = { partner_id, player_id: into_id, username: null };
  if ((await findEligibleParticipants(transaction, [ref])).length > 0) return;
  throw new Problem('player_not_found', 'The player that takes the place was erased, or is no longer visible to you.');
}

/** @throws {Problem} `player_not_found` */
async function requireNotErased(transaction: Transaction, { partner_id, from_id }: MergeRow): Promise<void> {
  const from = (await readMergePlayers(transaction, partner_id, [from_id])).get(from_id);
  if (from === undefined || from.is_erased) throw new Problem('player_not_found', 'The replaced player was erased.');
}
