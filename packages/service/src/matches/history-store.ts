import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { visibleTo } from '../players/visibility-store.ts';
import { nameParts, newestFirst, type TimeWindow, type Values } from '../reading/analysis/time-order.ts';
import type { Page } from '../runtime/page.ts';
import { type MatchRow, type MatchRowWithNames, matches } from './match-rows.ts';
import { decodeWithNames, nameLists, RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from './store.ts';

/** A match of a player's history as one partner may see it: of another partner's match its labels are null. */
export type HistoryRow = Omit<MatchRowWithNames, 'id' | 'external_ref'> & {
  readonly id: string | null;
  readonly external_ref: string | null;
};

/**
 * A place in a history: after the first `seen` matches of that instant. Not an id: the next page's cursor must not give
 * away the id of another partner's match.
 */
export interface HistoryPlace {
  readonly played_at: number;
  readonly seen: number;
}

export const NEWEST_FIRST = 'order by pm.played_at desc, pm.match_id desc';

/** The columns that every partner may see. The others are null in a match of another partner, so a new column starts private. */
const SHARED: ReadonlySet<string> = new Set([
  'partner_id',
  'status',
  'revision',
  'played_at',
  'winning_team',
  'trust_tier',
  'outcome',
  'competition_type',
  'scoring',
  'duration_minutes',
  'player_ids',
  'teams',
  'court_positions',
  'set_scores',
  'created_at',
  'completed_at',
  'voided_at',
] satisfies readonly (keyof MatchRow)[]);

const seenColumns = Object.keys(matches.columns)
  .map((name) => (SHARED.has(name) ? `m.${name}` : `case when m.partner_id = $1 then m.${name} end as ${name}`))
  .join(', ');

/**
 * Selects what partner `$1` may see of some matches, newest first.
 * @param stretch selects them: `pm` has their `match_id` and `played_at`. Names are looked up for these alone.
 * @param more further columns, of `pm` or of the ledger row `r`, each after a comma
 * @param joins what else these columns need
 */
export const selectSeenMatches = (
  stretch: string,
  more = '',
  joins = '',
): string => `select ${seenColumns}, named.*, ${RATING_CHANGE_COLUMNS}${more}
  from (${stretch}) pm
    join matches m on m.id = pm.match_id ${RATING_CHANGE_JOINS} ${joins}
    ${nameLists('$1')} ${NEWEST_FIRST}`;

/** Reads a row of {@link selectSeenMatches} that was sent as JSON, in which instants are texts. */
export function decodeHistoryJson(row: object): HistoryRow {
  const instants = ['played_at', 'created_at', 'completed_at'] as const;
  const read = instants.map((name) => [name, Date.parse((row as Record<string, string>)[name] ?? '')]);
  return decodeWithNames<HistoryRow>({ ...row, ...Object.fromEntries(read) });
}

/** A {@link HistoryRow} with its place, and how many matches of its instant the list has up to it and with it. */
export type PlacedHistoryRow = HistoryRow & HistoryPlace;

// A window and a page take or leave an instant as a whole, so this needs to know nothing of either.
export const SEEN = `, (select count(*)::integer from player_matches s
    where s.player_id = pm.player_id and s.played_at = pm.played_at and s.match_id >= pm.match_id) as seen`;

/**
 * The matches that follow a place in the list. Only matches at the instant of the place can have been seen; if one of them was
 * voided since, fewer than `seen` are left there, and the list goes on with earlier instants. (An `offset` of `seen` would
 * then skip a match of another instant.)
 */
export function afterPlace({ played_at, seen }: HistoryPlace, values: Values): string {
  const at = `$${values.push(instant(played_at))}`;
  const last = `select s.match_id from player_matches s where s.player_id = p.id and s.played_at = ${at}
    order by s.match_id desc limit 1 offset $${values.push(seen)}::bigint - 1`;
  return `(pm.played_at, pm.match_id) < (${at}, coalesce((${last}), '${FIRST_ID}'))`;
}

/** Comes before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A player's completed matches from every partner, newest first, as `partnerId` may see them; undefined for a player whom
 * it may not see, as for one that never existed. One statement, for one moment and one round trip: both cost it the same.
 */
export async function listHistory(
  database: Queryable,
  partnerId: string,
  username: string,
  window: TimeWindow,
  page: Page<HistoryPlace>,
): Promise<PlacedHistoryRow[] | undefined> {
  const values: Values = [partnerId, username];
  const conditions = [
    'pm.player_id = p.id',
    ...newestFirst({ playedAt: 'pm.played_at', id: 'pm.match_id' }, window, null, values),
  ];
  if (page.after !== null) conditions.push(afterPlace(page.after, values));
  const limit = `limit $${values.push(page.limit)} offset $${values.push(page.offset)}`;
  const stretch = `select * from player_matches pm where ${conditions.join(' and ')} ${NEWEST_FIRST} ${limit}`;
  const rows = await database.query<{ readonly n: number | null }>(
    statement(
      ['history_list', ...nameParts(window, null), ...(page.after === null ? [] : ['after'])].join('_'),
      `select h.* from players p
       left join lateral (
         select row_number() over ()::integer as n, one.* from (${selectSeenMatches(stretch, SEEN)}) one
       ) h on true
       where p.username = $2 and ${visibleTo('p', '$1')} order by h.n`,
    ),
    values,
  );
  // A visible player without such matches is one row of nothing.
  return rows.length === 0 ? undefined : rows.filter((row) => row.n !== null).map(decodeWithNames<PlacedHistoryRow>);
}
