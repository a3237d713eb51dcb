import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answers } from './memory-server.ts';

/** The counterpart of the service: the same bytes, from memory. */
export class MemoryServer {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<MemoryServer> {
    const child = fork(new URL('./memory-server.ts', import.meta.url).pathname);
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new MemoryServer(child, url);
  }

  /** What it answers with from now on. */
  async hold(answers: Answers): Promise<void> {
    const taken = once(this.#child, 'message');
    this.#child.send(answers);
    await taken;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}
