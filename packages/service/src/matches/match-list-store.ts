import type { ConfirmationState, MatchStatus } from '@bandeja/contract/match-enums';
import { canonicalUsername } from '@bandeja/contract/username';
import { type Queryable, statement } from '@bandeja/postgres/database';
import type { ShownMatchRow } from '../history/match-row.ts';
import type { Page } from '../paging/page.ts';
import { nameParts, newestFirst, type TimeKey, type TimeWindow, type Values } from '../paging/time-order.ts';
import { namedPlayer } from '../players/visibility-store.ts';
import { uuidForm } from '../validation/validator.ts';
import { decodeWithNames, selectOwnMatches } from './store.ts';

interface OrderColumns {
  readonly playedAt: string;
  readonly id: string;
}

const MATCH_ORDER: OrderColumns = { playedAt: 'm.played_at', id: 'm.id' };
const ORDER = 'order by m.played_at desc, m.id desc';

/** The filter of a list of matches; null means no condition. */
export interface MatchFilter extends TimeWindow {
  readonly session_external_ref: string | null;
  readonly status: MatchStatus | null;
  /** Only matches of tier `player_confirmed` in this state. */
  readonly confirmation_state: ConfirmationState | null;
  readonly external_ref: string | null;
  /** The username or id of a player who takes part. */
  readonly player: string | null;
}

/** Literals, as for the status. */
const IN_STATE: Readonly<Record<ConfirmationState, string>> = {
  awaiting: `m.status = 'pending' and m.trust_tier = 'player_confirmed' and m.confirmation_state is null`,
  disputed: `m.confirmation_state = 'disputed'`,
  expired: `m.status = 'pending' and m.confirmation_state = 'expired'`,
  closed: `m.status <> 'pending' and m.trust_tier = 'player_confirmed'`,
};

/**
 * The first matches of a player, of any status: completed ones are in the player's history, the others in an index for each place.
 * Each of the five is read in order up to the end of the page. These are the partner's own matches, so a username that means no visible
 * player finds those of all invisible ones.
 * @param player a username or an id, which of an erased player finds none; a username may look like an id
 * @param filtered conditions on `m`, given the columns of the order
 * @param length an SQL expression: the matches up to the end of the page
 */
function playedBy(player: string, values: Values, filtered: (columns: OrderColumns) => string, length: string): string {
  const username = `$${values.push(canonicalUsername(player))}`;
  const visible = namedPlayer('p.id', '$1', username);
  const name = `select id from ${visible} named
    union all select id from players where username = ${username} and not exists ${visible}`;
  const ids = uuidForm.test(player)
    ? `${name} union select id from players where id = $${values.push(player)}::uuid and erased_at is null`
    : name;
  const firstOf = (source: string, { playedAt, id }: OrderColumns) =>
    `(select m.id from ${source} and ${filtered({ playedAt, id })} order by ${playedAt} desc, ${id} desc limit ${length})`;
  const completed = firstOf(`player_matches pm join matches m on m.id = pm.match_id where pm.player_id = p.id`, {
    playedAt: 'pm.played_at',
    id: 'pm.match_id',
  });
  const others = [1, 2, 3, 4].map((place) =>
    firstOf(`matches m where m.status <> 'completed' and m.player_ids[${place}] = p.id`, MATCH_ORDER),
  );
  return `m.id in (select f.id from (${ids}) p cross join lateral (${[completed, ...others].join(' union all ')}) f)`;
}

/** The partner's matches, newest first by (`played_at`, `id`). */
export async function listMatches(
  database: Queryable,
  partnerId: string,
  filter: MatchFilter,
  page: Page<TimeKey>,
): Promise<ShownMatchRow[]> {
  const values: Values = [partnerId];
  const conditions = ['m.partner_id = $1'];
  if (filter.session_external_ref !== null) {
    conditions.push(`m.session_external_ref = $${values.push(filter.session_external_ref)}`);
  }
  if (filter.external_ref !== null) conditions.push(`m.external_ref = $${values.push(filter.external_ref)}`);
  // A literal instead of a parameter, so that the planner can use the partial indexes of the rare statuses.
  if (filter.status !== null) conditions.push(`m.status = '${filter.status}'`);
  if (filter.confirmation_state !== null) conditions.push(IN_STATE[filter.confirmation_state]);
  const filtered = (columns: OrderColumns) =>
    [...conditions, ...newestFirst(columns, filter, page.after, values)].join(' and ');
  const [size, offset] = [`$${values.push(page.limit)}`, `$${values.push(page.offset)}`];
  const where =
    filter.player === null
      ? filtered(MATCH_ORDER)
      : playedBy(filter.player, values, filtered, `${size}::bigint + ${offset}::bigint`);
  const limit = `limit ${size} offset ${offset}`;
  const session = filter.session_external_ref === null ? [] : ['session'];
  const status = filter.status === null ? [] : [filter.status];
  const state = filter.confirmation_state === null ? [] : [filter.confirmation_state];
  const reference = filter.external_ref === null ? [] : ['reference'];
  const player = filter.player === null ? [] : [uuidForm.test(filter.player) ? 'player_id' : 'player'];
  const rows = await database.query(
    statement(
      ['matches_list', ...session, ...reference, ...player, ...status, ...state, ...nameParts(filter, page.after)].join(
        '_',
      ),
      `${selectOwnMatches(`${where} ${ORDER} ${limit}`)} ${ORDER}`,
    ),
    values,
  );
  return rows.map(decodeWithNames<ShownMatchRow>);
}
