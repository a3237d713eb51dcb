import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ServiceNode } from '@bandeja/service/test/support/node';
import type { NumberedAnswer, NumberedCommand } from './node-program.ts';

const program = join(import.meta.dirname, 'node-program.ts');

/** A node of the service in a separate process, on a PostgreSQL database. */
export class NodeProcess implements ServiceNode {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  readonly submit = this.#sender('submit');
  readonly confirm = this.#sender('confirm');
  readonly amend = this.#sender('amend');
  readonly void = this.#sender('void');
  readonly rebuild = this.#sender('rebuild');
  readonly settle = this.#sender('settle');

  constructor(url: string) {
    this.#child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      const error = new Error(`the node’s process has ended: ${code ?? signal}`);
      for (const { reject } of this.#pending.values()) reject(error);
    });
    createInterface({ input: this.#child.stdout ?? process.stdin }).on('line', (line) =>
      this.#receive(JSON.parse(line)),
    );
  }

  /** Waits until the process has finished its commands. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.#exited;
  }

  /** A function that sends its arguments to the process and waits for the result. */
  #sender<Verb extends keyof ServiceNode>(verb: Verb): ServiceNode[Verb] {
    const send = (...values: unknown[]): Promise<unknown> => {
      this.#count += 1;
      const pending = Promise.withResolvers<unknown>();
      this.#pending.set(this.#count, pending);
      this.#child.stdin?.write(`${JSON.stringify({ number: this.#count, verb, values } satisfies NumberedCommand)}\n`);
      return pending.promise;
    };
    return send as ServiceNode[Verb];
  }

  #receive(answer: NumberedAnswer): void {
    const pending = this.#pending.get(answer.number);
    this.#pending.delete(answer.number);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.result);
  }
}
