import type { ConfirmationDecider, MatchStatus } from '@bandeja/contract/match-enums';
import { batchLookups } from '@bandeja/postgres/batch-lookups';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts, packUuids } from '@bandeja/postgres/packed';
import { ANSWERS } from '../history/answers-store.ts';
import { amendedMatches, type EnteredBy, type MatchRow, matches, type ShownMatchRow } from '../history/match-row.ts';
import { historyRows } from '../history/player-matches-store.ts';
import { RATING_CHANGE_COLUMNS, RATING_CHANGE_JOINS } from '../history/settling-store.ts';
import { visibleTo } from '../players/visibility-store.ts';
import { type SessionChange, updateSessions } from './sessions-store.ts';

/**
 * Selects a partner's own matches with names and rating changes.
 * @param which an SQL condition on `m`, with the order and the limit of a page. Names are looked up for that page only.
 */
export function selectOwnMatches(which: string): string {
  return `select ${matches.select('m')}, named.*, ${RATING_CHANGE_COLUMNS}, ${ANSWERS} as answers
    from (select m.* from matches m where ${which}) m ${RATING_CHANGE_JOINS} ${nameLists('m.partner_id')}`;
}

/**
 * The names of the players of `matches m` as a partner may see them. They are unsorted lists: sorting them and sending JSON would
 * take a seventh of the statement's time. A partner sees all usernames in its own matches. An erased player is in every list,
 * without a username.
 * @param partnerId an SQL expression for the partner's id
 */
export const nameLists = (partnerId: string): string => `cross join lateral (
     select array_agg(p.id) as named_ids, array_agg(p.username) as usernames,
       array_agg(case when p.is_visible then p.display_name end) as display_names
     from (select p.*, ${visibleTo('p', partnerId)} as is_visible from players p where p.id = any(m.player_ids)) p
     where p.is_visible or m.partner_id = ${partnerId} or p.erased_at is not null
   ) named`;

const ownMatches = statement(
  'matches_by_id',
  `select ${matches.select('m')}, named.*, ${RATING_CHANGE_COLUMNS}, ${ANSWERS} as answers
   from unnest($1::uuid[], $2::uuid[]) as wanted(partner_id, id)
   join matches m on m.id = wanted.id and m.partner_id = wanted.partner_id ${RATING_CHANGE_JOINS} ${nameLists('m.partner_id')}`,
);

/** The columns of {@link nameLists}. They are null if the partner may see none of the players. */
interface NameLists {
  readonly player_ids: readonly string[];
  readonly named_ids: readonly string[] | null;
  /** Null for an erased player. */
  readonly usernames: readonly (string | null)[] | null;
  readonly display_names: readonly (string | null)[] | null;
}

/** Decodes a match that was selected with {@link nameLists}. The name fields of a player who is not in the lists are null. */
export function decodeWithNames<Row extends object>(found: object): Row {
  const { named_ids: ids, usernames, display_names: displayNames, ...row } = found as NameLists;
  const names = row.player_ids.map((id) => {
    const index = ids?.indexOf(id) ?? -1;
    const username = usernames?.[index] ?? null;
    return {
      id: username === null ? null : id,
      username,
      display_name: displayNames?.[index] ?? null,
      is_erased: index !== -1 && username === null,
    };
  });
  return matches.decode<Row>({ ...row, names });
}

interface MatchOf {
  readonly partnerId: string;
  readonly matchId: string;
}

/** Matches of partners, in the order of the keys; undefined for one that isn't the partner's. */
async function readMatchesOf(database: Queryable, keys: readonly MatchOf[]): Promise<(ShownMatchRow | undefined)[]> {
  const values = [keys.map((key) => key.partnerId), keys.map((key) => key.matchId)];
  const found = (await database.query(ownMatches, values)).map(decodeWithNames<ShownMatchRow>);
  const rows = new Map(found.map((row) => [row.id, row]));
  return keys.map(({ partnerId, matchId }) => {
    const row = rows.get(matchId);
    return row?.partner_id === partnerId ? row : undefined;
  });
}

const lookUp = batchLookups<MatchOf, ShownMatchRow>(readMatchesOf);

/** A match of the partner, or undefined. */
export function readMatch(database: Queryable, partnerId: string, matchId: string): Promise<ShownMatchRow | undefined> {
  return lookUp(database, { partnerId, matchId });
}

/** Those of the matches that are the partner's, in the order of the ids. */
export async function readMatches(
  database: Queryable,
  partnerId: string,
  ids: readonly string[],
): Promise<ShownMatchRow[]> {
  const found = await readMatchesOf(
    database,
    ids.map((matchId) => ({ partnerId, matchId })),
  );
  return found.filter((row) => row !== undefined);
}

const lockedMatches = statement(
  'matches_lock',
  'select from matches m where m.id = any($2::uuid[]) and m.partner_id = $1 order by m.id for no key update',
);

/** Locks those of the matches that are the partner's until the transaction ends. */
export async function lockMatches(transaction: Transaction, partnerId: string, ids: readonly string[]): Promise<void> {
  await transaction.query(lockedMatches, [partnerId, ids]);
}

export interface MatchKey {
  readonly partner_id: string;
  readonly external_ref: string;
}

const byExternalRef = statement(
  'matches_by_external_ref',
  `select m.partner_id, m.external_ref, m.id, m.status, named.player_ids, named.usernames
   from unnest($1::uuid[], $2::text[]) as wanted(partner_id, external_ref)
   join matches m on m.partner_id = wanted.partner_id and m.external_ref = wanted.external_ref
   cross join lateral (
     select array_agg(p.id) as player_ids, array_agg(p.username) as usernames from players p where p.id = any(m.player_ids)
   ) named`,
);

/** A match with the ids and usernames of its players, in no particular order. The username of an erased player is null. */
export interface UsedReference extends MatchKey {
  readonly id: string;
  readonly status: MatchStatus;
  readonly player_ids: readonly string[];
  readonly usernames: readonly (string | null)[];
}

/** The stored matches that have one of these references. */
export async function findByExternalRef(database: Queryable, keys: readonly MatchKey[]): Promise<UsedReference[]> {
  return database.query(byExternalRef, [
    packUuids(keys.map((key) => key.partner_id)),
    packTexts(keys.map((key) => key.external_ref)),
  ]);
}

/** A night plan of a partner. */
export interface PlanKey {
  readonly partner_id: string;
  readonly plan_id: string;
}

const plansById = statement(
  'matches_plans_by_id',
  `select p.partner_id, p.id as plan_id from unnest($1::uuid[], $2::uuid[]) as wanted(partner_id, id)
   join session_plans p on p.id = wanted.id and p.partner_id = wanted.partner_id`,
);

/** Those of the plans that exist. */
export async function findPlans(database: Queryable, keys: readonly PlanKey[]): Promise<PlanKey[]> {
  if (keys.length === 0) return [];
  const values = [packUuids(keys.map((key) => key.partner_id)), packUuids(keys.map((key) => key.plan_id))];
  return database.query(plansById, values);
}

const moveStatuses = statement(
  'matches_move_status',
  `with moved as (
     update matches set status = $2, revision = revision + 1,
       completed_at = case when $2 = 'completed' then $3::timestamptz else completed_at end,
       voided_at = case when $2 = 'voided' then $3::timestamptz end,
       void_reason = $4, confirmation_state = null,
       confirmation_decided_by = case when status = 'pending' and trust_tier = 'player_confirmed' then $5
         else confirmation_decided_by end
     where id = any($1::uuid[])
     returning *
   ), left_behind as (
     delete from player_matches pm using moved
     where moved.status = 'voided' and pm.match_id = moved.id and pm.player_id = any(moved.player_ids)
       and pm.played_at = moved.played_at
   )
   insert into player_matches (player_id, played_at, match_id, result)
   ${historyRows('moved')}`,
);

/**
 * Changes the status of locked matches of a partner and raises their revisions. Completed matches are added to their players'
 * histories. Voided ones are removed from them and from their sessions. The caller has locked the partner's audit chain.
 */
export async function moveMatchStatuses(
  transaction: Transaction,
  partnerId: string,
  moved: readonly MatchRow[],
  to: Pick<MatchRow, 'void_reason'> & {
    readonly status: MatchStatus;
    readonly at: number;
    readonly decidedBy: ConfirmationDecider;
  },
): Promise<void> {
  const ids = moved.map(({ id }) => id);
  await transaction.query(moveStatuses, [ids, to.status, instant(to.at), to.void_reason, to.decidedBy]);
  if (to.status === 'voided') await updateSessions(transaction, partnerId, moved.flatMap(leaving));
}

// The second read of a match finds its row before the update.
const amendFacts = statement(
  'matches_amend',
  `with amended as (
     update matches m set ${amendedMatches.without('id').assignments('a')},
       entered_by = case when m.plan_id is not null then $1::text end,
       entered_by_person_id = case when m.plan_id is not null then $2::uuid end
     from (${amendedMatches.source(3)}) a
       cross join lateral (select played_at, player_ids from matches where id = a.id limit 1) old
     where m.id = a.id
     returning m.*, old.played_at as old_played_at, old.player_ids as old_player_ids
   ), left_behind as (
     delete from player_matches pm using amended
     where amended.status = 'completed' and pm.match_id = amended.id and pm.player_id = any(amended.old_player_ids)
       and pm.played_at = amended.old_played_at
       and (pm.played_at <> amended.played_at or not pm.player_id = any(amended.player_ids))
   )
   insert into player_matches (player_id, played_at, match_id, result)
   ${historyRows('amended')}
   on conflict (player_id, played_at, match_id) do update set result = excluded.result
     where player_matches.result is distinct from excluded.result`,
);

/** A match before and after an amendment. */
export interface AmendedRows {
  readonly before: MatchRow;
  readonly after: MatchRow;
}

/**
 * Writes the facts and the revisions of amended matches of a partner, and updates their players' histories and its sessions. The
 * caller has locked the partner's audit chain.
 * @param by what amends the matches, for results of a plan
 */
export async function amendMatchRows(
  transaction: Transaction,
  partnerId: string,
  amended: readonly AmendedRows[],
  by: EnteredBy,
): Promise<void> {
  await transaction.query(amendFacts, [
    by.entered_by,
    by.entered_by_person_id,
    ...amendedMatches.values(amended.map(({ after }) => after)),
  ]);
  const moved = amended.filter(
    ({ before, after }) =>
      before.played_at !== after.played_at || before.session_external_ref !== after.session_external_ref,
  );
  const changes = moved.flatMap(({ before, after }) => [...leaving(before), ...entering(after)]);
  if (changes.length > 0) await updateSessions(transaction, partnerId, changes);
}

const leaving = ({ session_external_ref: ref }: MatchRow): SessionChange[] =>
  ref === null ? [] : [{ session_external_ref: ref, matches: -1 }];
const entering = ({ session_external_ref: ref }: MatchRow): SessionChange[] =>
  ref === null ? [] : [{ session_external_ref: ref, matches: 1 }];
