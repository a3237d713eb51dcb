import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';

interface Audited {
  revision: unknown;
  readonly facts: Map<string, unknown>;
}

/** What the entries of an audit chain add up to, for each match. Takes about 2 kB of memory a match. */
export class AuditedMatches {
  readonly #matches = new Map<string, Audited>();

  /** Adds the next entry of the chain. */
  add(entry: JsonObject): void {
    const id = textOf(entry['match_id']) ?? '';
    const match = this.#matches.get(id) ?? { revision: 0, facts: new Map<string, unknown>() };
    match.revision = entry['revision'];
    for (const { pointer, after } of objectsOf(entry['changes'])) {
      if (pointer === '') for (const [field, value] of Object.entries(objectOf(after))) match.facts.set(field, value);
      else match.facts.set(String(pointer).slice(1), after);
    }
    this.#matches.set(id, match);
  }

  /**
   * Compares a match as it is served with its entries.
   * @returns the first field that differs; null for none, and for a match that has changed since the chain was read.
   */
  differenceOf(served: JsonObject): string | null {
    const match = this.#matches.get(textOf(served['id']) ?? '');
    if (match === undefined || match.revision !== served['revision']) return null;
    for (const [field, value] of match.facts) {
      // The chain has the scoring as it was sent; the service fills it in from the scoreline.
      if (field === 'scoring' && value === null) continue;
      if (!isDeepStrictEqual(comparable(field, served[field]), comparable(field, value))) return field;
    }
    return null;
  }
}

/** Of participants the chain has the ids only, and sets may stand in another order. */
function comparable(field: string, value: unknown): unknown {
  if (field === 'participants') {
    return objectsOf(value).map(({ team, profile_id, court_position }) => [team, profile_id, court_position]);
  }
  if (field !== 'set_scores') return value;
  return objectsOf(value).toSorted((a, b) => Number(a['set_number']) - Number(b['set_number']));
}
