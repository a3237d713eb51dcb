import type { MatchStatus } from '@bandeja/contract/match-enums';
import { type Queryable, statement } from '@bandeja/postgres/database';
import { nameParts, newestFirst, type TimeKey, type TimeWindow, type Values } from '../reading/analysis/time-order.ts';
import type { Page } from '../runtime/page.ts';
import type { MatchRowWithNames } from './match-rows.ts';
import { decodeWithNames, selectOwnMatches } from './store.ts';

const ORDER = 'order by m.played_at desc, m.id desc';

/** The filter of a list of matches; null means no condition. */
export interface MatchFilter extends TimeWindow {
  readonly session_external_ref: string | null;
  readonly status: MatchStatus | null;
}

/** The partner's matches, newest first by (`played_at`, `id`). */
export async function listMatches(
  database: Queryable,
  partnerId: string,
  filter: MatchFilter,
  page: Page<TimeKey>,
): Promise<MatchRowWithNames[]> {
  const values: Values = [partnerId];
  const conditions = ['m.partner_id = $1'];
  if (filter.session_external_ref !== null) {
    conditions.push(`m.session_external_ref = $${values.push(filter.session_external_ref)}`);
  }
  // A literal instead of a parameter, so that the planner can use the partial indexes of the rare statuses.
  if (filter.status !== null) conditions.push(`m.status = '${filter.status}'`);
  conditions.push(...newestFirst({ playedAt: 'm.played_at', id: 'm.id' }, filter, page.after, values));
  const limit = `limit $${values.push(page.limit)} offset $${values.push(page.offset)}`;
  const session = filter.session_external_ref === null ? [] : ['session'];
  const status = filter.status === null ? [] : [filter.status];
  const rows = await database.query(
    statement(
      ['matches_list', ...session, ...status, ...nameParts(filter, page.after)].join('_'),
      `${selectOwnMatches(`${conditions.join(' and ')} ${ORDER} ${limit}`)} ${ORDER}`,
    ),
    values,
  );
  return rows.map(decodeWithNames<MatchRowWithNames>);
}
