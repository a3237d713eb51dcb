import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { CommandFailure, exitCodes } from './exit.ts';

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
  /** Width of standard output if it is a terminal, now; null elsewhere. */
  readonly width: () => number | null;
  /** Standard output shows colours. */
  readonly hasColours: boolean;
  /** Asks a question that is answered with y or n; null where no one can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
  /** Asks a question and gives the line that was typed; null where no one can answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The same for a secret, which does not appear on the screen. */
  readonly askSecret?: ((question: string) => Promise<string>) | null;
}

const COLUMNS_WITHOUT_TERMINAL = 80;

/** The terminal of this process. */
export function processTerminal(isDumbTerminal: boolean): Terminal {
  const { stdin, stdout, stderr } = process;
  const isInteractive = stderr.isTTY === true && !isDumbTerminal;
  const canAnswer = stdin.isTTY === true && stderr.isTTY === true;
  // A reader that closes early (`| head`) is not a failure; without this the write would end the command with a stack.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    input: stdin,
    out: (text) => void stdout.write(text),
    drained: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain');
    },
    err: (text) => void stderr.write(text),
    isInteractive,
    // A terminal that does not know its width says 0.
    columns: () => stderr.columns || COLUMNS_WITHOUT_TERMINAL,
    width: () => (stdout.isTTY ? stdout.columns || COLUMNS_WITHOUT_TERMINAL : null),
    // This applies NO_COLOR and TERM.
    hasColours: stdout.isTTY === true && stdout.hasColors(),
    confirm: canAnswer ? confirm : null,
    ask: canAnswer ? ask : null,
    askSecret: canAnswer ? askSecret : null,
  };
}

async function confirm(question: string): Promise<boolean> {
  return /^\s*y(es)?\s*$/i.test(await ask(`${question} [y/N] `));
}

/** @throws {CommandFailure} when the person ends the command in place of an answer. */
async function ask(question: string, output: Writable = process.stderr): Promise<string> {
  const line = createInterface({ input: process.stdin, output, terminal: true });
  const ended = new Promise<never>((_, reject) => {
    const end = (): void =>
      reject(new CommandFailure(exitCodes.interrupted, 'The question was not answered. Nothing was sent.'));
    line.once('SIGINT', end);
    line.once('close', end);
  });
  try {
    return (await Promise.race([line.question(question), ended])).trim();
  } finally {
    line.close();
    // Without a handler its rejection would end the process.
    ended.catch(() => {});
  }
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const secret = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write('\n');
  return secret;
}

/**
 * Makes text from elsewhere safe to print: control characters, with which a display name could repaint the terminal,
 * and the marks that reorder a line of text become a visible replacement character.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
