/** The rosters and night plans that list a player. A merge of two players replaces the one by the other there, too. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { readAll } from '../reads.ts';
import type { Owner } from './owner.ts';

type ListedPlayer = Pick<Api.Player, 'id' | 'username'>;

/** A roster that has `from`. */
export interface RosterPlace {
  readonly slug: string;
  /** `into` was on it as well. */
  readonly hadInto: boolean;
  /** `from` stays, because it could not be put back: it is a private player of another partner. */
  readonly keepsFrom: boolean;
}

/** The number of `from` in the plan of a night. */
export interface PlanPlace {
  readonly ref: string;
  readonly number: number;
}

/** Where `into` takes the place of `from`. */
export interface ListMove {
  readonly from: ListedPlayer;
  readonly into: ListedPlayer;
  readonly rosters: readonly RosterPlace[];
  readonly plans: readonly PlanPlace[];
}

export interface FoundLists extends ListMove {
  /** Nights with both players. Two numbers cannot become one. */
  readonly both: readonly (PlanPlace & { readonly other: number })[];
  /** Rosters with `from` that the key may not change. */
  readonly unwritten: readonly string[];
  /** What the key may not read. */
  readonly unread: readonly ('rosters' | 'night plans')[];
}

/**
 * @param owner who created `from`
 * @param sessions the nights of the matches that the merge amends; other nights count unless they are closed
 */
export async function listsOf(
  client: Bandeja,
  from: ListedPlayer & Partial<Pick<Api.Player, 'profile_is_public'>>,
  into: ListedPlayer,
  owner: Owner,
  sessions: ReadonlySet<string | null>,
): Promise<FoundLists> {
  const isForeign = owner === 'another partner' && from.profile_is_public === false;
  const mayWrite = owner !== 'unknown';
  const [rosters, plans] = await Promise.all([
    unlessForbidden(rostersWith(client, from, into, isForeign)),
    unlessForbidden(plansWith(client, from, into, sessions)),
  ]);
  return {
    from,
    into,
    rosters: (mayWrite && rosters) || [],
    unwritten: mayWrite ? [] : (rosters?.map(({ slug }) => slug) ?? []),
    plans: plans?.flatMap(({ other, ...place }) => (other === 0 ? [place] : [])) ?? [],
    both: plans?.filter(({ other }) => other > 0) ?? [],
    unread: [...(rosters === null ? ['rosters' as const] : []), ...(plans === null ? ['night plans' as const] : [])],
  };
}

export const listCount = ({ rosters, plans }: Pick<ListMove, 'rosters' | 'plans'>): number =>
  rosters.length + plans.length;

/** The move that undoes another one. */
export const reversed = ({ from, into, rosters, plans }: ListMove): ListMove => ({
  from: into,
  into: from,
  rosters: rosters.map(({ slug, hadInto, keepsFrom }) => ({ slug, hadInto: keepsFrom, keepsFrom: hadInto })),
  plans,
});

/** What of a move is left to do. A roster or plan that was deleted needs nothing. */
export async function pendingLists(client: Bandeja, move: ListMove): Promise<ListMove> {
  const { from, into } = move;
  const rosters = await readAll(move.rosters, async (place) => {
    const members = await unlessMissing(membersAmong(client, place.slug, from, into));
    const isDone = members === null || (members.has(into.id) && (place.keepsFrom || !members.has(from.id)));
    return isDone ? [] : [place];
  });
  const plans = await readAll(move.plans, async (place) => {
    const plan = await unlessMissing(client.plans.get(place.ref));
    return plan !== null && numberOf(plan, from) === place.number ? [place] : [];
  });
  return { ...move, rosters: rosters.flat(), plans: plans.flat() };
}

/** The first step of a move, before matches are amended: it fails before anything else is changed. Idempotent. */
export async function enterLists(client: Bandeja, { from, into, rosters, plans }: ListMove): Promise<void> {
  for (const { slug, hadInto } of rosters) if (!hadInto) await client.rosters.add(slug, into.id);
  for (const { ref } of plans) await replaceIn(client, ref, from, into);
}

/** The last step of a move: off the rosters, a private player of another partner is invisible. Idempotent. */
export async function leaveLists(client: Bandeja, { from, rosters }: ListMove): Promise<void> {
  for (const { slug, keepsFrom } of rosters) if (!keepsFrom) await client.rosters.remove(slug, from.id);
}

async function rostersWith(
  client: Bandeja,
  from: ListedPlayer,
  into: ListedPlayer,
  keepsFrom: boolean,
): Promise<readonly RosterPlace[]> {
  const places: RosterPlace[] = [];
  for await (const { slug } of client.rosters.list({ limit: 100 })) {
    const members = await membersAmong(client, slug, from, into);
    if (members.has(from.id)) places.push({ slug, hadInto: members.has(into.id), keepsFrom });
  }
  return places;
}

/** Which of the players are on a roster, by id. */
async function membersAmong(client: Bandeja, slug: string, ...players: readonly ListedPlayer[]): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const { profile_id: id } of client.rosters.members(slug, { limit: 100 })) {
    if (players.some((player) => player.id === id)) found.add(id);
    if (found.size === players.length) break;
  }
  return found;
}

async function plansWith(
  client: Bandeja,
  from: ListedPlayer,
  into: ListedPlayer,
  sessions: ReadonlySet<string | null>,
): Promise<FoundLists['both']> {
  const refs: string[] = [];
  for await (const { session_external_ref: ref, state } of client.plans.list({ limit: 100 }))
    if (state !== 'closed' || sessions.has(ref)) refs.push(ref);
  const places = await readAll(refs, async (ref) => {
    const plan = await unlessMissing(client.plans.get(ref));
    const number = plan === null ? 0 : numberOf(plan, from);
    return plan === null || number === 0 ? [] : [{ ref, number, other: numberOf(plan, into) }];
  });
  return places.flat();
}

/** The number of a player in a plan; 0: none. */
const numberOf = ({ players }: Api.Plan, { id }: ListedPlayer): number =>
  players.find(({ profile_id }) => profile_id === id)?.number ?? 0;

const ATTEMPTS_MAX = 3;

async function replaceIn(client: Bandeja, ref: string, from: ListedPlayer, into: ListedPlayer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const plan = await client.plans.get(ref);
    const number = numberOf(plan, from);
    if (number === 0) return;
    try {
      await client.plans.amend(ref, { revision: plan.revision, replace: [{ number, profile_id: into.id }] });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isCode(error, 'revision_conflict', 'no_answer')) throw error;
    }
  }
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof BandejaError && codes.includes(error.code);

const unless =
  (isExpected: (error: unknown) => boolean) =>
  async <T>(reading: PromiseLike<T>): Promise<T | null> => {
    try {
      return await reading;
    } catch (error) {
      if (isExpected(error)) return null;
      throw error;
    }
  };

const unlessMissing = unless((error) => isCode(error, 'plan_not_found', 'roster_not_found'));
const unlessForbidden = unless((error) => isCode(error, 'insufficient_scope', 'plan_forbidden'));
