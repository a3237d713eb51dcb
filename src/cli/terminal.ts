import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Where the command reads and writes. Answers go to standard output; progress, notes and errors to standard error. */
export interface Terminal {
  readonly input: Readable;
  readonly out: (text: string) => void;
  /** Waits until standard output has room; who writes without end calls it. Without it there is always room. */
  readonly drained?: () => Promise<void>;
  readonly err: (text: string) => void;
  /** Standard error is a terminal whose cursor can be moved. */
  readonly isInteractive: boolean;
  /** Width of the terminal in characters, now. */
  readonly columns: () => number;
}

const COLUMNS_WITHOUT_TERMINAL = 80;

/** The terminal of this process. */
export function processTerminal(isDumbTerminal: boolean): Terminal {
  // A reader that closes early (`| head`) is not a failure; without this the write would end the command with a stack.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    input: process.stdin,
    out: (text) => void process.stdout.write(text),
    drained: async () => {
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    },
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true && !isDumbTerminal,
    // A terminal that does not know its width says 0.
    columns: () => process.stderr.columns || COLUMNS_WITHOUT_TERMINAL,
  };
}

/**
 * Makes text from elsewhere safe to print: control characters, with which a display name could repaint the terminal,
 * and the marks that reorder a line of text become a visible replacement character.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
