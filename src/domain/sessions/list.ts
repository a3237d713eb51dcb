import type { Queryable } from '../../store/database.ts';
import type { Page } from '../../store/page.ts';
import { LAST_ID, readSessionSteps, readSessions, type SessionRow } from '../../store/session-list.ts';
import { inSnapshot } from '../../store/snapshot.ts';
import type { TimeWindow } from '../../store/time-order.ts';
import type { Caller, Context } from '../context.ts';
import { formatInstant, INSTANT_MS_MAX } from '../instant.ts';
import { type PageOf, readPage } from '../list-page.ts';
import { commonest } from './commonest.ts';

/** A session in a list; matches and players are those of its completed and pending matches. */
export interface SessionSummary {
  readonly session_external_ref: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly matches: number;
  readonly players: number;
  readonly venue_label: string | null;
}

/** The place of a session in the list. */
export interface SessionKey {
  readonly ended_at: number;
  readonly session_external_ref: string;
}

/** Matches that are walked over at once; a night has about a dozen. */
const STEPS_AT_ONCE = 500;

/**
 * The caller's sessions, newest first by their last match, then by reference. Sessions of voided matches only are none.
 * @param window judges when a session ended.
 */
export function listSessions(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  window: TimeWindow,
  page: Page<SessionKey>,
): Promise<PageOf<SessionSummary, SessionKey>> {
  return inSnapshot(context.database, (snapshot) =>
    readPage(
      page,
      ({ limit, offset, after }) => readStretch(snapshot, caller.partnerId, window, after, offset, limit),
      summaryOf,
      (shown) => {
        const last = shown.at(-1);
        if (last === undefined) throw new Error('a page with a successor has rows');
        return { ended_at: last.ended_at, session_external_ref: last.session_external_ref };
      },
    ),
  );
}

/**
 * Walks over the matches of all sessions from the newest on. A session is met first at its last match, so by the time that
 * the walk has left an instant behind, all sessions that ended at it or later have been met.
 */
async function readStretch(
  snapshot: Queryable,
  partnerId: string,
  { since, until }: TimeWindow,
  after: SessionKey | null,
  offset: number,
  limit: number,
): Promise<SessionRow[]> {
  const from = Math.min(after?.ended_at ?? INSTANT_MS_MAX, until === null ? INSTANT_MS_MAX : until);
  const isAsked = (row: SessionRow): boolean =>
    (until === null || row.ended_at < until) &&
    (since === null || row.ended_at >= since) &&
    (after === null || compareSessions(after, row) < 0);
  const met = new Set<string>();
  const found: SessionRow[] = [];
  for (let place = { played_at: from, id: LAST_ID }; ; ) {
    const steps = await readSessionSteps(snapshot, partnerId, place, STEPS_AT_ONCE);
    const fresh = [...new Set(steps.map((step) => step.session_external_ref))].filter((ref) => !met.has(ref));
    for (const ref of fresh) met.add(ref);
    if (fresh.length > 0) found.push(...(await readSessions(snapshot, partnerId, fresh)).filter(isAsked));
    const last = steps.at(-1);
    const isOver = last === undefined || steps.length < STEPS_AT_ONCE || (since !== null && last.played_at < since);
    const sure = isOver ? found : found.filter((row) => row.ended_at > last.played_at);
    if (isOver || sure.length >= offset + limit) {
      return sure.sort(compareSessions).slice(offset, offset + limit);
    }
    place = { played_at: last.played_at, id: last.id };
  }
}

/** Newest first by the end, then by reference, byte by byte as the database compares it. */
function compareSessions(a: SessionKey, b: SessionKey): number {
  if (a.ended_at !== b.ended_at) return b.ended_at - a.ended_at;
  return Buffer.compare(Buffer.from(a.session_external_ref), Buffer.from(b.session_external_ref));
}

function summaryOf(row: SessionRow): SessionSummary {
  return {
    session_external_ref: row.session_external_ref,
    started_at: formatInstant(row.started_at),
    ended_at: formatInstant(row.ended_at),
    matches: row.matches,
    players: row.players,
    venue_label: commonest(row.venue_labels),
  };
}
