import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { numberOrNull, unpackDoubles } from '@bandeja/postgres/packed';
import { selectNextRated } from '../ledger/ratings-store.ts';
import {
  LISTED_AS_COLUMNS,
  LISTED_COLUMNS,
  type ListedAsColumns,
  type ListedPlayer,
  type OrNull,
  playersOf,
} from '../players/player-columns-store.ts';
import type { Page } from '../runtime/page.ts';
import { isRanked, scoreOf } from './ranking-store.ts';
import type { RosterKey } from './store.ts';

/** A member of a roster in its ranking. */
export interface StandingRow extends ListedPlayer {
  /** The shown strength before an instant; null for who had no rated match by then. */
  readonly shown_before: number | null;
  /** From 1; equal scores share a rank, and the next one is as many places further. Null for who is not ranked yet. */
  readonly rank: number | null;
  /** The rank before the instant, among those who are ranked now and had played by then; null for who had not. */
  readonly previous_rank: number | null;
}

/** The place of a member in a list by score. */
export interface ScoreKey {
  readonly service_score: number;
  readonly username: string;
}

export interface StandingsRequest {
  /** The present, ms: confidence is as of then. */
  readonly now: number;
  /** The instant of `shown_before` and `previous_rank`, ms; a match at this very instant is not before it. */
  readonly since: number;
  /** Which of those who are ranked, and which of the others; a limit of 0 asks for none. */
  readonly ranked: Page<ScoreKey>;
  readonly unranked: Page<ScoreKey>;
}

/** Both by score, then username. */
export interface Standings {
  readonly ranked: readonly StandingRow[];
  readonly unranked: readonly StandingRow[];
}

/** Laterally and with a limit, for the reason of `MEMBERS`. */
const PLAYER = 'cross join lateral (select * from players where id = r.player_id limit 1) p';

/** The rating of a row `r` of `member` before the instant $4. */
const BEFORE = `left join lateral (
       ${selectNextRated('l.match_id, (shown_before(l.before))[n] as shown_before', '>=', '$4')}
     ) next on true`;

const SHOWN_BEFORE = 'case when next.match_id is null then r.shown else next.shown_before end as shown_before';

/** A page of rows `r` with a score. @param first the number of the first of its four parameters */
const pageClause = (first: number): string => `where ($${first}::integer is null or r.score < $${first}
       or (r.score = $${first} and p.username > $${first + 1}))
     order by r.score desc, p.username limit $${first + 2} offset $${first + 3}`;

const AS_COLUMNS = `${LISTED_AS_COLUMNS}, array_send(array_agg(f.shown_before)) as shown_before,
     array_send(array_agg(f.rank)) as ranks, array_send(array_agg(f.previous_rank)) as previous_ranks`;

const standings = statement(
  'roster_standings',
  `with member as materialized (
     select r.*, ${scoreOf('r.shown')} as score, ${isRanked('$3')} as is_ranked
     from roster_members m
     cross join lateral (select * from player_ratings where player_id = m.player_id limit 1) r
     where m.partner_id = $1 and m.slug = $2
   ),
   compared as (
     select r.*, ${SHOWN_BEFORE} from member r ${BEFORE} where r.is_ranked
   ),
   ranked as (
     select r.*, (rank() over (order by r.score desc))::float8 as rank, case when r.shown_before is not null then
       rank() over (partition by r.shown_before is null order by ${scoreOf('r.shown_before')} desc)
     end::float8 as previous_rank from compared r
   ),
   page as (select r.* from ranked r ${PLAYER} ${pageClause(5)}),
   unranked as (select r.* from (select * from member where not is_ranked) r ${PLAYER} ${pageClause(9)})
   select true as are_ranked, ${AS_COLUMNS} from (
     select ${LISTED_COLUMNS}, r.shown_before, r.rank, r.previous_rank
     from page r ${PLAYER} order by r.score desc, p.username
   ) f
   union all
   select false, ${AS_COLUMNS} from (
     select ${LISTED_COLUMNS}, ${SHOWN_BEFORE}, null::float8 as rank, null::float8 as previous_rank
     from unranked r ${PLAYER} ${BEFORE} order by r.score desc, p.username
   ) f`,
);

interface StandingColumns extends ListedAsColumns {
  readonly shown_before: Uint8Array;
  readonly ranks: Uint8Array;
  readonly previous_ranks: Uint8Array;
}

type StandingsRow = OrNull<StandingColumns> & { readonly are_ranked: boolean };

/**
 * Players on a roster in their order; none where there is no such roster. One statement, so all of it is of one moment.
 */
export async function readStandings(database: Queryable, of: RosterKey, request: StandingsRequest): Promise<Standings> {
  const { now, since, ranked, unranked } = request;
  const values = [of.partnerId, of.slug, instant(now), instant(since), ...pageValues(ranked), ...pageValues(unranked)];
  const found = await database.query<StandingsRow>(standings, values);
  return {
    ranked: rowsOf(found.find((columns) => columns.are_ranked)),
    unranked: rowsOf(found.find((columns) => !columns.are_ranked)),
  };
}

const pageValues = ({ after, limit, offset }: Page<ScoreKey>) => [
  after?.service_score ?? null,
  after?.username ?? '',
  limit,
  offset,
];

function rowsOf(columns: OrNull<StandingColumns> | undefined): StandingRow[] {
  return playersOf<StandingColumns, Omit<StandingRow, keyof ListedPlayer>>(columns, (packed, count) => {
    const shownBefore = unpackDoubles(packed.shown_before, count);
    const ranks = unpackDoubles(packed.ranks, count);
    const previousRanks = unpackDoubles(packed.previous_ranks, count);
    return (index) => ({
      shown_before: numberOrNull(shownBefore[index]),
      rank: numberOrNull(ranks[index]),
      previous_rank: numberOrNull(previousRanks[index]),
    });
  });
}
