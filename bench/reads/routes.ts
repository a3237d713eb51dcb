/** Which reads are raced, over which paths. */
import { type Queryable, statement } from '../../src/store/engine/database.ts';

export interface ReadRoute {
  readonly name: string;
  /** The share of the memory route's requests a second that it is meant to reach; none where nothing was asked. */
  readonly aim: number | null;
  readonly paths: readonly string[];
}

/**
 * As many connections as keep the service at work. Over 16 it waits for its answers a quarter of the time: seen at 10⁵
 * matches, profiles a second over 16, 32 and 64: 15,900, 21,600, 21,300, and of the memory route 65,000, 67,000, 63,000.
 */
export const READ_CONNECTIONS = 32;

/** So many different paths a route: one alone would only show that it is in every cache. */
const PATHS = 200;

/**
 * A service keeps some 270 cards or analyses that it has worked out. Of so many that are asked for in turn none is still
 * there when its turn comes; of {@link PATHS} all are.
 */
const PATHS_ANEW = 1_000;
const PATHS_ANEW_MIN = 600;

/** Players of the partner with at least so many matches: those whom an analysis of 50 is about. */
const MATCHES_MIN = 50;

const playersOf = statement(
  'bench_players',
  `select p.username from players p join player_ratings r on r.player_id = p.id
   where p.creator_partner_id = $1 and r.matches_played >= $2
   order by md5(p.id::text) limit $3`,
);
const matchesOf = statement(
  'bench_matches',
  `select id::text from (select id from matches where partner_id = $1 order by played_at desc limit 20000) m
   order by md5(id::text) limit $2`,
);
const sessionsOf = statement(
  'bench_sessions',
  `select ref from (
     select distinct session_external_ref as ref from (
       select session_external_ref from matches where partner_id = $1 and session_external_ref is not null
       order by played_at desc limit 20000) m) s
   order by md5(ref) limit $2`,
);

const firstPartner = statement(
  'bench_first_partner',
  'select creator_partner_id as id from players order by id limit 1',
);

/** A partner of a seeded database, always the same one. */
export async function firstPartnerOf(database: Queryable): Promise<string> {
  const [row] = await database.query<{ id: string }>(firstPartner);
  if (row === undefined) throw new Error('the database is empty');
  return row.id;
}

/** What the paths of the reads are about. */
export interface Known {
  readonly usernames: readonly string[];
  readonly matchIds: readonly string[];
  readonly sessionRefs: readonly string[];
}

/** The paths of every read, for one partner of a seeded database. */
export async function routesOf(database: Queryable, partnerId: string, matchesMin = MATCHES_MIN): Promise<ReadRoute[]> {
  const found = await database.query<{ username: string }>(playersOf, [partnerId, matchesMin, PATHS_ANEW]);
  const many = found.map((row) => row.username);
  const usernames = many.slice(0, PATHS);
  const ids = (await database.query<{ id: string }>(matchesOf, [partnerId, PATHS])).map((row) => row.id);
  const refs = (await database.query<{ ref: string }>(sessionsOf, [partnerId, PATHS])).map((row) => row.ref);
  if (usernames.length === 0 || refs.length === 0) {
    throw new Error(`the partner needs players of ${matchesMin} matches, and sessions; is the database seeded?`);
  }
  return routesAbout({ usernames, matchIds: ids, sessionRefs: refs }, many);
}

/**
 * The paths of every read about what is known.
 * @param many more players than answers are kept of, for what is worked out anew each time
 */
export function routesAbout(
  { usernames, matchIds: ids, sessionRefs: refs }: Known,
  many: readonly string[] = [],
): ReadRoute[] {
  const ofPlayers = (rest: string, names = usernames): string[] => names.map((name) => `/v1/players/${name}${rest}`);
  // With fewer players than are kept nothing would be worked out anew.
  const anew = (rest: string): ReadRoute[] =>
    many.length < PATHS_ANEW_MIN ? [] : [route(`${rest} anew`, null, ofPlayers(`/${rest}`, many))];
  const route = (name: string, aim: number | null, paths: readonly string[]): ReadRoute => ({ name, aim, paths });
  return [
    route('profile', 0.3, ofPlayers('')),
    route(
      'search',
      0.3,
      usernames.map((username) => `/v1/players/search?q=${username.slice(0, -2)}`),
    ),
    route(
      'match by id',
      0.3,
      ids.map((id) => `/v1/matches/${id}`),
    ),
    route(
      'match list',
      null,
      ids.map((_, index) => `/v1/matches?limit=25&offset=${index}`),
    ),
    route('history', null, ofPlayers('/matches')),
    route('progress', null, ofPlayers('/progress')),
    route('analysis', 0.1, ofPlayers('/analysis')),
    ...anew('analysis'),
    route('card', 0.1, ofPlayers('/card')),
    ...anew('card'),
    route('card.svg', null, ofPlayers('/card.svg')),
    ...anew('card.svg'),
    route(
      'explanation',
      null,
      ids.map((id) => `/v1/matches/${id}/explanation`),
    ),
    route('roster', null, ['/v1/rosters/ladder/members']),
    route('leaderboard', null, ['/v1/rosters/ladder/leaderboard']),
    route(
      'recap',
      null,
      refs.map((ref) => `/v1/matches/sessions/${encodeURIComponent(ref)}`),
    ),
    route(
      'sessions',
      null,
      ids.map((_, index) => `/v1/sessions?offset=${index}`),
    ),
  ];
}
