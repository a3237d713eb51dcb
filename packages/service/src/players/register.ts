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
  /** Without it the registrations wait for no others and share their transaction with none. */
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
 * Registers players in one transaction, each for itself. Of many calls that register the same username at once, the
 * unique constraint lets one create it.
 * @returns what became of each, in the order given; what was stored is on the disk
 * @throws {Problem} `overloaded` if too much waits in the queue
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
  /** False if the player was there before, and then nothing about it but the roster has changed. */
  readonly isNew: boolean;
  readonly player: RegisteredPlayer;
}

/**
 * The same of one player.
 * @throws {Problem} `username_taken` if the username belongs to a player whom the caller may not see: no profile and no
 *   membership is given away, and no roster is created; `overloaded`
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

/** Stores the registrations of some requests in one transaction. If it fails, each request is stored by itself. */
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
