import type { Fault } from '../errors/index.ts';

/** So many faults are shown; the count of the others follows in a last entry, `more`. */
export const FAULTS_SHOWN_MAX = 100;

/**
 * A pointer longer than this (a body may nest, or name its fields, at half a megabyte's length) is cut back to the
 * nearest place around it, or a hundred of them would make an answer a hundred times as large as the body.
 */
export const POINTER_LENGTH_MAX = 512;

/** One list of what several judges found: each place and code once, at most {@link FAULTS_SHOWN_MAX}, then `more`. */
export function collectFaults(...lists: readonly (readonly Fault[])[]): Fault[] {
  const byRule = new Map<string, Fault>();
  for (const fault of lists.flat()) {
    const shown = fault.pointer === undefined ? fault : { ...fault, pointer: cutBack(fault.pointer) };
    const rule = `${shown.code} ${shown.parameter ?? ''} ${shown.pointer ?? ''}`;
    if (!byRule.has(rule)) byRule.set(rule, shown);
  }
  const faults = [...byRule.values()];
  const left = faults.length - FAULTS_SHOWN_MAX;
  if (left <= 0) return faults;
  const whole = faults[0]?.parameter === undefined ? { pointer: '' } : { parameter: '' };
  const detail = left === 1 ? 'One more fault was found.' : `${left} more faults were found.`;
  return [...faults.slice(0, FAULTS_SHOWN_MAX), { ...whole, code: 'more', detail }];
}

function cutBack(pointer: string): string {
  if (pointer.length <= POINTER_LENGTH_MAX) return pointer;
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/', POINTER_LENGTH_MAX)));
}
