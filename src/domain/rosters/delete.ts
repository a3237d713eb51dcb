import { deleteRosterRow } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';

/**
 * Deletes a roster. Its players stay; private ones of other partners are no longer visible through it.
 * @throws {Problem} `roster_not_found`.
 */
export async function deleteRoster(context: Context, caller: Pick<Caller, 'partnerId'>, slug: string): Promise<void> {
  if (!(await deleteRosterRow(context.database, { partnerId: caller.partnerId, slug }))) {
    throw new Problem('roster_not_found');
  }
}
