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

const lookUp = batchLookups<{ readonly partnerId: string; readonly matchId: string }, ShownMatchRow>(
  async (database, keys) => {
    const values = [keys.map((key) => key.partnerId), keys.map((key) => key.matchId)];
    const found = (await database.query(ownMatches, values)).map(decodeWithNames<ShownMatchRow>);
    const rows = new Map(found.map((row) => [row.id, row]));
    return keys.map(({ partnerId, matchId }) => {
      const row = rows.get(matchId);
      return row?.partner_id === partnerId ? row : undefined;
    });
  },
);

/** A match of the partner, or undefined. */
export function readMatch(database: Queryable, partnerId: string, matchId: string): Promise<ShownMatchRow | undefined> {
  return lookUp(database, { partnerId, matchId });
}

const lockedMatch = statement(
  'match_lock',
  'select from matches m where m.id = $2 and m.partner_id = $1 for no key update',
);

/** Locks a match until the transaction ends, if it is the partner's. */
export async function lockMatch(transaction: Transaction, partnerId: string, matchId: string): Promise<void> {
  await transaction.query(lockedMatch, [partnerId, matchId]);
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

const moveStatus = statement(
  'match_move_status',
  `with moved as (
     update matches set status = $2, revision = revision + 1,
       completed_at = case when $2 = 'completed' then $3::timestamptz else completed_at end,
       voided_at = case when $2 = 'voided' then $3::timestamptz end,
       void_reason = $4, confirmation_state = null,
       confirmation_decided_by = case when status = 'pending' and trust_tier = 'player_confirmed' then $5
         else confirmation_decided_by end
     where id = $1
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
 * Changes the status of a locked match and raises its revision. A completed match is added to its players' histories. A voided one
 * is removed from them and from its session. The caller has locked the partner's audit chain.
 */
export async function moveMatchStatus(
  transaction: Transaction,
  match: MatchRow,
  to: Pick<MatchRow, 'void_reason'> & {
    readonly status: MatchStatus;
    readonly at: number;
    readonly decidedBy: ConfirmationDecider;
  },
): Promise<void> {
  await transaction.query(moveStatus, [match.id, to.status, instant(to.at), to.void_reason, to.decidedBy]);
  if (to.status === 'voided') await updateSessions(transaction, match.partner_id, leaving(match));
}

const amendFacts = statement(
  'match_amend',
  `with amended as (
     update matches m set ${amendedMatches.without('id').assignments('a')},
       entered_by = case when m.plan_id is not null then $3::text end,
       entered_by_person_id = case when m.plan_id is not null then $4::uuid end
     from (${amendedMatches.source(5)}) a where m.id = a.id
     returning m.*
   ), left_behind as (
     delete from player_matches pm using amended
     where amended.status = 'completed' and pm.match_id = amended.id and pm.player_id = any($1::uuid[]) and pm.played_at = $2
       and (pm.played_at <> amended.played_at or not pm.player_id = any(amended.player_ids))
   )
   insert into player_matches (player_id, played_at, match_id, result)
   ${historyRows('amended')}
   on conflict (player_id, played_at, match_id) do update set result = excluded.result
     where player_matches.result is distinct from excluded.result`,
);

/**
 * Writes the facts and the revision of an amended match, and updates its players' histories and its sessions. The caller has
 * locked the partner's audit chain.
 * @param by what amends the match, for the result of a plan
 */
export async function amendMatchRow(
  transaction: Transaction,
  before: MatchRow,
  after: MatchRow,
  by: EnteredBy,
): Promise<void> {
  await transaction.query(amendFacts, [
    before.player_ids,
    instant(before.played_at),
    by.entered_by,
    by.entered_by_person_id,
    ...amendedMatches.values([after]),
  ]);
  const isMoved = before.played_at !== after.played_at || before.session_external_ref !== after.session_external_ref;
  if (isMoved) await updateSessions(transaction, before.partner_id, [...leaving(before), ...entering(after)]);
}

const leaving = ({ session_external_ref: ref }: MatchRow): SessionChange[] =>
  ref === null ? [] : [{ session_external_ref: ref, matches: -1 }];
const entering = ({ session_external_ref: ref }: MatchRow): SessionChange[] =>
  ref === null ? [] : [{ session_external_ref: ref, matches: 1 }];
