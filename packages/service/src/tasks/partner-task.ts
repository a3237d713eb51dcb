import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Transaction } from '@bandeja/postgres/database';
import { type ChainHead, lockChainHeads } from '../audit/store.ts';
import type { TaskContext } from '../context.ts';
import { type AGAIN, type Attempt, attemptChange, untilUnguarded } from '../ledger/with-players.ts';
import { saveTaskStep, type TaskAttempt, type TaskStep } from './runner-store.ts';

/** What a step aims at, in ms: it locks the partner's audit trail, and on the embedded database it has the only connection. */
const STEP_MS = 25;
/** The first step may mark the players of all later matches, which takes longer the more changes it has. */
const FIRST_STEP_SIZE = 1;
const STEP_SIZE_MAX = 100;
/** For a wait whose end is not known, ms. */
const WAIT_MS = 1_000;

/** The task was cancelled, its partner was suspended, or its runner has lost the lease. The step is rolled back. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
}

/** What a step works with. Its transaction has locked the partner's audit chain. */
export interface Step {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  readonly heads: ReadonlyMap<string, ChainHead>;
  /** How many matches it may change. */
  readonly size: number;
}

/** An attempt at a partner's task: a sequence of steps, each a transaction that also saves where the task continues. */
export class PartnerTask<Input = unknown, Position extends object = object> {
  readonly context: TaskContext;
  /** The import or the merge. */
  readonly subjectId: string;
  readonly input: Input;
  readonly #task: TaskAttempt;
  readonly #signal: AbortSignal;
  #position: Position | null;
  #size = FIRST_STEP_SIZE;

  constructor(context: TaskContext, task: TaskAttempt, signal: AbortSignal) {
    this.context = context;
    this.subjectId = task.subject_id ?? '';
    this.input = task.input as Input;
    this.#task = task;
    this.#signal = signal;
    this.#position = task.position as Position | null;
  }

  /** Where the task continues; null before the first step. */
  get position(): Position | null {
    return this.#position;
  }

  /**
   * Makes a step and rests for as long as it held up others. A step that must wait for the settlement of earlier changes is tried again.
   * @param change changes at most `size` matches
   * @throws {TaskStopped}, and the signal's reason
   */
  async next(
    change: (step: Step) => Promise<(TaskStep & { readonly position: Position }) | typeof AGAIN>,
  ): Promise<Position> {
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        let lockedAt = 0;
        const attemptStep = () =>
          attemptChange(this.context, async (transaction, attempt) => {
            const heads = await lockChainHeads(transaction, [this.context.actor.partnerId]);
            lockedAt = performance.now();
            const changed = await change({ transaction, attempt, heads, size: this.#size });
            if (typeof changed === 'symbol') return changed;
            if (!(await saveTaskStep(transaction, this.#task, changed))) throw new TaskStopped();
            return changed;
          });
        const step = await untilUnguarded(attemptStep);
        const ms = performance.now() - lockedAt;
        this.#position = step.position;
        this.#size = nextSize(this.#size, ms);
        await sleep(ms, undefined, { signal: this.#signal });
        return step.position;
      } catch (error) {
        if (!isWait(error)) throw error;
        await sleep(WAIT_MS, undefined, { signal: this.#signal });
      }
    }
  }
}

/** At most twice as many as in the step before. */
function nextSize(size: number, ms: number): number {
  return Math.min(STEP_SIZE_MAX, Math.max(1, Math.floor(size * Math.min(2, STEP_MS / ms))));
}

/** Earlier changes are not settled yet, or the ratings are being rebuilt. */
const isWait = (error: unknown): boolean =>
  error instanceof Problem && ['overloaded', 'rate_limited', 'not_ready'].includes(error.code);
