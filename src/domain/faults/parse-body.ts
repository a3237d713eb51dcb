import type { Static, TSchema } from 'typebox';
import { type Fault, Problem } from '../errors/index.ts';
import { collectFaults } from './collect.ts';
import { faultsOf } from './faults-of.ts';

/**
 * Rules between fields, which no shape can say. Gets the value as it came, and what the shape already found in it, so
 * that it can leave alone the places that are not even of the right type.
 */
export type BodyRules = (value: unknown, faults: readonly Fault[]) => readonly Fault[];

/**
 * Takes a parsed JSON value as a `shape`, or refuses it with everything that is wrong with it.
 * @throws {Problem} `invalid_body` with all faults of the shape and of the rules.
 */
export function parseBody<T extends TSchema>(shape: T, value: unknown, rules?: BodyRules): Static<T> {
  const found = faultsOf(shape, value);
  const faults = collectFaults(found, rules?.(value, found) ?? []);
  if (faults.length > 0) throw new Problem('invalid_body', undefined, { faults });
  return value as Static<T>;
}
