/**
 * The process: settings, start, signals, exit code.
 *
 * Standard output has plain text for people: the address, and of the demo an invitation and, at the first start, the keys. Standard error has the log, a
 * JSON object per line, so that each can be redirected alone. On a terminal the default level is `warn`, since a line per
 * request would bury the greeting.
 */

import { isDiskFullMessage } from '@bandeja/postgres/disk-room';
import { StartupError } from '@bandeja/postgres/startup-error';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { greeting, newDatabaseNotice } from './greeting.ts';
import { startService } from './service.ts';

/** Even if a step hangs, the process ends within ten seconds of the first signal, or of the end of the drain. */
const STOP_TIMEOUT_MS = 9_500;

/** How often the service checks whether its parent is alive. */
const PARENT_CHECK_MS = 500;

const logStream = pino.destination({ fd: 2, sync: false });

async function main(): Promise<void> {
  const config = readConfig();
  const level = config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
  const service = await startService(config, {
    log: { level, stream: logStream },
    onNewDatabase: (directory) => process.stdout.write(newDatabaseNotice(directory)),
  });
  const stop = stopOnSignals(() => service.stop(), config.drainSeconds * 1_000 + STOP_TIMEOUT_MS);
  if (config.startedByNpm) stopWithNpm(stop);
  process.stdout.write(greeting(service, Date.now()));
}

/** The first signal stops the service; a second one ends the process at once. @returns the signal handler */
function stopOnSignals(stop: () => Promise<void>, timeoutMs: number): () => void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), timeoutMs).unref();
    stop().then(() => exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return onSignal;
}

/**
 * npm runs the service in a shell. On SIGTERM npm ends the shell, which does not forward the signal. Without this check the
 * service would run on as an orphan.
 */
function stopWithNpm(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_CHECK_MS);
  watch.unref();
}

function explain(message: string): string {
  if (isDiskFullMessage(message)) return `the disk is full: free some space, and start again (${message})`;
  return `internal error: ${message}`;
}

/** Prints one sentence without a stack trace. Anything but a StartupError is reported as an internal error. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const text = error instanceof StartupError ? message : explain(message);
  process.stderr.write(`bandeja: ${text.replaceAll('\n', '\nbandeja: ')}\n`);
  exit(1);
}

function exit(code: number): void {
  logStream.flushSync();
  process.exit(code);
}

await main().catch(fail);
