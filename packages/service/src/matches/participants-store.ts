import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts, packUuids } from '@bandeja/postgres/packed';
import { type PlayerRating, playerRatings, ratingOf } from '../ledger/ratings-store.ts';
import { visibleTo } from '../players/visibility-store.ts';

/** A place of a submission that names a player, by id or by username; the other one is null. */
export interface AskedParticipant {
  readonly partner_id: string;
  readonly player_id: string | null;
  readonly username: string | null;
}

export interface EligibleParticipant {
  /** Index into the list that was asked for. */
  readonly asked: number;
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
}

// The look-up by id and the one by username are two branches so that each is one index probe; a null matches nothing.
const ASKED = `unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as asked(partner_id, player_id, username, n)
   cross join lateral (
     select * from players where id = asked.player_id
     union all
     select * from players where username = asked.username
   ) p`;
const COLUMNS = 'asked.n::integer - 1 as asked, p.id, p.username, p.display_name';

const eligible = statement(
  'participants_eligible',
  `select ${COLUMNS} from ${ASKED} where ${visibleTo('p', 'asked.partner_id')}`,
);

const parametersOf = (asked: readonly AskedParticipant[]) => [
  packUuids(asked.map((one) => one.partner_id)),
  packUuids(asked.map((one) => one.player_id)),
  packTexts(asked.map((one) => one.username)),
];

/**
 * Finds the players whom their partners may submit: public, created by the partner, or on one of its rosters. One who is
 * invisible and one who does not exist are alike absent from the answer.
 */
export async function findEligibleParticipants(
  database: Queryable,
  asked: readonly AskedParticipant[],
): Promise<EligibleParticipant[]> {
  return database.query<EligibleParticipant>(eligible, parametersOf(asked));
}

const lockEligible = statement(
  'participants_lock',
  `with found as materialized (
     select ${COLUMNS} from ${ASKED} where ${visibleTo('p', 'asked.partner_id')}
   ), locked as materialized (
     select ${playerRatings.select()} from player_ratings where player_id in (select id from found)
     order by player_id for no key update
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

/**
 * The same, with their ratings, which are locked in id order until the transaction ends. An invisible player is not locked
 * either.
 * @throws when one of them has no row of ratings: it would look like a player who may not play.
 */
export async function lockEligibleParticipants(
  transaction: Transaction,
  asked: readonly AskedParticipant[],
): Promise<(EligibleParticipant & PlayerRating)[]> {
  type Found = EligibleParticipant & Parameters<typeof ratingOf>[0];
  const found = await transaction.query<Found>(lockEligible, parametersOf(asked));
  return found.map(({ asked: index, id, username, display_name, ...rating }) => {
    if (rating.version === null) throw new Error(`the player ${id} has no rating row`);
    return { asked: index, id, username, display_name, ...ratingOf(rating) };
  });
}
