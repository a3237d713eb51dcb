import type { Database, Queryable } from '../../store/database.ts';
import {
  readSession,
  readSessionMatchesAfter,
  SESSION_BLOCK,
  type SessionMatchRow,
  type SessionReading,
} from '../../store/sessions.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import { currentSteepness } from '../calibration/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { Recap, type SessionRecap } from './recap.ts';

/**
 * The recap of one of the caller's sessions, over all its completed matches as of one moment.
 *
 * A night is one statement. What is longer than a block, such as a league under one reference, is read block by block in a
 * snapshot of its own, so that neither a statement nor what is held here grows with it.
 * @throws {Problem} `session_not_found` where the caller has no match of that session in any status.
 */
export async function getSessionRecap(
  { database }: Context,
  { partnerId }: Caller,
  sessionExternalRef: string,
): Promise<SessionRecap> {
  const recap = new Recap(await currentSteepness(database));
  const night = await found(database, partnerId, sessionExternalRef);
  if (night.whole.completed <= SESSION_BLOCK) {
    for (const match of night.matches) recap.add(match);
    return recap.view(sessionExternalRef, night.whole);
  }
  const whole = await addAll(recap, database, partnerId, sessionExternalRef);
  return recap.view(sessionExternalRef, whole);
}

/** Adds all completed matches of a long session. @returns its counts and times, of the same moment. */
function addAll(recap: Recap, database: Database, partnerId: string, ref: string): Promise<SessionReading['whole']> {
  return inSnapshot(database, async (snapshot) => {
    const { whole, matches } = await found(snapshot, partnerId, ref);
    let block: readonly SessionMatchRow[] = matches;
    for (let last = block.at(-1); last !== undefined; last = block.at(-1)) {
      for (const match of block) recap.add(match);
      block = await readSessionMatchesAfter(snapshot, partnerId, ref, last);
    }
    return whole;
  });
}

async function found(database: Queryable, partnerId: string, ref: string): Promise<SessionReading> {
  const session = await readSession(database, partnerId, ref);
  if (session === undefined) throw new Problem('session_not_found');
  return session;
}
