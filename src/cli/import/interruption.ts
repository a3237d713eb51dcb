import { exitCodes } from '../exit.ts';

/** npm passes Ctrl-C on to a command that the terminal has already told; so close together it is one and the same. */
const SAME_KEYSTROKE_MS = 500;

/** A wish to stop. */
export interface Interruption {
  /** Aborted at the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  readonly release: () => void;
}

/** Listens for SIGINT and SIGTERM: the first asks to stop after what is in flight, a second one ends the process. */
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
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    },
  };
}
