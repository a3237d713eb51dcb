import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { boolean, double, encoded, integer, nullable, type RowOf, table, text } from '@bandeja/postgres/table';
import { selectNextRated } from '../history/ratings-store.ts';
import type { Page } from '../paging/page.ts';
import { LISTED_COLUMNS, listedPlayers } from '../players/listed-players-store.ts';
import { isInactive, isPastProvisional, SHOWN, scoreOf, uncertaintyOf } from '../players/ranking-store.ts';
import { STATED_WORDS, type StatedWords } from '../players/store.ts';
import { visibleTo } from '../players/visibility-store.ts';

/** The members of a roster in its ranking. */
const standings = table('roster_members', {
  ...listedPlayers.columns,
  starting_level: nullable(encoded<StatedWords, string>(text, JSON.stringify, JSON.parse)),
  /** What the member showed before an instant; null without a rated match by then and a starting level. */
  shown_before: nullable(double),
  /** As responses show it; it orders equal scores. */
  uncertainty: integer,
  /** Past provisional, but without a match for a year. */
  is_inactive: boolean,
  /** 1, 2, 3 in the order of the list. Null if the member isn't ranked yet. */
  rank: nullable(double),
  /**
   * The rank before the instant, among members who are ranked now and had played by then; null for the others. Equal scores of
   * that time are in the order of now.
   */
  previous_rank: nullable(double),
  /** The number of ranked members. Null if the member isn't one of them. */
  ranked_members: nullable(double),
});

export interface StandingRow extends RowOf<typeof standings> {}

/** The cursor of a list by score: the last member of the page. Inactive members come after all others. */
export interface ScoreKey {
  readonly is_inactive: boolean;
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
  readonly others: Page<ScoreKey>;
  /** The most of the others that are read of each kind, not ranked yet and inactive; null: no limit. */
  readonly othersOfEach: number | null;
}

/** Both by score, then the smaller uncertainty, then username; of the others, those who are inactive last. */
export interface Standings {
  readonly ranked: readonly StandingRow[];
  readonly others: readonly StandingRow[];
}

/** With a limit, for the same reason as `MEMBERS`. */
const PLAYER = 'cross join lateral (select * from players where id = r.player_id limit 1) p';

/** The rating of a row `r` of `member` before the instant $4. */
const BEFORE = `left join lateral (
       ${selectNextRated('l.match_id, (shown_before(l.before))[n] as shown_before, l.before[5 * n] as played', '>=', '$4')}
     ) next on true`;

const SHOWN_BEFORE = `case when next.match_id is null then ${SHOWN} else next.shown_before end as shown_before`;

const LISTED = `${LISTED_COLUMNS}, (${STATED_WORDS})::text as starting_level`;

const ORDER = 'r.is_inactive, r.score desc, r.uncertainty, r.username, r.player_id';

/** A page of rows `r` in their order. @param first the number of the first of its seven parameters */
const pageClause = (first: number, condition = 'true'): string => `where ${condition} and ($${first}::integer is null
       or (r.is_inactive, -r.score, r.uncertainty, r.username, r.player_id)
         > ($${first + 4}::boolean, -$${first}, $${first + 1}::integer, $${first + 2}, $${first + 3}::uuid))
     order by ${ORDER} limit $${first + 5} offset $${first + 6}`;

/** The members of a roster, $2 of partner $1. */
const ON_ROSTER = 'select player_id from roster_members where partner_id = $1 and slug = $2';
/** The people of partner $1: the players that it registered, and the others in its matches that it may see. */
const OF_PARTNER = `select id as player_id from players where creator_partner_id = $1 and $2::text is null
     union
     select p.id from (
       select distinct unnest(player_ids) as id from matches where partner_id = $1 and status = 'completed'
     ) played
     join players p on p.id = played.id
     where p.creator_partner_id <> $1 and ${visibleTo('p', '$1')}`;

/** @param members selects the ids of the players to rank */
const standingsOf = (members: string): string => `with member as materialized (
     select r.*, p.username, ${scoreOf(SHOWN)} as score, ${uncertaintyOf('$3')} as uncertainty,
       ${isPastProvisional('$3')} as is_past_provisional, ${isPastProvisional('$3')} and ${isInactive('$3')} as is_inactive
     from (${members}) m
     cross join lateral (select * from player_ratings where player_id = m.player_id limit 1) r
     ${PLAYER}
   ),
   compared as (
     select r.*, ${SHOWN_BEFORE}, coalesce(next.played, r.matches_played) > 0 as had_played
     from member r ${BEFORE} where r.is_past_provisional and not r.is_inactive
   ),
   ranked as (
     select r.*, (row_number() over (order by ${ORDER}))::float8 as rank, case when r.had_played then
       row_number() over (partition by r.had_played
         order by ${scoreOf('r.shown_before')} desc, r.uncertainty, r.username, r.player_id)
     end::float8 as previous_rank, (count(*) over ())::float8 as ranked_members from compared r
   ),
   page as (select r.* from ranked r ${pageClause(5)}),
   others as (
     select r.* from (
       select r.*, row_number() over (partition by r.is_inactive order by ${ORDER}) as n
       from member r where r.is_inactive or not r.is_past_provisional
     ) r ${pageClause(12, '($19::bigint is null or r.n <= $19)')}
   )
   select true as are_ranked, ${standings.aggregates('f')} from (
     select ${LISTED}, r.shown_before, r.uncertainty, r.is_inactive, r.rank, r.previous_rank, r.ranked_members
     from page r ${PLAYER} order by ${ORDER}
   ) f
   union all
   select false, ${standings.aggregates('f')} from (
     select ${LISTED}, ${SHOWN_BEFORE}, r.uncertainty, r.is_inactive, null::float8 as rank, null::float8 as previous_rank,
       null::float8 as ranked_members
     from others r ${PLAYER} ${BEFORE} order by ${ORDER}
   ) f`;

const ofRoster = statement('roster_standings', standingsOf(ON_ROSTER));
const ofPartner = statement('partner_standings', standingsOf(OF_PARTNER));

/**
 * Pages of a ranking; empty if there is no such roster. They are read with one statement, from one snapshot.
 * @param slug of a roster; null: all people of the partner
 */
export async function readStandings(
  database: Queryable,
  { partnerId, slug }: { readonly partnerId: string; readonly slug: string | null },
  request: StandingsRequest,
): Promise<Standings> {
  const { now, since, ranked, others, othersOfEach } = request;
  const values = [
    partnerId,
    slug,
    instant(now),
    instant(since),
    ...pageValues(ranked),
    ...pageValues(others),
    othersOfEach,
  ];
  const found = await database.query<{ readonly are_ranked: boolean }>(slug === null ? ofPartner : ofRoster, values);
  return {
    ranked: standings.unpack(found.filter(({ are_ranked }) => are_ranked)),
    others: standings.unpack(found.filter(({ are_ranked }) => !are_ranked)),
  };
}

const pageValues = ({ after, limit, offset }: Page<ScoreKey>) => [
  after?.service_score ?? null,
  after?.uncertainty ?? 0,
  after?.username ?? '',
  after?.profile_id ?? null,
  after?.is_inactive ?? false,
  limit,
  offset,
];
