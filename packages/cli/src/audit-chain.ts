import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Api } from '@bandeja/client';
import { removesAnswers } from '@bandeja/contract/confirmation';
import canonicalize from 'canonicalize';

/** The hash before the first entry of every chain. */
export const CHAIN_START = '0'.repeat(64);

/** A position in a chain: the entry with this number has this hash. */
export type ChainLink = Pick<Api.AuditEntry, 'seq' | 'hash'>;

/** Where a chain is broken, and how. */
export interface ChainBreak {
  /** The number that the first wrong entry has, or should have. */
  readonly seq: number;
  readonly reason: string;
}

/**
 * Checks a partner's audit chain entry by entry without trusting the service: numbers run from 1 without gaps, each entry contains the
 * hash of the previous one, and its own hash is SHA-256 over that hash followed by the entry without `hash` as canonical JSON (RFC 8785).
 */
export class ChainVerifier {
  #head: ChainLink = { seq: 0, hash: CHAIN_START };
  readonly #known: ChainLink | null;

  /** @param known a link noted earlier, which a chain that was cut or rewritten does not contain */
  constructor(known: ChainLink | null = null) {
    this.#known = known;
  }

  /** The last valid entry; number 0 before the first. */
  get head(): ChainLink {
    return this.#head;
  }

  /** Checks the next entry, as the service sent it. @returns the break, or null if the entry continues the chain */
  accept(entry: Api.AuditEntry): ChainBreak | null {
    const seq = this.#head.seq + 1;
    const { hash, ...hashed } = entry;
    if (entry.seq !== seq) return { seq, reason: `entry ${seq} is missing: ${entry.seq} follows ${seq - 1}` };
    if (entry.previous_hash !== this.#head.hash) return { seq, reason: 'it does not continue the entry before it' };
    // The starting level of an erased player is removed, so that the hash only links the entries around it.
    const isErased = entry.action === 'starting_level' && entry.changes.length === 0;
    if (!isErased && hash !== entryHash(this.#head.hash, hashed))
      return { seq, reason: 'its content does not give its hash' };
    if (this.#known?.seq === seq && this.#known.hash !== hash)
      return { seq, reason: 'it is not the entry noted earlier' };
    this.#head = { seq, hash };
    return null;
  }

  /** Checks the end. @returns the break if the chain ends before the known link */
  finish(): ChainBreak | null {
    if (this.#known === null || this.#known.seq <= this.#head.seq) return null;
    return { seq: this.#head.seq + 1, reason: `the chain ends at ${this.#head.seq}, before the entry noted earlier` };
  }
}

/** SHA-256, in hex, over the previous hash and the canonical entry. */
export function entryHash(previousHash: string, entryWithoutHash: object): string {
  return createHash('sha256')
    .update(previousHash)
    .update(canonicalize(entryWithoutHash) ?? '')
    .digest('hex');
}

interface Audited {
  revision: number;
  readonly facts: Map<string, unknown>;
  /** The players' answers, by id. */
  readonly answers: Map<string, Pick<Api.PlayerAnswer, 'answer' | 'at'>>;
}

const ANSWER_POINTER = /^\/confirmation\/answers\/(.+)$/;

/** The state of each match according to the entries of an audit chain. Takes about 2 kB of memory a match. */
export class AuditedMatches {
  readonly #matches = new Map<string, Audited>();
  #latestAt = '';

  /** Adds the next entry of the chain. */
  add({ match_id: id, revision, action, changes, at }: Api.AuditEntry): void {
    if (id === null || revision === null) return;
    const match: Audited = this.#matches.get(id) ?? { revision, facts: new Map(), answers: new Map() };
    match.revision = revision;
    this.#latestAt = at;
    // An amendment of the result ends the answers about the one before.
    if (action === 'amended' && removesAnswers(changes)) match.answers.clear();
    for (const { pointer, after } of changes) {
      const [, player] = ANSWER_POINTER.exec(pointer) ?? [];
      if (player !== undefined) {
        match.answers.set(player, { answer: after as Api.PlayerAnswer['answer'], at });
        continue;
      }
      const fields = pointer === '' ? Object.entries(after as object) : [[pointer.slice(1), after] as const];
      for (const [field, value] of fields) match.facts.set(field, value);
    }
    this.#matches.set(id, match);
  }

  /**
   * Compares a served match with its entries.
   * @returns the first field that differs; null if none does, or if the match has changed since the chain was read
   */
  differenceOf(served: Api.Match): string | null {
    const match = this.#matches.get(served.id);
    if (match === undefined || match.revision !== served.revision) return null;
    for (const [field, value] of match.facts) {
      // The chain contains the submitted scoring; the service infers a missing one from the scoreline.
      if (field === 'scoring' && value === null) continue;
      if (field === 'confirmation') continue;
      if (!isSame(field, served[field as keyof Api.Match], value)) return field;
    }
    const { confirmation } = served;
    if (confirmation == null) return null;
    const isRight =
      areTerms(confirmation, match.facts.get('confirmation') ?? null) &&
      areAnswers(confirmation.answers, match.answers, this.#latestAt);
    return isRight ? null : 'confirmation';
  }
}

/** The chain has no terms if they are the default. */
function areTerms({ reported_by, deadline, then }: Api.Confirmation, audited: unknown): boolean {
  return isDeepStrictEqual(
    { reported_by, deadline, then },
    audited ?? { reported_by: null, deadline: null, then: 'stay' },
  );
}

/** An answer does not raise the revision, so one that came after the last entry that was read is skipped. */
function areAnswers(served: Api.Confirmation['answers'], audited: Audited['answers'], latestAt: string): boolean {
  const known = served.filter(({ at }) => at <= latestAt);
  const isLater = known.length < served.length;
  const areSame = known.every(({ profile_id: id, answer, at }) => {
    const entry = [...audited].find(([player, one]) => (id === null ? one.at === at : player === id))?.[1];
    return entry?.answer === answer && entry.at === at;
  });
  return areSame && (isLater || known.length === audited.size);
}

function isSame(field: string, served: unknown, audited: unknown): boolean {
  if (field === 'participants') return arePlayers(served as Players, audited as Players);
  if (field !== 'set_scores') return isDeepStrictEqual(served, audited);
  // The chain has sets in the order sent.
  return isDeepStrictEqual(byNumber(served as Sets), byNumber(audited as Sets));
}

type Sets = readonly Api.SetScore[];
type Players = readonly Pick<Api.MatchParticipant, 'team' | 'profile_id' | 'court_position'>[];

const byNumber = (sets: Sets): Sets => sets.toSorted((a, b) => a.set_number - b.set_number);

/** Whether these are the same players. The service hides the id of an erased player, which the chain still contains. */
function arePlayers(served: Players, audited: Players): boolean {
  return audited.every(({ team, profile_id, court_position }, index) => {
    const player = served[index];
    const isSamePlayer = player?.profile_id === null || player?.profile_id === profile_id;
    return isSamePlayer && player?.team === team && player?.court_position === court_position;
  });
}
