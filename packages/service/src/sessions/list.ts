import { formatInstant } from '@bandeja/contract/instant';
import type { SessionSummary } from '@bandeja/contract/sessions';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import type { TimeWindow } from '../paging/time-order.ts';
import { listSessions as listRows, type SessionEnd, type SessionRow } from './session-list-store.ts';

/**
 * The caller's sessions, newest first by their last match, then by reference. A session with only voided matches is not listed.
 * @param window limits the end of a session
 */
export function listSessions(
  context: PartnerContext,
  window: TimeWindow,
  page: Page<SessionEnd>,
): Promise<PageOf<SessionSummary, SessionEnd>> {
  return readPage(
    page,
    (batch) => listRows(context.database, context.actor.partnerId, window, batch),
    summaryOf,
    ({ ended_at, session_external_ref }) => ({ ended_at, session_external_ref }),
  );
}

function summaryOf(row: SessionRow): SessionSummary {
  return {
    session_external_ref: row.session_external_ref,
    name: row.name,
    started_at: formatInstant(row.started_at),
    ended_at: formatInstant(row.ended_at),
    matches: row.matches,
    players: row.players,
    venue_label: row.venue_label,
  };
}
