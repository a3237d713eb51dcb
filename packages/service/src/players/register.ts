import { Problem } from '@bandeja/contract/errors/problem';
import type { RegisteredPlayer, Registration } from '@bandeja/contract/players';
import { type Database, DatabaseUnavailable } from '@bandeja/postgres/database';
import type { Context, PartnerContext } from '../context.ts';
import { FairQueue, type FairQueueOptions } from '../runtime/fair-queue.ts';
import { type Registrant, type StoredRegistration, storeRegistrations } from './store-registrations.ts';

/** The registrations of one request: they are stored in the same transaction. */
interface RegistrationJob extends PromiseWithResolvers<StoredRegistration[]> {
  readonly registrants: readonly Registrant[];
}

export type RegistrationQueue = FairQueue<RegistrationJob>;

export interface RegistrationOptions {
  /** The queue for group commit. Without it, the registrations are stored at once, in their own transaction. */
  readonly queue?: RegistrationQueue;
}

/**
 * Group commit of registrations, like that of submissions (docs/group-commit.md).
 * @param onFault gets the error of a batch that failed. Each of its requests is retried in its own transaction.
 */
export function openRegistrationQueue(
  { database, now }: Context,
  options: FairQueueOptions,
  onFault: (error: unknown) => void,
): RegistrationQueue {
  return new FairQueue(options, (jobs) => storeJobs(database, jobs, now, onFault));
}

/**
 * Registers players in one transaction. One that fails does not affect the others. If several calls register the same username at
 * once, the unique constraint lets one of them create it.
 * @returns one result per registration, in the order given; created players are on the disk
 * @throws {Problem} `overloaded` if the queue is full
 */
export function registerPlayers(
  { actor: { partnerId }, language, database, now }: PartnerContext,
  registrations: readonly Registration[],
  { queue }: RegistrationOptions = {},
): Promise<StoredRegistration[]> {
  const registrants = registrations.map((registration) => ({ partnerId, language, registration }));
  const job = { registrants, ...Promise.withResolvers<StoredRegistration[]>() };
  if (queue === undefined) void storeJobs(database, [job], now);
  else queue.push(partnerId, registrants.length, job);
  return job.promise;
}

export interface RegistrationResult {
  /** False if the player existed. Then only its rosters have changed. */
  readonly isNew: boolean;
  readonly player: RegisteredPlayer;
}

/**
 * Registers one player.
 * @throws {Problem} `username_taken` if the username belongs to a player that the caller may not see: then nothing about that player
 *   is revealed, and no roster is created; `overloaded`
 */
export async function registerPlayer(
  context: PartnerContext,
  registration: Registration,
  options?: RegistrationOptions,
): Promise<RegistrationResult> {
  const [stored] = await registerPlayers(context, [registration], options);
  if (stored === undefined || stored.status === 'taken') throw new Problem('username_taken');
  return { isNew: stored.status === 'created', player: stored.player };
}

/** Stores the registrations of some requests in one transaction. If it fails, each request is retried in its own. */
async function storeJobs(
  database: Database,
  jobs: readonly RegistrationJob[],
  now: () => number,
  onFault: (error: unknown) => void = () => {},
): Promise<void> {
  try {
    const registrants = jobs.flatMap((job) => job.registrants);
    const stored = await database.transaction((transaction) => storeRegistrations(transaction, registrants, now()));
    let first = 0;
    for (const job of jobs) {
      job.resolve(stored.slice(first, first + job.registrants.length));
      first += job.registrants.length;
    }
  } catch (error) {
    if (jobs.length === 1 || error instanceof DatabaseUnavailable) {
      for (const job of jobs) job.reject(error);
      return;
    }
    onFault(error);
    for (const job of jobs) await storeJobs(database, [job], now);
  }
}
