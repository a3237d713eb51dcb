import { CommandFailure, exitCodes } from './exit.ts';

/** npm forwards Ctrl-C to a command that got it from the terminal already; so close together, two signals are one. */
const SAME_KEYSTROKE_MS = 500;

export interface Interruption {
  /** Aborted at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Leaves the signals to others again. */
  readonly stopListening: () => void;
}

/**
 * Listens for SIGINT and SIGTERM: the first one requests a stop, a second one ends the process.
 * @param onFirst called at the first of them.
 */
export function listenForInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController();
  let firstAt = 0;
  const listener = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
      onFirst();
    } else if (performance.now() - firstAt > SAME_KEYSTROKE_MS) process.exit(exitCodes.interrupted);
  };
  process.on('SIGINT', listener);
  process.on('SIGTERM', listener);
  const stopListening = (): void => {
    process.off('SIGINT', listener);
    process.off('SIGTERM', listener);
  };
  return { signal: controller.signal, stopListening };
}

/**
 * Runs `work` until it ends, or until SIGINT or SIGTERM.
 * @param stoppedText printed after an interruption
 * @param onFirst called at the first signal
 * @throws {CommandFailure} after an interruption, and the errors of `work`
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  stoppedText: () => string,
  onFirst: () => void = () => {},
): Promise<T> {
  const { signal, stopListening } = listenForInterruption(onFirst);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailure(exitCodes.interrupted, stoppedText(), { cause: error });
  } finally {
    stopListening();
  }
}
