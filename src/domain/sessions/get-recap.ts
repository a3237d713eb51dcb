import { readSession } from '../../store/sessions.ts';
import { currentSteepness } from '../calibration/index.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { recapOf, type SessionRecap } from './recap.ts';

/**
 * The recap of one of the caller's sessions.
 * @throws {Problem} `session_not_found` where the caller has no match of that session in any status.
 */
export async function getSessionRecap(
  context: Context,
  caller: Caller,
  sessionExternalRef: string,
): Promise<SessionRecap> {
  const session = await readSession(context.database, caller.partnerId, sessionExternalRef);
  if (session === undefined) throw new Problem('session_not_found');
  return recapOf(sessionExternalRef, session, await currentSteepness(context.database));
}
