import { roundTo } from '../../rounding.ts';
import type { Words } from './reading.ts';

/**
 * Fills a wording. In braces stand `w` won, `l` or `k` not won, `n` of how many, `e` what was expected (of what is not won
 * where the sentence tells of that), and names.
 *
 * @returns null where rounding leaves no difference to speak of
 */
export function sentence(wording: string, words: Words): string | null {
  const isOfLosses = /\{[lk]\}/.test(wording);
  const told: Record<string, string | number> = { ...words };
  if (wording.includes('{e}')) {
    const expected = shownCount(Number(isOfLosses ? words['missed'] : words['e']));
    if (expected === Number(isOfLosses ? words['l'] : words['w'])) return null;
    told['e'] = expected;
  }
  return wording.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(told[name]));
}

/** An expected count as it is told: whole, or with one decimal below 10. */
function shownCount(expected: number): number {
  return expected < 10 ? roundTo(expected, 1) : Math.round(expected);
}
