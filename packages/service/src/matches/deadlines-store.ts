import type { Plan } from '@bandeja/contract/account-enums';
import { instant, type Queryable, statement } from '@bandeja/postgres/database';

/** A pending match whose deadline has passed, and its partner's plan. */
export interface DueMatch {
  readonly id: string;
  readonly partner_id: string;
  readonly deadline: number;
  readonly plan: Plan;
}

// Matches that are being answered or decided now are looked at in the next round.
const due = statement(
  'matches_due',
  `select m.id, m.partner_id, m.confirmation_deadline as deadline, p.plan
   from matches m join partners p on p.id = m.partner_id
   where m.status = 'pending' and m.confirmation_deadline is not null and m.confirmation_state is null
     and m.confirmation_deadline <= $1 and (m.confirmation_deadline, m.id) > ($2, $3)
   order by m.confirmation_deadline, m.id limit $4 for update of m skip locked`,
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The next matches whose deadlines have passed, the earliest first. */
export function findDueMatches(
  database: Queryable,
  now: number,
  after: DueMatch | null,
  limit: number,
): Promise<DueMatch[]> {
  const [from, id] = after === null ? [0, FIRST_ID] : [after.deadline, after.id];
  return database.query<DueMatch>(due, [instant(now), instant(from), id, limit]);
}
