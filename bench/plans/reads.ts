import { getAnalysis } from '../../src/domain/analysis/index.ts';
import { listAudit, listMatchAudit } from '../../src/domain/audit/index.ts';
import { getCard } from '../../src/domain/card/index.ts';
import type { Caller, Context } from '../../src/domain/context.ts';
import { getExplanation } from '../../src/domain/explanation/index.ts';
import { getMatch, listMatches, listPlayerHistory } from '../../src/domain/matches/index.ts';
import { getPlayer, searchPlayers } from '../../src/domain/players/index.ts';
import { getProgress } from '../../src/domain/progress/index.ts';
import { getLeaderboard, listMembers, listRosters } from '../../src/domain/rosters/index.ts';
import { getSessionRecap, listSessions } from '../../src/domain/sessions/index.ts';
import { type Database, statement } from '../../src/store/engine/database.ts';
import { readSessionMatchesAfter } from '../../src/store/sessions/sessions.ts';

/** Whom and what the reads are about: a player of many matches, a busy partner. */
export interface Sample {
  readonly matches: number;
  readonly partnerId: string;
  readonly username: string;
  readonly matchId: string;
  readonly session: string;
  readonly roster: string;
}

const find = statement(
  'plans_sample',
  `select (select reltuples::float8 from pg_class where oid = 'matches'::regclass) as matches,
     p.creator_partner_id as "partnerId", p.username, m.id as "matchId", m.session_external_ref as session,
     (select slug from rosters where partner_id = p.creator_partner_id order by slug limit 1) as roster
   from player_ratings r join players p on p.id = r.player_id
   cross join lateral (
     select m.id, m.session_external_ref from matches m where m.partner_id = p.creator_partner_id
     order by m.played_at desc limit 1) m
   where r.matches_played >= 60 order by md5(p.id::text) limit 1`,
);

export async function sampleOf(database: Database): Promise<Sample> {
  const [sample] = await database.query<Sample>(find);
  if (sample?.roster === undefined || sample.roster === null) {
    throw new Error('nobody has 60 matches, or their partner has no roster; is the database seeded?');
  }
  return sample;
}

const DAY_MS = 86_400_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Every read of the contract, as a client asks for it. */
export function reads(
  sample: Sample,
): { readonly name: string; readonly run: (context: Context) => Promise<unknown> }[] {
  const { partnerId, username, matchId, session, roster } = sample;
  const caller: Caller = { partnerId, keyId: '', plan: 'enterprise', suspended: false, scopes: [] };
  const page = { limit: 25, offset: 0, after: null };
  const always = { since: null, until: null };
  const ago = (days: number): number => Date.now() - days * DAY_MS;
  const of = (name: string, run: (context: Context) => Promise<unknown>) => ({ name, run });
  const filter = { ...always, session_external_ref: null, status: null };
  return [
    of('a player', (context) => getPlayer(context, caller, username)),
    of('search', (context) => searchPlayers(context, username.slice(0, -2), page)),
    of('a match', (context) => getMatch(context, caller, matchId)),
    of('its explanation', (context) => getExplanation(context, caller, matchId)),
    of('matches', (context) => listMatches(context, caller, filter, page)),
    of('matches, deep', (context) =>
      listMatches(context, caller, filter, { ...page, after: { played_at: ago(700), id: matchId } }),
    ),
    of('matches of a session', (context) =>
      listMatches(context, caller, { ...filter, session_external_ref: session }, page),
    ),
    of('history', (context) => listPlayerHistory(context, caller, username, always, page)),
    of('history, a window', (context) =>
      listPlayerHistory(context, caller, username, { since: ago(400), until: ago(200) }, page),
    ),
    of('progress', (context) => getProgress(context, caller, username, { ...always, interval: 'match', limit: 100 })),
    of('progress by week', (context) =>
      getProgress(context, caller, username, { ...always, interval: 'week', limit: 100 }),
    ),
    of('analysis', (context) => getAnalysis(context, caller, username, 50)),
    of('card', (context) => getCard(context, caller, username)),
    of('recap', (context) => getSessionRecap(context, caller, session)),
    of('recap, its next block', ({ database }) =>
      readSessionMatchesAfter(database, partnerId, session, { played_at: 0, id: FIRST_ID }),
    ),
    of('sessions', (context) => listSessions(context, caller, always, page)),
    of('rosters', (context) => listRosters(context, caller, page)),
    of('roster', (context) => listMembers(context, caller, roster, page)),
    of('leaderboard', (context) => getLeaderboard(context, caller, roster, '30d', page)),
    of('audit of a match', (context) => listMatchAudit(context, caller, matchId, page)),
    of('audit', (context) => listAudit(context, caller, page)),
  ];
}
