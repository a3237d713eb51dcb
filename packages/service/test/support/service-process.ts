import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** What `npm start` of a checkout gives to Node: its options, then more options, then the program. */
export function startArguments(nodeOptions: readonly string[] = [], checkout = root): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [node, ...args] = scripts.start.split(' ');
  if (node !== 'node') throw new Error(`npm start is expected to run node, not ${node}`);
  return [...args.slice(0, -1), ...nodeOptions, ...args.slice(-1)];
}

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first "ready", ms. */
  readonly readyAfterMs: number;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** Sends SIGKILL, so that no code of the process runs again. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. @returns the exit code. */
  stop(): Promise<number | null>;
}

export interface ServiceProcessOptions {
  /** Settings in addition to `PORT=0` and `DEMO=off`. Of this process's variables it inherits only `PATH` and `NODE_COMPILE_CACHE`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Options of Node. They come after those of `npm start`, and override them. */
  readonly nodeOptions?: readonly string[];
  /** A command that runs Node, such as `['strace', '-f']`. By default there is none. */
  readonly wrapper?: readonly string[];
  /** The checkout whose service is started; by default this one. */
  readonly checkout?: string;
}

/**
 * Timeout for the start of a process. Usually the embedded database starts in three seconds the first time. On a slow
 * machine, beside other tests, it took more than thirty. So this timeout only detects a process that hangs.
 */
const READY_MS_MAX = 120_000;

/** Without the cache of compiled modules each process strips the types of all modules again, which takes 0.5 s. */
const { PATH, NODE_COMPILE_CACHE = '' } = process.env;

/** Starts the real service as a separate process, and waits until it is ready. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const { checkout = root, nodeOptions, wrapper = [] } = options;
  const [command, ...args] = [...wrapper, process.execPath, ...startArguments(nodeOptions, checkout)];
  const child = spawn(command ?? process.execPath, args, {
    cwd: checkout,
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', DEMO: 'off', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const exited = once(child, 'exit');
  const url = await addressOf(child, printed, exited);
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    output: () => printed.join(''),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** The address that the service prints, once `/health/ready` answers 200 there. */
async function addressOf(child: ChildProcess, printed: readonly string[], exited: Promise<unknown>): Promise<string> {
  const isOver = exited.then(() => true);
  const deadline = performance.now() + READY_MS_MAX;
  while (performance.now() < deadline) {
    const [, url] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed.join('')) ?? [];
    if (url !== undefined && (await isReady(url))) return url;
    if (await Promise.race([isOver, pause(10)])) break;
  }
  child.kill('SIGKILL');
  throw new Error(`the service did not get ready; it printed:\n${printed.join('')}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));
