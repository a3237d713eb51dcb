/** Clocks that a drill sets, for processes that are started with their variables (clock.c). */
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compiles the library. @param folder it and the clocks are written there; the user of a database server may read it then */
export function compileClocks(folder: string): string {
  const library = join(folder, 'clock.so');
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'clock.c'), '-ldl']);
  chmodSync(folder, 0o755);
  return library;
}

export class MovedClock {
  /** The variables of the processes that have this clock. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #file: string;
  #offsetMs: number;

  constructor(library: string, file: string, offsetMs = 0) {
    this.environment = { LD_PRELOAD: library, CLOCK_FILE: file };
    this.#file = file;
    this.#offsetMs = offsetMs;
    writeFileSync(file, '');
    this.step(0);
  }

  step(ms: number): void {
    this.#offsetMs += ms;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#offsetMs));
    // The processes have mapped this file into memory, so it must be overwritten in place.
    writeFileSync(this.#file, bytes, { flag: 'r+' });
  }
}
