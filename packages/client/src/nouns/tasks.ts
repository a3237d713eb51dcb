import type { ApiPromise, PagePromise } from '../api-promise.ts';
import type { Task, TaskPage } from '../generated/api.ts';
import { sleep } from '../retries.ts';
import type { CallOptions } from '../transport.ts';
import { Noun, type ReadOf } from './noun.ts';

const POLL_EVERY_MS = 500;

export interface WaitOptions {
  /** Called with the task each time that it was read. */
  readonly onProgress?: (task: Task) => void;
  /** Ends the waiting. The task goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** Long work that the service does for you: undoing an import, merges, and undoing them. */
export class Tasks extends Noun {
  /** Lists your tasks, newest first. */
  list(filters: ReadOf<'GET /v1/tasks'> = {}): PagePromise<TaskPage> {
    return this.pages('GET /v1/tasks', {}, filters);
  }

  get(id: string, options?: CallOptions): ApiPromise<Task> {
    return this.call('GET /v1/tasks/{id}', { path: { id } }, options);
  }

  /** Cancels a task. Its changes are kept. */
  cancel(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/tasks/{id}', { path: { id } }, options);
  }

  /** Polls a task until it has ended. @throws the signal's reason */
  async wait(id: string, { onProgress, signal }: WaitOptions = {}): Promise<Task> {
    for (;;) {
      const task = await this.get(id, { signal });
      onProgress?.(task);
      if (task.ended_at !== null) return task;
      await sleep(POLL_EVERY_MS, signal);
    }
  }
}
