import { Worker } from 'node:worker_threads';
import { Problem } from '@bandeja/contract/errors/problem';
import type { Night, Round } from '@bandeja/planner';
import type { DrawAnswer, DrawRequest } from './draw-worker.ts';

/** Queued draws. A draw takes up to a second, so the last one waits for up to 16 s. */
const WAITING_MAX = 16;

type Waiting = PromiseWithResolvers<readonly Round[]>;

/** One thread for the process, started by the first large draw. It draws one night after the other. */
class DrawThread {
  readonly waiting = new Map<number, Waiting>();
  readonly #worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { execArgv: [] });
  #last = 0;

  constructor(onExit: () => void) {
    // Without a draw, it must not keep a process alive that has stopped serving.
    this.#worker.unref();
    this.#worker.on('message', ({ id, rounds }: DrawAnswer) => {
      const draw = this.waiting.get(id);
      this.waiting.delete(id);
      if (typeof rounds === 'string') draw?.reject(new Error(rounds));
      else draw?.resolve(rounds);
      if (this.waiting.size === 0) this.#worker.unref();
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      onExit();
      this.#fail(new Error('the thread that draws has ended'));
    });
  }

  draw(request: Omit<DrawRequest, 'id'>): Promise<readonly Round[]> {
    const draw = Promise.withResolvers<readonly Round[]>();
    this.#last += 1;
    this.waiting.set(this.#last, draw);
    this.#worker.ref();
    this.#worker.postMessage({ id: this.#last, ...request } satisfies DrawRequest);
    return draw.promise;
  }

  #fail(error: unknown): void {
    for (const draw of this.waiting.values()) draw.reject(error);
    this.waiting.clear();
  }
}

let thread: DrawThread | undefined;

/**
 * Draws the rounds after the kept ones, in a thread.
 * @param standings the numbers of the players by rank, for a mexicano; empty before the first result
 * @throws {Problem} `overloaded` if too many draws are waiting
 */
export async function draw(
  night: Night,
  kept: readonly Round[],
  standings: readonly number[],
): Promise<readonly Round[]> {
  thread ??= new DrawThread(() => {
    thread = undefined;
  });
  if (thread.waiting.size >= WAITING_MAX) throw new Problem('overloaded', 'Too many nights are being planned.');
  return thread.draw({ night, kept, standings });
}
