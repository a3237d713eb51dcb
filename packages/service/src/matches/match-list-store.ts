import type { MatchStatus } from '@bandeja/contract/match-enums';
import { canonicalUsername } from '@bandeja/contract/username';
import { type Queryable, statement } from '@bandeja/postgres/database';
import type { MatchRowWithNames } from '../history/match-row.ts';
import type { Page } from '../paging/page.ts';
import { nameParts, newestFirst, type TimeKey, type TimeWindow, type Values } from '../paging/time-order.ts';
import { uuidForm } from '../validation/validator.ts';
import { decodeWithNames, selectOwnMatches } from './store.ts';

const ORDER = 'order by m.played_at desc, m.id desc';

/** The filter of a list of matches; null means no condition. */
export interface MatchFilter extends TimeWindow {
  readonly session_external_ref: string | null;
  readonly status: MatchStatus | null;
  readonly external_ref: string | null;
  /** The username or id of a player who takes part. */
  readonly player: string | null;
}

/**
 * The matches `m` of a player, of any status: completed ones are in the player's history. Whether the partner may see the player
 * makes no difference: these are its own matches.
 * @param player a username or an id; a username may look like an id
 */
function playedBy(player: string, values: Values): string {
  const name = `select id from players where username = $${values.push(canonicalUsername(player))}`;
  const ids = uuidForm.test(player) ? `${name} union select $${values.push(player)}::uuid` : name;
  const completed = `select match_id from player_matches where player_id in (${ids})`;
  const others = [1, 2, 3, 4].map(
    (place) => `select o.id from matches o where o.status <> 'completed' and o.player_ids[${place}] in (${ids})
      and o.partner_id = $1`,
  );
  return `m.id in (${[completed, ...others].join(' union all ')})`;
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
  if (filter.external_ref !== null) conditions.push(`m.external_ref = $${values.push(filter.external_ref)}`);
  if (filter.player !== null) conditions.push(playedBy(filter.player, values));
  // A literal instead of a parameter, so that the planner can use the partial indexes of the rare statuses.
  if (filter.status !== null) conditions.push(`m.status = '${filter.status}'`);
  conditions.push(...newestFirst({ playedAt: 'm.played_at', id: 'm.id' }, filter, page.after, values));
  const limit = `limit $${values.push(page.limit)} offset $${values.push(page.offset)}`;
  const session = filter.session_external_ref === null ? [] : ['session'];
  const status = filter.status === null ? [] : [filter.status];
  const reference = filter.external_ref === null ? [] : ['reference'];
  const player = filter.player === null ? [] : [uuidForm.test(filter.player) ? 'player_id' : 'player'];
  const rows = await database.query(
    statement(
      ['matches_list', ...session, ...reference, ...player, ...status, ...nameParts(filter, page.after)].join('_'),
      `${selectOwnMatches(`${conditions.join(' and ')} ${ORDER} ${limit}`)} ${ORDER}`,
    ),
    values,
  );
  return rows.map(decodeWithNames<MatchRowWithNames>);
}
