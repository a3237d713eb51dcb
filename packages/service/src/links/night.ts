import { Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { Night } from '@bandeja/contract/nights';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { LinkContext, NightLinkActor } from '../context.ts';
import { clubOf } from '../partners/club.ts';
import { liveView } from '../plans/live.ts';
import { withResults } from '../plans/night.ts';
import type { PlanRow } from '../plans/plan-rows.ts';
import { readNightPlayers, readPlan, readStandingMatches } from '../plans/store.ts';
import { nightRound } from '../plans/view.ts';
import { LinkNames } from './names.ts';

/**
 * The night of a link: all that a phone at the court shows.
 * @throws {Problem} `plan_not_found` if the plan was deleted
 */
export async function getNight(context: LinkContext): Promise<Night> {
  const { actor, database } = context;
  const { partnerId, night: ref, role, court, expiresAt } = actor;
  const reading = inSnapshot(database, async (snapshot) => {
    const plan = await readLinkedPlan(snapshot, actor);
    const [night, matches, names] = await Promise.all([
      withResults(snapshot, plan),
      readStandingMatches(snapshot, partnerId, ref),
      readNames(snapshot, actor, plan.settings),
    ]);
    return { night, matches, names };
  });
  const [{ night, matches, names }, club] = await Promise.all([reading, clubOf(context)]);
  const { round, next, ...live } = liveView(night, club, matches, (id) => names.usernameOf(id), {
    shownAs: (id) => names.shownAs(id),
    chanceOf: () => null,
  });
  return {
    ...live,
    round: round && nightRound(round),
    next: next && nightRound(next),
    link: { role, court, expires_at: formatInstant(expiresAt) },
  };
}

/** @throws {Problem} `plan_not_found` if the plan was deleted. It does not name the session, which a link does not show. */
export async function readLinkedPlan(database: Queryable, { partnerId, night }: NightLinkActor): Promise<PlanRow> {
  const plan = await readPlan(database, partnerId, night);
  if (plan === undefined) throw new Problem('plan_not_found', 'The plan of this night was deleted.');
  return plan;
}

type Planned = ConstructorParameters<typeof LinkNames>[1];

/** @param others players of the night's matches who are not in the plan */
export async function readNames(
  database: Queryable,
  { partnerId, privatePlayers }: NightLinkActor,
  { players }: { readonly players: Planned },
  others: readonly string[] = [],
): Promise<LinkNames> {
  const ids = [...new Set([...players.map(({ id }) => id), ...others])];
  return new LinkNames(await readNightPlayers(database, partnerId, ids), players, privatePlayers);
}
