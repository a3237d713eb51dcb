/** Reads the rated history from the matches, not from the ledger. */

import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import type { RowOf } from '@bandeja/postgres/table';
import { matches } from './match-row.ts';
import type { LedgerPlace } from './place.ts';

const facts = matches.only(
  'id',
  'played_at',
  'winning_team',
  'trust_tier',
  'outcome',
  'competition_type',
  'scoring',
  'player_ids',
  'teams',
  'set_scores',
);

/** The fields of a match that determine how it is rated. */
export interface RatedFacts extends RowOf<typeof facts> {}

/** The SQL form of `isRated`. */
const IS_RATED = `m.status = 'completed' and m.outcome <> 'walkover'`;

// Matches are indexed by partner and time, so this reads each partner's part of the range from that index. The inner limit makes
// the planner do so: it estimates that a comparison of two keys keeps a third of a table, and would sort all of it.
const within = statement(
  'rated_matches_within',
  `select m.* from partners p cross join lateral (
     select ${facts.select('m')} from matches m
     where m.partner_id = p.id and (m.played_at, m.id) > ($1, $2) and (m.played_at, m.id) <= ($3, $4) and ${IS_RATED}
     order by m.played_at, m.id limit $5
   ) m order by m.played_at, m.id limit $5`,
);

/** The rated matches after one place, up to and including another, in the order of the history, at most `limit`. */
export async function readRatedWithin(
  database: Queryable,
  after: LedgerPlace,
  until: LedgerPlace,
  limit: number,
): Promise<RatedFacts[]> {
  const values = [instant(after.played_at), after.match_id, instant(until.played_at), until.match_id, limit];
  return (await database.query(within, values)).map(facts.decode<RatedFacts>);
}

// Selects the ledger's `played_at`, because the next block is read from the place of the last row.
const ofLedger = statement(
  'rated_matches_of_ledger',
  `select ${facts.without('played_at').select('m')}, l.played_at from (
     select match_id, played_at from match_ratings where (played_at, match_id) > ($1, $2) order by played_at, match_id limit $3
   ) l join matches m on m.id = l.match_id order by l.played_at, l.match_id`,
);

/** The matches that have a ledger row after a place, in the order of the history, at most `limit`. */
export async function readRatedInLedger(database: Queryable, after: LedgerPlace, limit: number): Promise<RatedFacts[]> {
  const found = await database.query(ofLedger, [instant(after.played_at), after.match_id, limit]);
  return found.map(facts.decode<RatedFacts>);
}

const among = statement(
  'rated_matches_among',
  `select m.id as match_id, m.played_at from matches m where m.id = any($1::uuid[]) and ${IS_RATED}`,
);

/** The places of these matches in the rated history. Matches that are not rated are left out. */
export async function readRatedAmong(database: Queryable, matchIds: readonly string[]): Promise<LedgerPlace[]> {
  return database.query<LedgerPlace>(among, [matchIds]);
}

const byIds = statement(
  'rated_matches_by_id',
  `select ${facts.select('m')} from matches m where m.id = any($1::uuid[]) and ${IS_RATED}`,
);

/** The rated ones among these matches. */
export async function readRatedByIds(database: Queryable, matchIds: readonly string[]): Promise<RatedFacts[]> {
  return (await database.query(byIds, [matchIds])).map(facts.decode<RatedFacts>);
}
