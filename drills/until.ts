import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds. @returns after how many ms. @throws if that takes longer than `withinMs` */
export async function until(condition: () => Promise<boolean>, withinMs: number, what: string): Promise<number> {
  const from = performance.now();
  while (!(await condition())) {
    assert.ok(performance.now() - from < withinMs, `${what} within ${withinMs} ms`);
    await sleep(20);
  }
  return Math.round(performance.now() - from);
}
