import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packBooleans, packTexts, packUuids } from '@bandeja/postgres/packed';
import { type PlayerRating, playerRatings, ratingOf } from '../history/ratings-store.ts';
import { namedPlayer, visibleTo } from '../players/visibility-store.ts';

/** A player as a partner names it: by id or by username; the other one is null. */
export interface ParticipantRef {
  readonly partner_id: string;
  readonly player_id: string | null;
  readonly username: string | null;
  /** Named by id for a court of a night. A player who was erased while the round was open has played there all the same. */
  readonly is_planned?: boolean;
}

export interface EligibleParticipant {
  /** Index into the list of refs. */
  readonly ref_index: number;
  readonly id: string;
  /** Both are null for an erased player of a night. */
  readonly username: string | null;
  readonly display_name: string | null;
  readonly is_erased: boolean;
}

// Two branches, so that each look-up is one index probe. A null matches nothing.
const NAMED_PLAYERS = `unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[]) with ordinality
     as ref(partner_id, player_id, username, is_planned, n)
   cross join lateral (
     select * from players p where p.id = ref.player_id and (
       ${visibleTo('p', 'ref.partner_id')} or ref.is_planned and p.erased_at is not null)
     union all
     select * from ${namedPlayer('p.*', 'ref.partner_id', 'ref.username')} named
   ) p`;
const COLUMNS =
  'ref.n::integer - 1 as ref_index, p.id, p.username, p.display_name, p.erased_at is not null as is_erased';

const eligible = statement('participants_eligible', `select ${COLUMNS} from ${NAMED_PLAYERS}`);

const parametersOf = (refs: readonly ParticipantRef[]) => [
  packUuids(refs.map((one) => one.partner_id)),
  packUuids(refs.map((one) => one.player_id)),
  packTexts(refs.map((one) => one.username)),
  packBooleans(refs.map((one) => one.is_planned === true)),
];

/**
 * Finds the players that their partners may submit: public, created by the partner, or on one of its rosters; and erased ones of
 * a night. Both an invisible player and one who does not exist are left out.
 */
export async function findEligibleParticipants(
  database: Queryable,
  refs: readonly ParticipantRef[],
): Promise<EligibleParticipant[]> {
  return database.query<EligibleParticipant>(eligible, parametersOf(refs));
}

const lockFree = statement(
  'participants_lock_free',
  `with found as materialized (
     select ${COLUMNS} from ${NAMED_PLAYERS}
   ), locked as materialized (
     select ${playerRatings.select()} from player_ratings where player_id in (select id from found)
     order by player_id for no key update skip locked
   )
   select found.*, ${playerRatings.select('r')} from found left join locked r on r.player_id = found.id`,
);

const erasedAmong = statement(
  'participants_erased',
  'select id from players where id = any($1::uuid[]) and erased_at is not null',
);

/** Which of these players were erased. */
export async function findErased(database: Queryable, playerIds: readonly string[]): Promise<Set<string>> {
  const found = await database.query<{ id: string }>(erasedAmong, [playerIds]);
  return new Set(found.map(({ id }) => id));
}

/** An eligible player with the rating, which is locked; null if another transaction has locked it. */
export interface LockedParticipant extends EligibleParticipant {
  readonly rating: PlayerRating | null;
}

/**
 * The same as {@link findEligibleParticipants}, with their ratings, which are locked in id order until the transaction ends. Nothing
 * is waited for.
 */
export async function lockFreeParticipants(
  transaction: Transaction,
  refs: readonly ParticipantRef[],
): Promise<LockedParticipant[]> {
  type Found = EligibleParticipant & Parameters<typeof ratingOf>[0];
  const found = await transaction.query<Found>(lockFree, parametersOf(refs));
  return found.map(({ ref_index, id, username, display_name, is_erased, ...rating }) => {
    return {
      ref_index,
      id,
      username,
      display_name,
      is_erased,
      rating: rating.player_id === null ? null : ratingOf(rating),
    };
  });
}
