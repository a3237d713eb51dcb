import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { run } from '../src/run.ts';
import type { Terminal } from '../src/terminal.ts';
import { widthOf } from '../src/text-width.ts';

/** The outcome of a run of the command. */
export interface CliRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** The address; null for none. */
  readonly url?: string | null;
  /** The key to use; null for none. */
  readonly key?: string | null;
  readonly operatorToken?: string;
  readonly stdin?: string;
  /** Run inside: the file of `bandeja login`. Default: none. */
  readonly profilesPath?: string;
  /** Run inside: whether standard error is a terminal. */
  readonly isInteractive?: boolean;
  /** Run inside: the width of standard output as a terminal; null (the default): it is none. */
  readonly width?: number | null;
  /** Run inside: whether it has colours. */
  readonly hasColours?: boolean;
  /** Run inside: the answer to every question; absent: the run is not interactive. */
  readonly answer?: boolean;
  /** Run inside: what a person at the terminal answers, one after the other; absent: the run is not interactive. */
  readonly answers?: readonly string[];
  /** Run inside: the time zone and the language of the terminal. Default: UTC and English. */
  readonly timeZone?: string;
  readonly language?: string;
  /** Called as soon as the process runs, with the means to signal it. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
  /** Called with what standard error has so far, whenever it grows; may signal the process. */
  readonly watch?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

const MAIN = resolve(import.meta.dirname, '../src/main.ts');

/** Without the cache of compiled modules each process strips the types of all modules again, which takes most of its time. */
const { PATH, NODE_COMPILE_CACHE = '' } = process.env;

/** Runs the real command in a new process. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      BANDEJA_URL: options.url ?? 'http://127.0.0.1:1',
      BANDEJA_KEY: options.key === null ? '' : (options.key ?? 'bdj_live_test'),
      BANDEJA_OPERATOR_TOKEN: options.operatorToken ?? '',
    },
  });
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  options.onStart?.(kill);
  // A command that has seen enough closes its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  let seen = '';
  child.stderr.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
    options.watch?.(seen, kill);
  });
  const exit = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { exitCode, stdout, stderr };
}

/** Runs a command line within this process, which is faster, for tests that need neither signals nor a process. */
export async function runInside(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  let [stdout, stderr] = ['', ''];
  const { answer } = options;
  const answers = options.answers?.slice();
  const terminal: Terminal = {
    input: Readable.from([Buffer.from(options.stdin ?? '')]),
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    isInteractive: options.isInteractive ?? false,
    columns: () => 80,
    width: () => options.width ?? null,
    hasColours: options.hasColours ?? false,
    askSecret: answers === undefined ? null : async () => answers.shift() ?? '',
    confirm:
      answer === undefined
        ? null
        : async (question) => {
            stderr += `${question}\n`;
            return answer;
          },
    ask:
      answers === undefined
        ? null
        : async (question) => {
            stderr += `${question}\n`;
            return answers.shift() ?? '';
          },
  };
  const environment = {
    url: options.url === undefined ? 'http://127.0.0.1:1' : options.url,
    key: options.key === undefined ? 'bdj_live_test' : options.key,
    operatorToken: options.operatorToken ?? null,
    profilesPath: options.profilesPath ?? '/nonexistent/profiles.json',
    isDumbTerminal: false,
    timeZone: options.timeZone ?? 'UTC',
    language: options.language ?? 'en',
  };
  const exitCode = await run(args, terminal, environment);
  return { exitCode, stdout, stderr };
}

/** The lines of a text that do not fit a terminal of this width. */
export function linesBeyond(width: number, text: string): string[] {
  return text.split('\n').filter((line) => widthOf(line) > width);
}

/** Writes a file into a new directory that is removed after the test. @returns its path */
export async function aFile(t: TestContext, name: string, content: string | Uint8Array): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bandeja-cli-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, name), content);
  return join(directory, name);
}

/** A CSV file of `count` matches between players that differ from row to row, a minute apart. */
export function csvOf(count: number, from = 0): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const at = new Date(Date.UTC(2026, 0, 1, 19, number)).toISOString();
    const players = [0, 1, 2, 3].map((place) => `p${(number * 3 + place) % 90}`);
    return `m${number},${at},${players.join(',')},A,6-4 6-3`;
  });
  return `${HEADER}\n${rows.join('\n')}\n`;
}

export const HEADER = 'external_ref,played_at,team_a_1,team_a_2,team_b_1,team_b_2,winner,set_scores';
