import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { throughGate } from '../../store/ledger/gate.ts';
import { type LedgerPlace, oweFrom } from '../../store/ledger/ledger-state.ts';
import { readRatedFacts } from '../../store/ledger/rated-matches.ts';
import {
  addPlayersSince,
  dropOldTables,
  healPlayerRows,
  LedgerInUse,
  lockLedgerTables,
  moveBackTo,
  renewRebuild,
  rewriteInputs,
  serveRebuilt,
  takeOver,
  takeRebuildNotices,
} from '../../store/ledger/rebuild.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { earliestPlace, placeBefore, ratedMatch } from '../ratings/index.ts';

/** Changes that are taken over at once, while matches keep coming. */
const ROUND_MAX = 2_000;
/** So few changes may be left for the switch itself, for which everybody waits. */
const LEFT_MAX = 200;
/** Clocks of nodes may differ by this much: players registered since are looked for again during the switch. */
const CLOCKS_APART_MS = 10 * 60_000;
/**
 * The first tries to switch wait this long for those who read the ledger. A vacuum of it only gives way to who waits for a
 * second, so a later try waits longer.
 */
const LOCK_WAIT_MS = 200;
const LOCK_WAIT_LATER_MS = 1_300;
const SHORT_TRIES = 5;
const TIDY_TRIES = 5;
const TIDY_PAUSE_MS = 200;

/** What has been taken over since the tables were filled: from where on it has to be settled, and whose ratings it touches. */
export class CaughtUp {
  earliest: LedgerPlace | undefined;
  readonly playerIds = new Set<string>();
}

/**
 * Takes over what has changed meanwhile, in rounds, until little is left; matches keep coming.
 * @param caughtUp is added to.
 */
export async function catchUp({ database, now }: Context, caughtUp: CaughtUp): Promise<void> {
  const begunAt = now();
  await database.transaction((transaction) => addPlayersSince(transaction, 0));
  for (;;) {
    const taken = await database.transaction((transaction) => takeOverSome(transaction, caughtUp, ROUND_MAX));
    if (taken <= LEFT_MAX || now() - begunAt > CLOCKS_APART_MS / 2) return;
  }
}

/** @returns how many changes there were. */
async function takeOverSome(transaction: Transaction, caughtUp: CaughtUp, limit: number): Promise<number> {
  const notices = await takeRebuildNotices(transaction, limit);
  if (notices.length === 0) return 0;
  const matchIds = [...new Set(notices.map((notice) => notice.match_id))];
  const playerIds = [...new Set(notices.flatMap((notice) => notice.player_ids))];
  await takeOver(transaction, matchIds, playerIds);
  // Another model may see other units and weights in the same match.
  await rewriteInputs(transaction, (await readRatedFacts(transaction, matchIds)).map(ratedMatch));
  caughtUp.earliest = earliestPlace([...notices, ...(caughtUp.earliest === undefined ? [] : [caughtUp.earliest])]);
  for (const id of playerIds) caughtUp.playerIds.add(id);
  return notices.length;
}

/**
 * Puts the new tables in the place of the serving ones, with the last few changes.
 * @param tries which try this is, from 1.
 * @returns whether anything has to be settled.
 * @throws {LedgerInUse} when the tables are not to be had; nothing has happened then.
 */
export function putInPlace(
  { database, now }: Context,
  rebuild: { readonly id: string; readonly until: number },
  caughtUp: CaughtUp,
  tries: number,
): Promise<boolean> {
  return throughGate(database, 'exclusive', async (transaction) => {
    if (!(await renewRebuild(transaction, rebuild.id, rebuild.until))) throw new Problem('not_ready');
    // On a copy: should this transaction fail, what it took comes back.
    const all = Object.assign(new CaughtUp(), { earliest: caughtUp.earliest, playerIds: new Set(caughtUp.playerIds) });
    while ((await takeOverSome(transaction, all, ROUND_MAX)) > 0);
    const { earliest } = all;
    if (earliest !== undefined) await moveBackTo(transaction, [...all.playerIds], earliest);
    await lockLedgerTables(transaction, tries > SHORT_TRIES ? LOCK_WAIT_LATER_MS : LOCK_WAIT_MS);
    await addPlayersSince(transaction, now() - CLOCKS_APART_MS);
    await serveRebuilt(transaction, MODEL_VERSION);
    if (earliest === undefined) return false;
    await oweFrom(transaction, placeBefore(earliest), now());
    return true;
  });
}

/** What is left to do after a switch, this one or one whose process is gone. Tables that are in use stay for another time. */
export async function tidyUp({ database }: Context): Promise<void> {
  await healPlayerRows(database);
  for (let tries = 1; tries <= TIDY_TRIES; tries += 1) {
    try {
      return await database.transaction(dropOldTables);
    } catch (error) {
      if (!(error instanceof LedgerInUse)) throw error;
      await sleep(TIDY_PAUSE_MS);
    }
  }
}
