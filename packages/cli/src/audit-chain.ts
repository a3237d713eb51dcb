import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import { type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';

/** The hash before the first entry of every chain. */
export const CHAIN_START = '0'.repeat(64);

/** A place in a chain: the entry with this number has this hash. */
export interface ChainLink {
  readonly seq: number;
  readonly hash: string;
}

/** Where a chain is broken, and how it shows. */
export interface ChainBreak {
  /** The number that the first wrong entry has, or should have. */
  readonly seq: number;
  readonly reason: string;
}

/**
 * Checks a partner's audit chain entry by entry without trusting the service: numbers run from 1 without gaps, each entry names the hash of the one before, and its own hash is SHA-256 over that hash followed by the
 * entry without `hash` as canonical JSON (RFC 8785).
 */
export class ChainVerifier {
  #head: ChainLink = { seq: 0, hash: CHAIN_START };
  readonly #known: ChainLink | null;

  /** @param known a link noted earlier: the chain must still hold it, which no chain that was cut or rewritten can. */
  constructor(known: ChainLink | null = null) {
    this.#known = known;
  }

  /** The last entry that is in order; number 0 before the first. */
  get head(): ChainLink {
    return this.#head;
  }

  /** Checks the next entry. @returns the break, or null when the entry continues the chain. */
  accept(entry: JsonObject): ChainBreak | null {
    const seq = this.#head.seq + 1;
    const { hash, ...rest } = entry;
    if (entry['seq'] !== seq)
      return { seq, reason: `entry ${seq} is missing: ${String(entry['seq'])} follows ${seq - 1}` };
    if (entry['previous_hash'] !== this.#head.hash) return { seq, reason: 'it does not continue the entry before it' };
    if (hash !== entryHash(this.#head.hash, rest)) return { seq, reason: 'its content does not give its hash' };
    if (this.#known?.seq === seq && this.#known.hash !== hash)
      return { seq, reason: 'it is not the entry noted earlier' };
    this.#head = { seq, hash };
    return null;
  }

  /** Checks the end. @returns the break when the chain ends before the link that was known. */
  finish(): ChainBreak | null {
    if (this.#known === null || this.#known.seq <= this.#head.seq) return null;
    return { seq: this.#head.seq + 1, reason: `the chain ends at ${this.#head.seq}, before the entry noted earlier` };
  }
}

/** SHA-256, in hex, over the previous hash and the canonical entry. */
export function entryHash(previousHash: string, entryWithoutHash: JsonObject): string {
  return createHash('sha256')
    .update(previousHash)
    .update(canonicalize(entryWithoutHash) ?? '')
    .digest('hex');
}

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
