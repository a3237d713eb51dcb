import { publishChanges } from '../../store/events/publish.ts';
import type { Context } from '../context.ts';

/**
 * Gives what was committed since it was last called its place among the events of each partner that is told of it. Any number of
 * processes may call it at once.
 * @returns how many changes got places.
 */
export async function publishEvents({ database }: Context): Promise<number> {
  return publishChanges(database);
}
