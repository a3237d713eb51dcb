import type { MatchView, OwnMatchView } from '@bandeja/contract/matches';
import { canonicalUsername } from '@bandeja/contract/username';
import type { PartnerContext } from '../context.ts';
import { matchView } from '../history/match-view.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import type { TimeKey, TimeWindow } from '../paging/time-order.ts';
import { notFound } from '../validation/not-found.ts';
import { type HistoryCursor, type HistoryRowWithCursor, listHistory } from './history-store.ts';
import { listMatches as listRows, type MatchFilter } from './match-list-store.ts';
import { readMatch } from './store.ts';

/**
 * A match that the caller submitted.
 * @throws {Problem} `match_not_found`, even if another partner has such a match.
 */
export async function getMatch(context: PartnerContext, matchId: string): Promise<OwnMatchView> {
  const row = await readMatch(context.database, context.actor.partnerId, matchId);
  if (row === undefined) throw notFound('match_not_found', matchId);
  return matchView(row);
}

/** The matches that the caller submitted, newest first by (`played_at`, `id`). */
export function listMatches(
  context: PartnerContext,
  filter: MatchFilter,
  page: Page<TimeKey>,
): Promise<PageOf<OwnMatchView, TimeKey>> {
  return readPage(
    page,
    (batch) => listRows(context.database, context.actor.partnerId, filter, batch),
    (row): OwnMatchView => matchView(row),
    ({ played_at, id }) => ({ played_at, id }),
  );
}

/**
 * A player's completed matches from every partner, newest first. Labels and private players in another partner's match are
 * hidden.
 * @throws {Problem} `player_not_found`, the same for an invisible player and for one who does not exist.
 */
export async function listPlayerHistory(
  context: PartnerContext,
  username: string,
  window: TimeWindow,
  page: Page<HistoryCursor>,
): Promise<PageOf<MatchView, HistoryCursor>> {
  return readPage(
    page,
    async (batch): Promise<HistoryRowWithCursor[]> => {
      const name = canonicalUsername(username);
      const rows = await listHistory(context.database, context.actor.partnerId, name, window, batch);
      if (rows === undefined) throw notFound('player_not_found', username);
      return rows;
    },
    (row): MatchView => matchView(row),
    ({ played_at, seen }) => ({ played_at, seen }),
  );
}
