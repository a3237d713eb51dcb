import type { TimeWindow } from '../../store/analysis/time-order.ts';
import type { Page } from '../../store/page.ts';
import { listSessions as listRows, type SessionEnd, type SessionRow } from '../../store/sessions/session-list.ts';
import type { PartnerContext } from '../context.ts';
import { formatInstant } from '../instant.ts';
import { type PageOf, readPage } from '../list-page.ts';
import type { SessionSummary } from './shapes.ts';

/**
 * The caller's sessions, newest first by their last match, then by reference. Sessions of voided matches only are none.
 * @param window judges when a session ended.
 */
export function listSessions(
  context: PartnerContext,
  window: TimeWindow,
  page: Page<SessionEnd>,
): Promise<PageOf<SessionSummary, SessionEnd>> {
  return readPage(
    page,
    (stretch) => listRows(context.readDatabase, context.actor.partnerId, window, stretch),
    summaryOf,
    ({ ended_at, session_external_ref }) => ({ ended_at, session_external_ref }),
  );
}

function summaryOf(row: SessionRow): SessionSummary {
  return {
    session_external_ref: row.session_external_ref,
    started_at: formatInstant(row.started_at),
    ended_at: formatInstant(row.ended_at),
    matches: row.matches,
    players: row.players,
    venue_label: row.venue_label,
  };
}
