import { exitCodes } from '../exit.ts';

/** npm passes Ctrl-C on to a command that the terminal has already told; so close together it is one and the same. */
const SAME_KEYSTROKE_MS = 500;

/**
 * Listens for SIGINT and SIGTERM, to the end of the process: the first asks to stop after what is in flight, a second
 * one ends the process.
 * @returns a signal that is aborted at the first of them.
 */
export function listenForInterruption(onFirst: () => void): AbortSignal {
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
  return controller.signal;
}
