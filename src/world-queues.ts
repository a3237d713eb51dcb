import type { Context } from './domain/context.ts';
import type { QueueLimits } from './domain/fair-queue.ts';
import { openSubmissionQueue, type SubmissionQueue } from './domain/matches/submit.ts';
import { openRegistrationQueue, type RegistrationQueue } from './domain/players/register.ts';
import type { Database } from './store/engine/database.ts';

type Engine = Database['engine'];

/**
 * Of a pool's ten connections, two are for submissions; everything else shares the others. The embedded database has one connection. While one group of submissions waits for the server or the disk, a
 * second one begins if 16 submissions wait; with fewer, service and database do more work for the same matches. A group
 * takes tens of milliseconds, and the queue holds a few seconds of work. The audit chain of a partner makes its
 * transactions commit one after the other, so a second group of the same partner would only wait.
 */
const SUBMISSION_LIMITS: Readonly<Record<Engine, QueueLimits>> = {
  postgres: {
    running: 2,
    runningOfOwner: 1,
    minForAnother: 16,
    together: 128,
    waiting: 4_000,
    waitingOfOwner: 2_000,
  },
  pglite: { running: 1, runningOfOwner: 1, minForAnother: 1, together: 64, waiting: 2_000, waitingOfOwner: 1_000 },
};

/** Registrations lock no audit chain and no rating. One group at a time leaves the connections to others. */
const REGISTRATION_LIMITS: QueueLimits = {
  running: 1,
  runningOfOwner: 1,
  minForAnother: 1,
  together: 200,
  waiting: 4_000,
  waitingOfOwner: 2_000,
};

/** Where submissions and registrations of one world wait. */
export interface WorldQueues {
  readonly submissions: SubmissionQueue;
  readonly registrations: RegistrationQueue;
  idle(): Promise<void>;
}

export interface WorldQueuesOptions {
  /** Gets the errors of what could not be stored together; it is tried again by itself. @param what submissions, say */
  readonly onFault: (what: string) => (error: unknown) => void;
  /** Called with the number of matches that share a transaction. */
  readonly onGroup?: (matches: number) => void;
}

/** The queues of the live world and of the sandboxes that are open: what shares a transaction is of one world. */
export class Queues {
  readonly #byDatabase = new WeakMap<Database, WorldQueues>();

  open(world: Context, { onFault, onGroup }: WorldQueuesOptions): WorldQueues {
    const submissions = openSubmissionQueue(world, SUBMISSION_LIMITS[world.database.engine], {
      onFault: onFault('submissions'),
      ...(onGroup && { onGroup }),
    });
    const registrations = openRegistrationQueue(world, REGISTRATION_LIMITS, onFault('registrations'));
    const idle = async () => void (await Promise.all([submissions.idle(), registrations.idle()]));
    const queues = { submissions, registrations, idle };
    this.#byDatabase.set(world.database, queues);
    return queues;
  }

  /** Those of the world that a call is made in. */
  of({ database }: Context): WorldQueues {
    const queues = this.#byDatabase.get(database);
    if (queues === undefined) throw new Error('the world of a call is open');
    return queues;
  }
}
