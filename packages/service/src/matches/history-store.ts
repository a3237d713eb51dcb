import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { ANSWERS } from '../history/answers-store.ts';
import type { HistoryRow } from '../history/match-row.ts';
import { matches } from '../history/match-row.ts';
import { RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from '../history/settling-store.ts';
import type { Page } from '../paging/page.ts';
import { nameParts, newestFirst, type TimeWindow, type Values } from '../paging/time-order.ts';
import { identifiedPlayer, namedPlayer } from '../players/visibility-store.ts';
import { uuidForm } from '../validation/validator.ts';
import { decodeWithNames, nameLists } from './store.ts';

/**
 * The end of a page: after the first `seen` matches of this instant. It has no match id, because a cursor must not reveal the
 * id of another partner's match.
 */
export interface HistoryCursor {
  readonly played_at: number;
  readonly seen: number;
}

export const NEWEST_FIRST = 'order by pm.played_at desc, pm.match_id desc';

/** The columns that every partner may see. The others are null in a match of another partner, so a new column starts private. */
const shared = matches.only(
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
);

const visibleColumns = [
  ...Object.keys(matches.columns).map((name) =>
    name in shared.columns ? `m.${name}` : `case when m.partner_id = $1 then m.${name} end as ${name}`,
  ),
  `case when m.partner_id = $1 then ${ANSWERS} end as answers`,
].join(', ');

/**
 * Selects matches with the fields that partner `$1` may see, newest first.
 * @param page a query for the `match_id` and `played_at` of these matches. Names are looked up for them only.
 * @param more further columns of `pm` or of the ledger row `r`, each after a comma
 * @param joins further joins that these columns need
 */
export const selectVisibleMatches = (
  page: string,
  more = '',
  joins = '',
): string => `select ${visibleColumns}, named.*, ${RATING_CHANGE_COLUMNS}${more}
  from (${page}) pm
    join matches m on m.id = pm.match_id ${RATING_CHANGE_JOINS} ${joins}
    ${nameLists('$1')} ${NEWEST_FIRST}`;

/** `matches m` with its ledger row `r` as JSON, with the fields that partner `$1` may see. */
export const VISIBLE_MATCH_JSON = `(
  select to_json(one)
  from (select ${visibleColumns}, named.*, ${RATING_CHANGE_COLUMNS} from (values (1)) as once ${nameLists('$1')}) one
)`;

/** Decodes {@link VISIBLE_MATCH_JSON}, where instants are texts. */
export function decodeHistoryJson(row: object): HistoryRow {
  const instants = ['played_at', 'created_at', 'completed_at', 'confirmation_deadline'] as const;
  const texts = row as Readonly<Record<string, string | null>>;
  const read = instants.map((name) => [name, texts[name] == null ? null : Date.parse(texts[name])]);
  return decodeWithNames<HistoryRow>({ ...row, ...Object.fromEntries(read) });
}

export interface FirstSeen {
  /** As in {@link HistoryCursor}; null in all rows but the first. */
  readonly seen: number | null;
}

/** A {@link HistoryRow} with the cursor right after it. */
export type HistoryRowWithCursor = HistoryRow & HistoryCursor;

// Counts all matches of the instant, even those outside the page, so the count does not depend on the page or the window. Only for
// the first row: a player may have thousands of matches at one instant. `withCursors` continues the count.
export const SEEN_COLUMN = `, case when row_number() over (${NEWEST_FIRST}) = 1 then (
    select count(*)::integer from player_matches s
    where s.player_id = pm.player_id and s.played_at = pm.played_at and s.match_id >= pm.match_id) end as seen`;

/** Adds the cursor to each row of a page, newest first. Only the first one has {@link SEEN_COLUMN}. */
export function withCursors<Row extends { readonly played_at: number; readonly seen: number | null }>(
  rows: readonly Row[],
): (Row & HistoryCursor)[] {
  let last: HistoryCursor | null = null;
  return rows.map((row) => {
    const { played_at } = row;
    const seen: number = last?.played_at === played_at ? last.seen + 1 : (row.seen ?? 1);
    last = { played_at, seen };
    return { ...row, seen };
  });
}

/**
 * The condition for the matches after a cursor. If a match of the cursor's instant was voided since, fewer than `seen` are left
 * there, and the list continues with the next earlier instant. (A plain `offset` of `seen` would then skip a match of that
 * instant.)
 */
export function afterCursor({ played_at, seen }: HistoryCursor, values: Values): string {
  const at = `$${values.push(instant(played_at))}`;
  const last = `select s.match_id from player_matches s where s.player_id = p.id and s.played_at = ${at}
    order by s.match_id desc limit 1 offset $${values.push(seen)}::bigint - 1`;
  return `(pm.played_at, pm.match_id) < (${at}, coalesce((${last}), '${FIRST_ID}'))`;
}

/** Comes before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A player's completed matches from every partner, newest first, as `partnerId` may see them. Undefined for a player who does not
 * exist, or whose visibility excludes this partner. Both cases run the same single statement, so their timing is the same.
 */
export async function listHistory(
  database: Queryable,
  partnerId: string,
  key: string,
  window: TimeWindow,
  page: Page<HistoryCursor>,
): Promise<HistoryRowWithCursor[] | undefined> {
  const values: Values = [partnerId, key];
  const [named, by] = uuidForm.test(key) ? [identifiedPlayer, ['id']] : [namedPlayer, []];
  const conditions = [
    'pm.player_id = p.id',
    ...newestFirst({ playedAt: 'pm.played_at', id: 'pm.match_id' }, window, null, values),
  ];
  if (page.after !== null) conditions.push(afterCursor(page.after, values));
  const limit = `limit $${values.push(page.limit)} offset $${values.push(page.offset)}`;
  const matchesOfPage = `select * from player_matches pm where ${conditions.join(' and ')} ${NEWEST_FIRST} ${limit}`;
  const rows = await database.query<{ readonly n: number | null }>(
    statement(
      ['history_list', ...by, ...nameParts(window, null), ...(page.after === null ? [] : ['after'])].join('_'),
      `select h.* from ${named('p.id', '$1', '$2')} p
       left join lateral (
         select row_number() over ()::integer as n, one.* from (${selectVisibleMatches(matchesOfPage, SEEN_COLUMN)}) one
       ) h on true
       order by h.n`,
    ),
    values,
  );
  // A visible player without matches in the window gives one row of nulls.
  return rows.length === 0
    ? undefined
    : withCursors(rows.filter((row) => row.n !== null).map(decodeWithNames<HistoryRow & FirstSeen>));
}
