/** What is stored about the references and players that a batch names. */
import { type Queryable, statement } from '@bandeja/postgres/database';
import { packTexts, packUuids } from '@bandeja/postgres/packed';
import { integer, listOf, nullable, type RowOf, table, timestamptz, uuid } from '@bandeja/postgres/table';
import { matches } from '../history/match-row.ts';
import { findByExternalRef } from '../matches/store.ts';
import { namedPlayer } from '../players/visibility-store.ts';

/** The reference that a row is decided with, and the match that has it. */
export interface ResolvedReference {
  readonly sent: string;
  readonly external_ref: string;
  readonly match_id: string | null;
}

// The limits make the planner look up each reference. Without them, it may read all matches of the partner.
const follow = statement(
  'import_references',
  `with recursive tried as (
     select sent, sent || '~2' as external_ref, 2 as n from unnest($2::text[]) as asked(sent)
     union all
     select t.sent, t.sent || '~' || (t.n + 1), t.n + 1
     from tried t
     cross join lateral (
       select m.status from matches m where m.partner_id = $1 and m.external_ref = t.external_ref limit 1
     ) m
     where m.status = 'voided'
   )
   select last.sent, last.external_ref, m.id as match_id
   from (select distinct on (sent) * from tried order by sent, n desc) last
   left join lateral (
     select m.id from matches m where m.partner_id = $1 and m.external_ref = last.external_ref limit 1
   ) m on true`,
);

/**
 * Finds the matches of references. One round trip, two if voided matches are replaced.
 * @param replaces whether the reference of a voided match is followed to the first one that no voided match has
 */
export async function resolveReferences(
  database: Queryable,
  partnerId: string,
  references: readonly string[],
  replaces: boolean,
): Promise<ResolvedReference[]> {
  const keys = references.map((external_ref) => ({ partner_id: partnerId, external_ref }));
  const found = new Map((await findByExternalRef(database, keys)).map((match) => [match.external_ref, match]));
  const voided = replaces
    ? [...found.values()].flatMap((one) => (one.status === 'voided' ? [one.external_ref] : []))
    : [];
  const followed =
    voided.length === 0 ? [] : await database.query<ResolvedReference>(follow, [partnerId, packTexts(voided)]);
  const unchanged = references.map((sent) => ({ sent, external_ref: sent, match_id: found.get(sent)?.id ?? null }));
  return [...unchanged.filter(({ sent }) => !voided.includes(sent)), ...followed];
}

const usernames = statement('import_usernames', 'select id, username from players where id = any($1::uuid[])');

/** By player id; null for an erased player. */
export async function readUsernames(
  database: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await database.query<{ id: string; username: string | null }>(usernames, [packUuids(playerIds)]);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** What a username means for a partner. */
export interface NamedUsername {
  readonly username: string;
  /** The player; null if there is none that the partner may see. */
  readonly id: string | null;
  /** Whether the partner registered it, or has it on a roster. */
  readonly is_own: boolean;
  readonly is_public: boolean;
  /** Whether another partner has erased a public player of this name. */
  readonly is_reserved: boolean;
}

const IS_RESERVED = (username: string): string =>
  `exists (select from erasures e where e.name_hash = erased_name_hash(${username}) and e.partner_id <> $1)`;

const named = statement(
  'import_named_players',
  `select asked.username, p.id, coalesce(p.profile_is_public, false) as is_public,
     coalesce(p.creator_partner_id = $1 or exists (
       select from roster_members m where m.player_id = p.id and m.partner_id = $1), false) as is_own,
     ${IS_RESERVED('asked.username')} as is_reserved
   from unnest($2::text[]) as asked(username)
   left join lateral ${namedPlayer('p.*', '$1', 'asked.username')} p on true`,
);

/** @param asked canonical, without duplicates */
export async function readNamedPlayers(
  database: Queryable,
  partnerId: string,
  asked: readonly string[],
): Promise<NamedUsername[]> {
  if (asked.length === 0) return [];
  return database.query<NamedUsername>(named, [partnerId, packTexts(asked)]);
}

/** The last number that is tried. */
const NUMBER_MAX = 1000;

const free = statement(
  'import_free_usernames',
  `with recursive tried as (
     select asked.base, asked.wanted, 1 as n, asked.base as username, state.is_free, state.is_free::integer as found
     from unnest($2::text[], $3::integer[]) as asked(base, wanted)
     cross join lateral (select not ${isTaken('asked.base')} as is_free) state
     union all
     select t.base, t.wanted, t.n + 1, next.username, state.is_free, t.found + state.is_free::integer
     from tried t
     cross join lateral (
       select left(t.base, 39 - length((t.n + 1)::text)) || '.' || (t.n + 1) as username
     ) next
     cross join lateral (select not ${isTaken('next.username')} as is_free) state
     where t.found < t.wanted and t.n < ${NUMBER_MAX}
   )
   select base, username from tried where is_free order by base, n`,
);

/** Whether a player that the partner may see has the username, or a new public player may not have it. */
function isTaken(username: string): string {
  return `(exists ${namedPlayer('p.id', '$1', username)} or ($4 and ${IS_RESERVED(username)}))`;
}

/** The first free ones of `<base>`, `<base>.2`, `<base>.3`, …. @param bases how many to find for each base */
export async function findFreeUsernames(
  database: Queryable,
  partnerId: string,
  bases: ReadonlyMap<string, number>,
  isPublic: boolean,
): Promise<{ readonly base: string; readonly username: string }[]> {
  if (bases.size === 0) return [];
  return database.query(free, [partnerId, packTexts([...bases.keys()]), [...bases.values()], isPublic]);
}

const onRosters = statement(
  'import_rostered_players',
  'select distinct player_id from roster_members where partner_id = $1 and player_id = any($2::uuid[])',
);

/** Those of the players that are on a roster of the partner. */
export async function findRostered(
  database: Queryable,
  partnerId: string,
  playerIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database.query<{ player_id: string }>(onRosters, [partnerId, playerIds]);
  return new Set(rows.map(({ player_id }) => player_id));
}

/** A row with the ids of its players, null for unknown and new ones; three or four are known. */
const soughtRows = table('matches', { line: integer, played_at: timestamptz, ids: listOf(nullable(uuid), 4) });
export interface SoughtRow extends RowOf<typeof soughtRows> {}

const compared = matches.only('id', 'external_ref', 'played_at', 'player_ids', 'teams', 'set_scores');

/** A stored match within a day of a row, with at least three of its four players. */
export interface Neighbour extends RowOf<typeof compared> {
  readonly line: number;
  /** A line of the import created it. */
  readonly is_of_import: boolean;
  /** Another line of the import created or names it. */
  readonly is_of_other_line: boolean;
  /** Of its player that is not in the row, if there is one; null if that one is erased. */
  readonly other_username: string | null;
}

/** A bound, as in the look-up of nearby matches: no player has 400 matches in two days. */
const READ_MAX = 400;
const WITHIN = `played_at between sought.played_at - interval '1 day' and sought.played_at + interval '1 day' limit ${READ_MAX}`;

/** The matches of one of the first two known players. A match with three of four players has one of any two of them. */
const ofPlayer = (number: 1 | 2): string => {
  const player = `sought.known[${number}]`;
  const others = [1, 2, 3, 4].map(
    (place) =>
      `(select o.id from matches o where o.player_ids[${place}] = ${player} and o.status <> 'completed' and o.${WITHIN})`,
  );
  const completed = `(select pm.match_id as id from player_matches pm where pm.player_id = ${player} and pm.${WITHIN})`;
  return [completed, ...others].join('\n         union ');
};

const neighbours = statement(
  'import_neighbours',
  `select sought.line, ${compared.select('m')},
     exists (
       select from import_rows r where r.match_id = m.id and r.import_id = $2 and r.state = 'created'
     ) as is_of_import,
     exists (
       select from import_rows r where r.match_id = m.id and r.import_id = $2 and r.line <> sought.line
     ) as is_of_other_line,
     (select p.username from players p where p.id = any(m.player_ids) and not p.id = any(sought.known) limit 1) as other_username
   from (
     select line, played_at, array_remove(ids, null) as known from (${soughtRows.source(3)}) given
   ) sought
   cross join lateral (
     ${ofPlayer(1)}
         union ${ofPlayer(2)}
   ) near
   cross join lateral (select * from matches where id = near.id limit 1) m
   where m.partner_id = $1 and m.status <> 'voided'
     and cardinality(array(select unnest(m.player_ids) intersect select unnest(sought.known))) >= 3
   order by sought.line, abs(extract(epoch from m.played_at - sought.played_at)), m.id`,
);

/** The neighbours of each row, the nearest first. @param importId null for a check */
export async function findNeighbours(
  database: Queryable,
  { partnerId, importId }: { readonly partnerId: string; readonly importId: string | null },
  rows: readonly SoughtRow[],
): Promise<Neighbour[]> {
  if (rows.length === 0) return [];
  const found = await database.query(neighbours, [partnerId, importId, ...soughtRows.values(rows)]);
  return found.map(compared.decode<Neighbour>);
}
