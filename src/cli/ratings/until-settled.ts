import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, pathOf } from '../api/client.ts';
import { countOf } from '../count.ts';
import { isObject, type JsonObject, objectOf } from '../json-value.ts';
import type { Waiting } from './task.ts';

const ASK_EVERY_MS = 500;

/**
 * Waits until nothing is to be settled, and no match waits to be rated.
 * @param tell told what is waited for, and again whenever it is something else.
 */
export async function untilSettled(
  client: Client,
  { signal }: Waiting,
  tell: (sentence: string) => void,
): Promise<void> {
  for (let told = ''; ; ) {
    const { body } = await client.request('GET', pathOf('admin', 'v1', 'settlement'), { cutOff: signal });
    const state = objectOf(body);
    if (state['rating_status'] !== 'settling') return;
    const { kind, sentence } = whatIsWaitedFor(state);
    if (kind !== told) tell(sentence);
    told = kind;
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
}

/** Instants and counts change all the time; only what they are of is news. */
function whatIsWaitedFor({ run, owed, held_matches: held }: JsonObject): {
  readonly kind: string;
  readonly sentence: string;
} {
  const parts: (readonly [kind: string, text: string])[] = [];
  if (isObject(run)) parts.push(['run', `a settlement is under way, settled until ${String(run['settled_until'])}`]);
  if (isObject(owed)) parts.push(['owed', `the next one may begin at ${String(owed['due_at'])}`]);
  if (held !== 0) parts.push(['held', countOf(held, 'match waits to be rated', 'matches wait to be rated')]);
  return {
    kind: parts.map(([kind]) => kind).join(),
    sentence: `Waiting until all ratings are final: ${parts.map(([, text]) => text).join('; ')}.`,
  };
}
