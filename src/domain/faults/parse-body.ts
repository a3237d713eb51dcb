import type { Static, TSchema } from 'typebox';
import { type Fault, Problem } from '../errors/problem.ts';
import { faultsOf } from './faults-of.ts';

/**
 * Rules between fields, which no shape can say. Gets the value as it came. It is told whether the shape has found a fault, so
 * that it can leave alone what is not even of the right type.
 */
export type BodyRules = (value: unknown, isOfShape: boolean) => readonly Fault[];

/**
 * Takes a parsed JSON value as a `shape`, or refuses it with everything that is wrong with it.
 * @throws {Problem} `invalid_body` with all faults of the shape and of the rules.
 */
export function parseBody<T extends TSchema>(shape: T, value: unknown, rules?: BodyRules): Static<T> {
  const faults = faultsOf(shape, value);
  faults.addAll(rules?.(value, faults.isEmpty) ?? []);
  if (!faults.isEmpty) throw new Problem('invalid_body', undefined, { faults: faults.view() });
  return value as Static<T>;
}
