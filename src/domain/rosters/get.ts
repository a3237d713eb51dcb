import { readRoster } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { Problem } from '../errors/index.ts';
import { type RosterView, rosterView } from './view.ts';

/** @throws {Problem} `roster_not_found`, also for another partner's roster. */
export async function getRoster(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
): Promise<RosterView> {
  const row = await readRoster(context.database, caller.partnerId, slug);
  if (row === undefined) throw new Problem('roster_not_found');
  return rosterView(row);
}
