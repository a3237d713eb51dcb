/** The queues in front of the two transactions that many requests share. docs/group-commit.md explains them. */

import type { Database } from '@bandeja/postgres/database';
import type { Context } from './context.ts';
import { openSubmissionQueue, type SubmissionQueue } from './matches/submission-queue.ts';
import { openRegistrationQueue, type RegistrationQueue } from './registrations/register.ts';
import type { FairQueueOptions } from './runtime/fair-queue.ts';

/**
 * Submissions use two of the ten connections of a PostgreSQL pool; the embedded database has one connection. A partner's
 * transactions commit one after the other because of its audit chain, so a second batch of the same partner would only wait. With
 * fewer than 16 submissions, a second batch costs more than it gains. The queue holds a few seconds of work.
 */
const SUBMISSIONS: Readonly<Record<Database['engine'], FairQueueOptions>> = {
  postgres: {
    running: 2,
    queued: 4_000,
    perOwner: { running: 1, queued: 2_000 },
    batchMax: 128,
    minQueuedForSecond: 16,
  },
  pglite: { running: 1, queued: 2_000, perOwner: { running: 1, queued: 1_000 }, batchMax: 64 },
};

/** One batch at a time leaves the connections to others. */
const REGISTRATIONS: FairQueueOptions = {
  running: 1,
  queued: 4_000,
  perOwner: { running: 1, queued: 2_000 },
  batchMax: 200,
};

export interface WriteQueues {
  readonly submissions: SubmissionQueue;
  readonly registrations: RegistrationQueue;
  idle(): Promise<void>;
}

export interface WriteQueuesOptions {
  /** Gets the error of a batch that failed. Its jobs are retried one by one. */
  readonly onFault: (queue: 'submissions' | 'registrations') => (error: unknown) => void;
  /** Called with the number of matches in each batch. */
  readonly onBatch?: (matches: number) => void;
}

/** The write queues of the live database and of each open sandbox. A batch is one transaction, and so has one database. */
export class WriteQueuesByDatabase {
  readonly #queues = new WeakMap<Database, WriteQueues>();

  open(context: Context, { onFault, onBatch }: WriteQueuesOptions): WriteQueues {
    const options = { ...SUBMISSIONS[context.database.engine], ...(onBatch && { onRun: onBatch }) };
    const submissions = openSubmissionQueue(context, options, onFault('submissions'));
    const registrations = openRegistrationQueue(context, REGISTRATIONS, onFault('registrations'));
    const idle = async () => void (await Promise.all([submissions.idle(), registrations.idle()]));
    const queues = { submissions, registrations, idle };
    this.#queues.set(context.database, queues);
    return queues;
  }

  of({ database }: Context): WriteQueues {
    const queues = this.#queues.get(database);
    if (queues === undefined) throw new Error('no queues are open for this database');
    return queues;
  }
}
