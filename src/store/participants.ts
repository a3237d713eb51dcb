import { type Queryable, statement } from './database.ts';
import { visibleTo } from './visibility.ts';

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
const eligible = statement(
  'participants_eligible',
  `select asked.n::integer - 1 as asked, p.id, p.username, p.display_name
   from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as asked(partner_id, player_id, username, n)
   cross join lateral (
     select * from players where id = asked.player_id
     union all
     select * from players where username = asked.username
   ) p
   where ${visibleTo('p', 'asked.partner_id')}`,
);

/**
 * Finds the players whom their partners may submit: public, created by the partner, or on one of its rosters. One who is
 * invisible and one who does not exist are alike absent from the answer.
 */
export async function findEligibleParticipants(
  database: Queryable,
  asked: readonly AskedParticipant[],
): Promise<EligibleParticipant[]> {
  return database.query<EligibleParticipant>(eligible, [
    asked.map((one) => one.partner_id),
    asked.map((one) => one.player_id),
    asked.map((one) => one.username),
  ]);
}
