/** JSON values that clients send, and the service stores and returns without looking into them. */
import type { Fault } from './errors/problem.ts';

/** An escape of U+0000 or of half of a surrogate pair in the text that `JSON.stringify` writes. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** PostgreSQL reads JSON recursively, and fails at some thousand levels. */
const DEPTH_MAX = 100;

/** The fault of a value that is too large, or that the database cannot store. @param kib the most KiB of JSON in UTF-8 */
export function storedJsonFaults(value: unknown, pointer: string, kib: number): Fault[] {
  const text = JSON.stringify(value);
  if (new TextEncoder().encode(text).length > kib * 1024) {
    return [{ pointer, code: 'out_of_range', detail: `Must be at most ${kib} KiB of JSON.` }];
  }
  if (depthOf(text) > DEPTH_MAX) {
    return [{ pointer, code: 'out_of_range', detail: `Must have at most ${DEPTH_MAX} levels.` }];
  }
  if (!unstorable.test(text)) return [];
  return [{ pointer, code: 'bad_format', detail: 'Must not contain U+0000 or half of a surrogate pair.' }];
}

/** How many lists and objects are within each other. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0];
  for (const [bracket] of json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
