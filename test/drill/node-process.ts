import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, PlotNode } from '../domain/ledger/node.ts';
import type { NumberedAnswer } from './node-program.ts';

const program = join(import.meta.dirname, 'node-program.ts');

interface Pending {
  readonly resolve: (status: string) => void;
  readonly reject: (error: Error) => void;
}

/** A node of the service in a process of its own, on a PostgreSQL database. */
export class NodeProcess implements PlotNode {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #pending = new Map<number, Pending>();
  #count = 0;

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

  run(command: Command): Promise<string> {
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify({ number, command })}\n`);
    });
  }

  /** Waits until it has finished its commands. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.#exited;
  }

  #receive(answer: NumberedAnswer): void {
    const pending = this.#pending.get(answer.number);
    this.#pending.delete(answer.number);
    if ('error' in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer.status);
  }
}
