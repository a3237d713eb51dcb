/**
 * Registering players: from a request to the disk. {@link storeRegistrations} is the transaction. docs/group-commit.md explains the
 * queue, which is like that of submissions.
 */

import { randomBytes } from 'node:crypto';
import type { Problem } from '@bandeja/contract/errors/problem';
import type { RegisteredPlayer, Registration } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Database, Transaction } from '@bandeja/postgres/database';
import { lockChainHeads } from '../audit/store.ts';
import type { Context, PartnerContext } from '../context.ts';
import { insertExternalIds, lockExternalIds } from '../players/external-ids-store.ts';
import { usernameTaken } from '../players/players.ts';
import {
  type AskedPlayer,
  insertPlayers,
  lockRegisteredPlayers,
  type NewPlayer,
  type RegisteringPlayer,
  readVisiblePlayers,
} from '../players/store.ts';
import { playerView } from '../players/view.ts';
import { insertVisibleMembers, listSlugsOfPlayers } from '../rosters/members-store.ts';
import { deleteRosters, ensureRosters, type RosterKey } from '../rosters/store.ts';
import type { FairQueueOptions } from '../runtime/fair-queue.ts';
import { GroupCommit } from '../runtime/group-commit.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { statedLevel, stateLevels } from '../starting-levels/starting-level.ts';
import type { StatedLevel } from '../starting-levels/store.ts';
import { isToBePublic, refuseExternalIds } from './external-ids.ts';

/** A registration that has passed every check that needs no database. */
export interface Registrant {
  readonly partnerId: string;
  readonly reader: PartnerContext;
  readonly registration: Registration;
  readonly level: StatedLevel | null;
  /** The id of the player if it is new. Default: a random one. */
  readonly newId?: string;
}

/** The result of a registration. A taken username was that of a public player who is erased. */
export type StoredRegistration =
  | { readonly status: 'created' | 'existing'; readonly player: RegisteredPlayer }
  | { readonly status: 'taken' }
  | { readonly status: 'refused'; readonly problem: Problem };

/** A job is the registrations of one request: they are stored in the same transaction. */
export type RegistrationQueue = GroupCommit<readonly Registrant[], StoredRegistration[]>;

export interface RegistrationOptions {
  /** The queue for group commit. Without it, the registrations are stored at once, in their own transaction. */
  readonly queue?: RegistrationQueue;
  /** Runs all checks and returns the same results, but stores nothing. */
  readonly dryRun?: boolean;
}

/** @param onFault gets the error of a batch that failed */
export function openRegistrationQueue(
  { database, now }: Context,
  options: FairQueueOptions,
  onFault: (error: unknown) => void,
): RegistrationQueue {
  return new GroupCommit(options, (jobs) => storeJobs(database, jobs, now), onFault);
}

/**
 * Registers players in one transaction. One that fails does not affect the others. If several calls register the same username at
 * once, the unique constraint lets one of them create it.
 * @returns one result per registration, in the order given; created players are on the disk
 * @throws {Problem} `overloaded` if the queue is full
 */
export async function registerPlayers(
  context: PartnerContext,
  registrations: readonly Registration[],
  { queue, dryRun: isDryRun = false }: RegistrationOptions = {},
): Promise<StoredRegistration[]> {
  const { actor, database, now } = context;
  const { partnerId } = actor;
  const registrants = registrations.map((registration) => registrantOf(context, registration));
  // Rolled back instead of computed from a snapshot: what a registration would do is decided by its constraints.
  if (isDryRun)
    return database.transaction((transaction) => storeRegistrations(transaction, registrants, now(), 'discard'));
  if (queue !== undefined) return queue.store(partnerId, registrants.length, registrants);
  const [stored = []] = await storeJobs(database, [registrants], now);
  return stored;
}

export function registrantOf(context: PartnerContext, registration: Registration): Registrant {
  const { starting_level: sent = null } = registration;
  const level = sent && statedLevel(sent, context);
  return { partnerId: context.actor.partnerId, reader: context, registration, level };
}

export interface RegistrationResult {
  /** False if the player existed. Then only its rosters have changed. */
  readonly isNew: boolean;
  readonly player: RegisteredPlayer;
}

/**
 * Registers one player.
 * @throws {Problem} `username_taken` if the username was that of a public player who is erased, and `external_id_taken` if another
 *   player has an id: then no roster is created; `overloaded`
 */
export async function registerPlayer(
  context: PartnerContext,
  registration: Registration,
  options?: RegistrationOptions,
): Promise<RegistrationResult> {
  const [stored] = await registerPlayers(context, [registration], options);
  if (stored?.status === 'refused') throw stored.problem;
  if (stored === undefined || stored.status === 'taken') throw usernameTaken(registration.username);
  return { isNew: stored.status === 'created', player: stored.player };
}

/** Stores the registrations of some requests in one transaction. @returns the results of each request */
async function storeJobs(
  database: Database,
  jobs: readonly (readonly Registrant[])[],
  now: () => number,
): Promise<StoredRegistration[][]> {
  const stored = await database.transaction((transaction) =>
    storeRegistrations(transaction, jobs.flat(), now(), 'commit'),
  );
  let first = 0;
  return jobs.map(({ length }) => {
    first += length;
    return stored.slice(first - length, first);
  });
}

/** A registrant with the canonical username. */
type Named = RegisteringPlayer & Pick<Registrant, 'registration' | 'reader' | 'level'>;

/**
 * Registers players, or finds those with these usernames, and puts them on their rosters, in three round trips including COMMIT.
 * If two registrations of a partner have the same username, the first one creates the player. A registration whose username is taken
 * creates neither a membership nor a roster.
 * @param end how the transaction ends; null if it goes on
 */
export async function storeRegistrations(
  transaction: Transaction,
  registrants: readonly Registrant[],
  now: number,
  end: 'commit' | 'discard' | null,
): Promise<StoredRegistration[]> {
  const newIds = new Map<string, string>();
  const named = registrants.map(({ partnerId, reader, registration, level, newId: givenId }): Named => {
    const asked = { partnerId, username: canonicalUsername(registration.username) };
    const newId = newIds.get(playerKey(asked)) ?? givenId ?? newPlayerId(now);
    newIds.set(playerKey(asked), newId);
    return { ...asked, newId, reader, registration, level };
  });
  // Audit trails before everything else, as in all transactions that lock them.
  const levelled = named.filter(({ level }) => level !== null);
  const heads =
    levelled.length === 0
      ? new Map()
      : await lockChainHeads(
          transaction,
          firstOfEach(levelled, ({ partnerId }) => partnerId).map(({ partnerId }) => partnerId),
        );
  const withIds = named.filter(({ registration }) => (registration.external_ids ?? []).length > 0);
  if (withIds.length > 0)
    await lockExternalIds(
      transaction,
      withIds.map(({ partnerId }) => partnerId),
    );
  const refused = await refuseExternalIds(transaction, withIds);
  const accepted = named.filter((one) => !refused.has(one));
  const firsts = firstOfEach(accepted, playerKey);
  const added = firsts.map((one) => newPlayer(one, now));
  const wished = joining(accepted);
  // Rosters before players, as in all transactions that lock both.
  const created = wished.length === 0 ? [] : await ensureRosters(transaction, firstOfEach(wished, rosterKey), now);
  const [inserted, locked] = await Promise.all([
    insertPlayers(transaction, added),
    lockRegisteredPlayers(transaction, accepted),
  ]);
  // A player who was invisible when the locks were taken counts as absent, even if a later statement could see it.
  const seen = accepted.flatMap((one, index) => {
    const playerId = locked.get(index);
    return playerId === undefined ? [] : [{ ...one, playerId, sent: one }];
  });
  const ids = seen.flatMap(({ partnerId, playerId, registration }) =>
    (registration.external_ids ?? []).map((id) => ({ ...id, partnerId, playerId })),
  );
  const joined = joining(seen);
  const creators = new Set(firsts.filter(({ newId }) => inserted.has(newId)));
  const stated = [...creators].flatMap(({ newId, level, reader }) =>
    level === null ? [] : [{ playerId: newId, before: null, after: level, actor: reader.actor }],
  );
  const levels = stated.length === 0 ? undefined : stateLevels(transaction, heads, stated, now);
  const [, rows] = await Promise.all([
    ids.length > 0 && insertExternalIds(transaction, ids),
    readVisiblePlayers(transaction, seen),
    joined.length > 0 && insertVisibleMembers(transaction, joined, now),
    discardUnused(transaction, created, joined),
    levels,
  ]);
  const slugs = listSlugsOfPlayers(transaction, seen);
  if (end === 'commit') transaction.commitWithLast();
  const rosters = await slugs;
  if (end === 'discard') transaction.discard();
  const players = new Map(
    seen.flatMap(({ partnerId, reader, sent }, index) => {
      const row = rows[index];
      if (row === undefined) return [];
      const isOwn = row.creator_partner_id === partnerId;
      const view = { ...playerView(row, now, reader), rosters: rosters[index] ?? [], registered_by_you: isOwn };
      return [[sent, view] as const];
    }),
  );
  return named.map((one) => {
    const problem = refused.get(one);
    if (problem !== undefined) return { status: 'refused', problem };
    const player = players.get(one);
    return player === undefined ? { status: 'taken' } : { status: creators.has(one) ? 'created' : 'existing', player };
  });
}

const playerKey = ({ partnerId, username }: AskedPlayer): string => `${partnerId} ${username}`;

function newPlayer({ partnerId, username, newId, registration }: Named, now: number): NewPlayer {
  return {
    id: newId,
    username,
    display_name: registration.display_name ?? username,
    country_code: registration.country_code ?? null,
    profile_is_public: isToBePublic(registration),
    creator_partner_id: partnerId,
    created_at: now,
  };
}

/** The registrations with a roster. */
function joining<N extends Named>(named: readonly N[]): (N & RosterKey)[] {
  return named.flatMap((one) => {
    const slug = one.registration.roster_slug ?? null;
    return slug === null ? [] : [{ ...one, slug }];
  });
}

const rosterKey = ({ partnerId, slug }: RosterKey): string => `${partnerId} ${slug}`;

/** Deletes the rosters that were created for registrations whose usernames are taken. */
async function discardUnused(
  transaction: Transaction,
  created: readonly RosterKey[],
  joined: readonly RosterKey[],
): Promise<void> {
  const used = new Set(joined.map(rosterKey));
  const unused = created.filter((roster) => !used.has(rosterKey(roster)));
  if (unused.length > 0) await deleteRosters(transaction, unused);
}

/** The first entry with each key, in the order given. */
function firstOfEach<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...Map.groupBy(entries, keyOf).values()].flatMap((same) => same.slice(0, 1));
}

/**
 * The id of a new player: a UUIDv7. The members of a club are registered together and play together, so a recap, a ranking or an
 * analysis reads neighbouring entries of every index that begins with a player.
 * @param now ms since 1970.
 */
export function newPlayerId(now: number): string {
  return timeOrderedUuid(7, now, randomBytes(REST_BYTES));
}
