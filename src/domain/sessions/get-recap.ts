import type { Queryable } from '../../store/engine/database.ts';
import { inSnapshot } from '../../store/engine/snapshot.ts';
import {
  readSession,
  readSessionMatchesAfter,
  SESSION_BLOCK,
  type SessionReading,
} from '../../store/sessions/sessions.ts';
import type { PartnerContext } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { currentSteepness } from '../ledger/index.ts';
import { Recap, type RecapPart } from './recap.ts';
import type { SessionRecap } from './shapes.ts';

/**
 * The recap of one of the caller's sessions, over all its completed matches as of one moment.
 *
 * A night is read at once. What is longer than a block, such as a league under one reference, is read block by block in a
 * snapshot of its own, so that what is held here grows with its players and pairs alone. Its counts are one statement that
 * goes through all of it; on the embedded database others wait meanwhile, some 40 ms for a thousand matches.
 * @param part what is listed; everything if it is left out.
 * @throws {Problem} `session_not_found` where the caller has no match of that session in any status.
 */
export async function getSessionRecap(
  { actor: { partnerId }, readDatabase }: PartnerContext,
  sessionExternalRef: string,
  part?: RecapPart,
): Promise<SessionRecap> {
  const session = await readOrRefuse(readDatabase, partnerId, sessionExternalRef);
  if (session.whole.completed > SESSION_BLOCK) {
    return inSnapshot(readDatabase, (snapshot) => longRecap(snapshot, partnerId, sessionExternalRef, part));
  }
  const recap = new Recap(await currentSteepness(readDatabase));
  for (const match of session.matches) recap.add(match);
  return recap.view(sessionExternalRef, session.whole, part);
}

async function longRecap(
  snapshot: Queryable,
  partnerId: string,
  ref: string,
  part: RecapPart | undefined,
): Promise<SessionRecap> {
  const recap = new Recap(await currentSteepness(snapshot));
  const { whole, matches } = await readOrRefuse(snapshot, partnerId, ref);
  let block = matches;
  for (let last = block.at(-1); last !== undefined; last = block.at(-1)) {
    for (const match of block) recap.add(match);
    block = await readSessionMatchesAfter(snapshot, partnerId, ref, last);
  }
  return recap.view(ref, whole, part);
}

async function readOrRefuse(database: Queryable, partnerId: string, ref: string): Promise<SessionReading> {
  const session = await readSession(database, partnerId, ref);
  if (session === undefined) throw new Problem('session_not_found');
  return session;
}
