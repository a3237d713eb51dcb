import { readRoster, renameRoster } from '../../store/rosters/rosters.ts';
import type { Caller, Context } from '../context.ts';
import { ensureRoster } from './ensure.ts';
import { type RosterView, rosterView } from './view.ts';

export interface RosterPut {
  readonly isNew: boolean;
  readonly roster: RosterView;
}

/**
 * Creates a roster, or gives the one with this slug another name.
 * @param name undefined leaves the name of an existing roster as it is, so that asking for a roster to be there never
 *   takes its name away; null removes it.
 */
export async function putRoster(
  context: Context,
  caller: Pick<Caller, 'partnerId'>,
  slug: string,
  name: string | null | undefined,
): Promise<RosterPut> {
  const of = { partnerId: caller.partnerId, slug };
  return context.database.transaction(async (transaction) => {
    const isNew = await ensureRoster(transaction, of, context.now(), name ?? null);
    if (!isNew && name !== undefined) await renameRoster(transaction, of, name);
    const roster = await readRoster(transaction, caller.partnerId, slug);
    if (roster === undefined) throw new Error('a roster vanished although it was held');
    return { isNew, roster: rosterView(roster) };
  });
}
