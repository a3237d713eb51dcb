/**
 * The process: settings, start, signals, exit code.
 *
 * Standard output carries plain text for people: the address, and on the first start that it takes a while and the demo
 * key. The log is JSON, a line each, on standard error, so that either can be piped away without the other. On a terminal
 * it shows warnings and worse unless `LOG_LEVEL` says otherwise, since a line for every request would bury the greeting.
 */

import { isDiskFullMessage } from '@bandeja/postgres/disk-room';
import { StartupError } from '@bandeja/postgres/startup-error';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { greeting, newDatabaseNotice } from './greeting.ts';
import { startService } from './service.ts';

/** Even if something hangs, the process ends within ten seconds of the first signal. */
const STOP_TIMEOUT_MS = 9_500;

/** How often the service looks whether its parent still runs. */
const PARENT_CHECK_MS = 500;

const logStream = pino.destination({ fd: 2, sync: false });

async function main(): Promise<void> {
  const config = readConfig();
  const level = config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info');
  const service = await startService(config, {
    log: { level, stream: logStream },
    onNewDatabase: (directory) => process.stdout.write(newDatabaseNotice(directory)),
  });
  const stop = stopOnSignals(() => service.stop());
  if (config.startedByNpm) stopWithNpm(stop);
  process.stdout.write(greeting(service, Date.now()));
}

/** The first signal stops the service, the second ends the process at once. @returns the handler of a signal */
function stopOnSignals(stop: () => Promise<void>): () => void {
  let isStopping = false;
  const onSignal = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    stop().then(() => exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return onSignal;
}

/**
 * npm runs the service in a shell. On SIGTERM it ends that shell, which does not pass the signal on, so the service
 * would go on without a parent.
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
  if (isDiskFullMessage(message)) return `there is no room on the disk: make some, and start again (${message})`;
  return `something went wrong inside the service: ${message}`;
}

/** Prints one sentence and no stack. If it is not a StartupError, the sentence says that the fault is inside the service. */
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
