import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, PlotNode } from '../domain/settlement/node.ts';
import type { NumberedAnswer } from './node-program.ts';

const program = join(import.meta.dirname, 'node-program.ts');

interface Asked {
  readonly resolve: (status: string) => void;
  readonly reject: (error: Error) => void;
}

/** A node of the service that is another process, over a PostgreSQL. */
export class NodeProcess implements PlotNode {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #asked = new Map<number, Asked>();
  #count = 0;

  constructor(url: string) {
    this.#child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#exited = once(this.#child, 'exit').then(([code, signal]) => {
      const error = new Error(`the node’s process has ended: ${code ?? signal}`);
      for (const { reject } of this.#asked.values()) reject(error);
    });
    createInterface({ input: this.#child.stdout ?? process.stdin }).on('line', (line) => this.#hear(JSON.parse(line)));
  }

  run(command: Command): Promise<string> {
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      this.#asked.set(number, { resolve, reject });
      this.#child.stdin?.write(`${JSON.stringify({ number, command })}\n`);
    });
  }

  /** Lets it finish what it has been told to do. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.#exited;
  }

  #hear(answer: NumberedAnswer): void {
    const asked = this.#asked.get(answer.number);
    this.#asked.delete(answer.number);
    if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.status);
  }
}
