import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { Night } from '@bandeja/contract/nights';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { LinkActor, LinkContext } from '../context.ts';
import { liveView } from '../plans/live.ts';
import { readNight } from '../plans/night.ts';
import { readNightPlayers, readStandingMatches } from '../plans/store.ts';
import { nightRound } from '../plans/view.ts';
import { LinkNames } from './names.ts';

/** An error that does not name the session, which a link does not show. */
const nightGone = () => new Problem('plan_not_found', 'The plan of this night was deleted.');

/**
 * The night of a link: all that a phone at the court shows.
 * @throws {Problem} `plan_not_found` if the plan was deleted
 */
export function getNight({ actor, readDatabase }: LinkContext): Promise<Night> {
  const { partnerId, night: ref, role, court, expiresAt } = actor;
  return inSnapshot(readDatabase, async (snapshot) => {
    const night = await readLinkedNight(snapshot, actor);
    const matches = await readStandingMatches(snapshot, partnerId, ref);
    const names = await readNames(snapshot, actor, night.plan.settings);
    const { round, next, ...live } = liveView(night, matches, (id) => names.usernameOf(id), {
      nameOf: (id) => names.nameOf(id),
      chanceOf: () => null,
    });
    return {
      ...live,
      round: round && nightRound(round),
      next: next && nightRound(next),
      link: { role, court, expires_at: formatInstant(expiresAt) },
    };
  });
}

/** @throws {Problem} `plan_not_found` if the plan was deleted */
export const readLinkedNight = (database: Queryable, { partnerId, night }: LinkActor) =>
  readNight(database, partnerId, night).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'plan_not_found' ? nightGone() : error;
  });

type Planned = ConstructorParameters<typeof LinkNames>[1];

/** @param others players of the night's matches who are not in the plan */
export async function readNames(
  database: Queryable,
  { partnerId, privatePlayers }: LinkActor,
  { players }: { readonly players: Planned },
  others: readonly string[] = [],
): Promise<LinkNames> {
  const ids = [...new Set([...players.map(({ id }) => id), ...others])];
  return new LinkNames(await readNightPlayers(database, partnerId, ids), players, privatePlayers);
}
