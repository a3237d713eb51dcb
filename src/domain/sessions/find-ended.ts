import type { TimeWindow } from '../../store/analysis/time-order.ts';
import type { Queryable } from '../../store/engine/database.ts';
import type { Page } from '../../store/page.ts';
import {
  LAST_ID,
  listSessionEnds,
  readSessionEnds,
  readSessionSteps,
  type SessionEnd,
} from '../../store/sessions/session-list.ts';
import { INSTANT_MS_MAX } from '../instant.ts';

/** Matches that are walked over at once; a night has about a dozen. */
const STEPS_AT_ONCE = 500;

/** So many walks are tried for one page; past them it costs less to go through all sessions by their references. */
const WALKS_MAX = 20;

/**
 * A stretch of the partner's sessions, newest first by their last match, then by reference.
 *
 * Walks over the matches of all sessions from the newest on. A session is met first at its last match, so by the time that
 * the walk has left an instant behind, all sessions that ended at it or later have been met. Nights are a dozen matches
 * long, and a page of them is soon found so, however many there are. A session that takes up a whole walk, such as that of
 * a league, is not walked over: from there on sessions are found by their references, whatever their matches.
 * @param window judges when a session ended.
 */
export async function findEnded(
  snapshot: Queryable,
  partnerId: string,
  window: TimeWindow,
  page: Page<SessionEnd>,
): Promise<SessionEnd[]> {
  const { since, until } = window;
  const { after, offset, limit } = page;
  const isAsked = (session: SessionEnd): boolean =>
    (until === null || session.ended_at < until) &&
    (since === null || session.ended_at >= since) &&
    (after === null || compareSessions(after, session) < 0);
  const met = new Set<string>();
  const found: SessionEnd[] = [];
  let place = { played_at: Math.min(after?.ended_at ?? INSTANT_MS_MAX, until ?? INSTANT_MS_MAX), id: LAST_ID };
  for (let walks = 0; walks < WALKS_MAX; walks += 1) {
    const steps = await readSessionSteps(snapshot, partnerId, place, STEPS_AT_ONCE);
    const fresh = [...new Set(steps.map((step) => step.session_external_ref))].filter((ref) => !met.has(ref));
    for (const ref of fresh) met.add(ref);
    if (fresh.length > 0) found.push(...(await readSessionEnds(snapshot, partnerId, fresh)).filter(isAsked));
    const last = steps.at(-1);
    const isOver = last === undefined || steps.length < STEPS_AT_ONCE || (since !== null && last.played_at < since);
    const sure = isOver ? found : found.filter((session) => session.ended_at > last.played_at);
    if (isOver || sure.length >= offset + limit) return sure.sort(compareSessions).slice(offset, offset + limit);
    if (fresh.length === 0) break;
    place = { played_at: last.played_at, id: last.id };
  }
  return listSessionEnds(snapshot, partnerId, window, page);
}

/** Newest first by the end, then by reference, byte by byte as the database compares it. */
export function compareSessions(a: SessionEnd, b: SessionEnd): number {
  if (a.ended_at !== b.ended_at) return b.ended_at - a.ended_at;
  return Buffer.compare(Buffer.from(a.session_external_ref), Buffer.from(b.session_external_ref));
}
