import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than anything in a test takes, even if other programs keep the processors busy. */
const PATIENCE_MS = 180_000;

/** Polls until the condition holds. @param what the condition, for the error */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string | (() => string) = 'the condition',
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`${typeof what === 'string' ? what : what()} does not hold after ${PATIENCE_MS / 1000} s`);
    await sleep(10);
  }
}
