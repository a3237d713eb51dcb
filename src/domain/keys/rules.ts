import type { Fault } from '../errors/index.ts';
import { parseInstant } from '../instant.ts';

/** What a new key's shape cannot say: each scope is named once, and the key does not end before it begins. */
export function newKeyFaults(body: unknown, now: number): Fault[] {
  const { scopes, expires_at: expiresAt } = (body ?? {}) as {
    readonly scopes?: unknown;
    readonly expires_at?: unknown;
  };
  const faults: Fault[] = [];
  const named: readonly unknown[] = Array.isArray(scopes) ? scopes : [];
  for (const [index, scope] of named.entries()) {
    if (typeof scope === 'string' && named.indexOf(scope) < index) {
      faults.push({ pointer: `/scopes/${index}`, code: 'not_one_of', detail: 'This scope is in the list already.' });
    }
  }
  const endsAt = typeof expiresAt === 'string' ? parseInstant(expiresAt) : null;
  if (endsAt !== null && endsAt <= now) {
    faults.push({ pointer: '/expires_at', code: 'out_of_range', detail: 'Must be in the future.' });
  }
  return faults;
}
