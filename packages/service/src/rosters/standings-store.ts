import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { double, integer, nullable, type RowOf, table } from '@bandeja/postgres/table';
import { selectNextRated } from '../history/ratings-store.ts';
import type { Page } from '../paging/page.ts';
import { LISTED_COLUMNS, listedPlayers } from '../players/listed-players-store.ts';
import { isRanked, scoreOf, uncertaintyOf } from '../players/ranking-store.ts';
import type { RosterKey } from './store.ts';

/** The members of a roster in its ranking. */
const standings = table('roster_members', {
  ...listedPlayers.columns,
  /** What the member showed before an instant; null without a rated match by then. */
  shown_before: nullable(double),
  /** As responses show it; it orders equal scores. */
  uncertainty: integer,
  /** 1, 2, 3 in the order of the list. Null if the member isn't ranked yet. */
  rank: nullable(double),
  /**
   * The rank before the instant, among members who are ranked now and had played by then; null for the others. Equal scores of
   * that time are in the order of now.
   */
  previous_rank: nullable(double),
});

export interface StandingRow extends RowOf<typeof standings> {}

/** The cursor of a list by score: the last member of the page. */
export interface ScoreKey {
  readonly service_score: number;
  readonly uncertainty: number;
  readonly username: string;
  readonly profile_id: string;
}

export interface StandingsRequest {
  /** The current time, ms, for the confidence. */
  readonly now: number;
  /** The instant of `shown_before` and `previous_rank`, ms; a match at this very instant is not before it. */
  readonly since: number;
  /** The pages of ranked members and of the others. A limit of 0 reads none. */
  readonly ranked: Page<ScoreKey>;
  readonly unranked: Page<ScoreKey>;
}

/** Both by score, then the smaller uncertainty, then username. */
export interface Standings {
  readonly ranked: readonly StandingRow[];
  readonly unranked: readonly StandingRow[];
}

/** With a limit, for the same reason as `MEMBERS`. */
const PLAYER = 'cross join lateral (select * from players where id = r.player_id limit 1) p';

/** The rating of a row `r` of `member` before the instant $4. */
const BEFORE = `left join lateral (
       ${selectNextRated('l.match_id, (shown_before(l.before))[n] as shown_before', '>=', '$4')}
     ) next on true`;

const SHOWN_BEFORE = 'case when next.match_id is null then r.shown else next.shown_before end as shown_before';

const ORDER = 'r.score desc, r.uncertainty, r.username, r.player_id';

/** A page of rows `r` in their order. @param first the number of the first of its six parameters */
const pageClause = (first: number): string => `where $${first}::integer is null
       or (-r.score, r.uncertainty, r.username, r.player_id)
         > (-$${first}, $${first + 1}::integer, $${first + 2}, $${first + 3}::uuid)
     order by ${ORDER} limit $${first + 4} offset $${first + 5}`;

const ofRoster = statement(
  'roster_standings',
  `with member as materialized (
     select r.*, p.username, ${scoreOf('r.shown')} as score, ${uncertaintyOf('$3')} as uncertainty, ${isRanked('$3')} as is_ranked
     from roster_members m
     cross join lateral (select * from player_ratings where player_id = m.player_id limit 1) r
     ${PLAYER}
     where m.partner_id = $1 and m.slug = $2
   ),
   compared as (
     select r.*, ${SHOWN_BEFORE} from member r ${BEFORE} where r.is_ranked
   ),
   ranked as (
     select r.*, (row_number() over (order by ${ORDER}))::float8 as rank, case when r.shown_before is not null then
       row_number() over (partition by r.shown_before is null
         order by ${scoreOf('r.shown_before')} desc, r.uncertainty, r.username, r.player_id)
     end::float8 as previous_rank from compared r
   ),
   page as (select r.* from ranked r ${pageClause(5)}),
   unranked as (select r.* from (select * from member where not is_ranked) r ${pageClause(11)})
   select true as are_ranked, ${standings.aggregates('f')} from (
     select ${LISTED_COLUMNS}, r.shown_before, r.uncertainty, r.rank, r.previous_rank
     from page r ${PLAYER} order by ${ORDER}
   ) f
   union all
   select false, ${standings.aggregates('f')} from (
     select ${LISTED_COLUMNS}, ${SHOWN_BEFORE}, r.uncertainty, null::float8 as rank, null::float8 as previous_rank
     from unranked r ${PLAYER} ${BEFORE} order by ${ORDER}
   ) f`,
);

/** Pages of a roster's ranking; empty if there is no such roster. They are read with one statement, from one snapshot. */
export async function readStandings(
  database: Queryable,
  roster: RosterKey,
  request: StandingsRequest,
): Promise<Standings> {
  const { now, since, ranked, unranked } = request;
  const values = [
    roster.partnerId,
    roster.slug,
    instant(now),
    instant(since),
    ...pageValues(ranked),
    ...pageValues(unranked),
  ];
  const found = await database.query<{ readonly are_ranked: boolean }>(ofRoster, values);
  return {
    ranked: standings.unpack(found.filter(({ are_ranked }) => are_ranked)),
    unranked: standings.unpack(found.filter(({ are_ranked }) => !are_ranked)),
  };
}

const pageValues = ({ after, limit, offset }: Page<ScoreKey>) => [
  after?.service_score ?? null,
  after?.uncertainty ?? 0,
  after?.username ?? '',
  after?.profile_id ?? null,
  limit,
  offset,
];
