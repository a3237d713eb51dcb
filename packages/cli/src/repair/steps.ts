/** Changing many matches one after the other, with progress, so that an interrupted command can be run again. */
import type { Bandeja } from '@bandeja/client';
import { grouped } from '@bandeja/importer/counts';
import { readAll } from '@bandeja/importer/reads';
import { fatalFailureOf } from '../api/fatal.ts';
import { patientClient } from '../api/patient-client.ts';
import type { Call } from '../command.ts';
import { CommandFailure, type End, type ExitCode, endOf, exitCodes } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { fields } from '../print.ts';
import { ProgressDisplay } from '../progress.ts';
import { printable } from '../terminal.ts';

export interface RepairOptions {
  readonly yes?: boolean;
  readonly quiet?: boolean;
}

/** A match that could not be changed, or was left. */
export interface Failure {
  readonly external_ref: string;
  readonly id: string;
  readonly detail: string;
}

const FAILURES_SHOWN_MAX = 20;

/** A run of the command. */
export class Repair {
  readonly client: Bandeja;
  readonly failures: Failure[] = [];
  readonly #display: ProgressDisplay;
  readonly #signal: AbortSignal;

  constructor(client: Bandeja, display: ProgressDisplay, signal: AbortSignal) {
    this.client = client;
    this.#display = display;
    this.#signal = signal;
  }

  /** Reads something for each item, several at once. @throws {CommandFailure} after an interruption */
  async readAll<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<readonly R[]> {
    const startedAt = performance.now();
    const readUnlessStopped = (item: T): Promise<R> => {
      if (this.#signal.aborted) throw new CommandFailure(exitCodes.interrupted, 'Interrupted. Nothing was changed.');
      return read(item);
    };
    const found = await readAll(items, readUnlessStopped, (done) =>
      this.#display.show({ done, total: items.length, elapsedMs: performance.now() - startedAt }),
    );
    this.#display.clear();
    return found;
  }

  /** Changes one item after the other. A refusal that concerns one match is recorded, and the others are changed. */
  async changeEach<T extends Pick<Failure, 'id' | 'external_ref'>>(
    items: readonly T[],
    change: (item: T) => Promise<void>,
  ): Promise<End> {
    const startedAt = performance.now();
    try {
      for (const [done, item] of items.entries()) {
        if (this.#signal.aborted) return 'interrupted';
        this.#display.show({ done, total: items.length, elapsedMs: performance.now() - startedAt });
        try {
          await change(item);
        } catch (error) {
          const failure = fatalFailureOf(error);
          if (failure !== null) return endOf(failure);
          this.fail(item, error instanceof Error ? error.message : String(error));
        }
      }
      return 'complete';
    } finally {
      this.#display.clear();
    }
  }

  fail({ id, external_ref }: Pick<Failure, 'id' | 'external_ref'>, detail: string): void {
    this.failures.push({ id, external_ref, detail });
  }
}

/** Runs `work` with a client that keeps trying, and a display that Ctrl-C clears. */
export async function repairing<T>(
  { context, connection, options }: Call<RepairOptions>,
  work: (repair: Repair) => Promise<T>,
): Promise<T> {
  const display = new ProgressDisplay(context.terminal, !options.quiet && !options.json, 'matches');
  const { signal, stopListening } = listenForInterruption(() => {
    display.note('Stopping after the match in flight; press Ctrl-C again to stop at once.');
  });
  const client = patientClient(connection, { display, signal, isQuiet: options.json === true });
  try {
    return await work(new Repair(client, display, signal));
  } finally {
    display.clear();
    stopListening();
  }
}

/** What a command did, as it prints it. */
export interface RepairSummary {
  readonly title: string;
  /** What `--json` prints beside the failures. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly counts: readonly (readonly [label: string, key: string, count: number])[];
  /** For a person, below the counts. */
  readonly advice?: readonly string[];
}

/** Prints the summary. @returns the exit code @throws {CommandFailure} if the work ended with a failure */
export function finishRepair(
  call: Call<RepairOptions>,
  { failures }: Repair,
  end: End,
  { title, facts, counts, advice = [] }: RepairSummary,
): ExitCode {
  const { terminal } = call.context;
  const isComplete = end === 'complete';
  if (call.options.json) {
    const numbers = Object.fromEntries(counts.map(([, key, count]) => [key, count]));
    terminal.out(`${JSON.stringify({ ...facts, complete: isComplete, ...numbers, failures })}\n`);
  } else {
    const shown = failures.slice(0, FAILURES_SHOWN_MAX);
    for (const { id, external_ref: reference, detail } of shown)
      terminal.err(`${printable(`${reference} (${id}): ${detail.replaceAll(/\s*\n\s*/g, ' ')}`)}\n`);
    if (shown.length < failures.length) terminal.err(`… and ${grouped(failures.length - shown.length)} more\n`);
    const width = Math.max(...counts.map(([, , count]) => grouped(count).length));
    const lines = counts.map(([label, , count]) => [`  ${label}`, grouped(count).padStart(width)] as const);
    terminal.out(`${printable(isComplete ? title : `${title} (in part)`)}\n${fields(lines)}`);
    if (!isComplete) terminal.err('Run the same command again to continue.\n');
    for (const line of isComplete ? advice : []) terminal.err(`${printable(line)}\n`);
  }
  if (end instanceof CommandFailure) throw end;
  if (end === 'interrupted') return exitCodes.interrupted;
  return failures.length > 0 ? exitCodes.rejections : exitCodes.done;
}
