import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '@bandeja/contract/audit';
import { removesAnswers } from '@bandeja/contract/confirmation';
import type { ConfirmationDecider } from '@bandeja/contract/match-enums';
import type { ServedMatch, TrailEntry } from './blocks-store.ts';
import { auditedFacts } from './events.ts';
import type { AuditChange } from './store.ts';

/** A fault of a match or its entries. `seq` is the entry that shows it; null if the match does. */
export interface TrailFault {
  readonly seq: number | null;
  readonly detail: string;
}

const PLAYERS = 4;

/** The pointer to the answer of a player. */
const ANSWER_POINTER = /^\/confirmation\/answers\/(.+)$/;

/** What ended the wait for the players of a match. */
function deciderOf(action: AuditAction, actor: string): ConfirmationDecider {
  if (actor === 'service') return 'deadline';
  return action === 'confirmed' && actor === 'link' ? 'players' : 'partner';
}

/**
 * Compares a served match with the sum of its entries. Facts that no later entry changed are not compared: the hash of the submission
 * covers them, since it is computed from the match.
 */
export class MatchTrail {
  readonly #match: ServedMatch;
  readonly #faults: TrailFault[] = [];
  /** The latest value of each changed field, by JSON pointer. */
  readonly #values = new Map<string, unknown>();
  /** The players' answers and their times, by id. */
  readonly #answers = new Map<string, { readonly answer: unknown; readonly at: number }>();
  /** The number of changes; an answer is not one. */
  #entries = 0;
  #decidedBy: ConfirmationDecider | null = null;
  #submittedAt: number | null = null;
  #completedAt: number | null = null;
  #voidedAt: number | null = null;
  #statusAtFirst: unknown = null;

  constructor(match: ServedMatch) {
    this.#match = match;
  }

  /** Adds the next entry of the match. */
  add({ partner_id: partnerId, seq, at, action, actor, revision, changes }: TrailEntry): void {
    if (action !== 'answered') this.#entries += 1;
    const fault = (detail: string): void => void this.#faults.push({ seq, detail });
    if (partnerId !== this.#match.partner_id) fault('the entry is in the chain of another partner');
    if (revision !== this.#entries)
      fault(`the entry has revision ${revision}, but the match was at revision ${this.#entries}`);
    if (action !== 'answered' && (action === 'submitted') !== (this.#entries === 1)) {
      fault(action === 'submitted' ? 'the match was submitted twice' : 'the match was changed before it was submitted');
    }
    if (action === 'submitted') this.#submittedAt = at;
    if (action === 'confirmed') this.#completedAt = at;
    if (action === 'voided') this.#voidedAt = at;
    if (action === 'confirmed' || action === 'voided') this.#decidedBy ??= deciderOf(action, actor);
    if (action === 'amended' && removesAnswers(changes)) this.#answers.clear();
    for (const change of changes) {
      // A tampered entry. Its hash is reported elsewhere; here it is skipped.
      if (typeof change.pointer !== 'string') continue;
      if (!this.#follows(change, at)) fault(`${change.pointer} had another value before this entry`);
    }
  }

  /** Adds a change. @returns whether it continues the values of the earlier entries */
  #follows({ pointer, before, after }: AuditChange, at: number): boolean {
    const [, player] = ANSWER_POINTER.exec(pointer) ?? [];
    if (player !== undefined) {
      const known = this.#answers.get(player)?.answer ?? null;
      this.#answers.set(player, { answer: after, at });
      return known === before;
    }
    const isFirst = !this.#values.has(pointer);
    const known = this.#values.get(pointer);
    if (isFirst && pointer === '/status') this.#statusAtFirst = before;
    this.#values.set(pointer, after);
    return isFirst || isDeepStrictEqual(known, before);
  }

  /** Compares the match with its entries. Call it after all entries were added. */
  faults(): readonly TrailFault[] {
    const fault = (detail: string): void => void this.#faults.push({ seq: null, detail });
    if (this.#entries === 0) {
      fault('the match has no entry');
      return this.#faults;
    }
    for (const [name, value, expected] of this.#expectations()) {
      if (!isDeepStrictEqual(value, expected)) fault(`${name} differs from the entries`);
    }
    const histories = this.#match.status === 'completed' ? PLAYERS : 0;
    if (this.#match.histories !== histories)
      fault(`the match is in ${this.#match.histories} histories of its players instead of ${histories}`);
    return this.#faults;
  }

  #expectations(): [name: string, value: unknown, expected: unknown][] {
    const match = this.#match;
    const facts: Readonly<Record<string, unknown>> = { ...auditedFacts(match), void_reason: match.void_reason };
    const values = [...this.#values].map(([pointer, value]): [string, unknown, unknown] => {
      const field = pointer.slice(1);
      return [field, facts[field], value];
    });
    const statusAtFirst = this.#statusAtFirst ?? match.status;
    const completedAt = statusAtFirst === 'completed' ? this.#submittedAt : this.#completedAt;
    const answers = (match.answers ?? []).map(({ player_id, answer, at }) => [player_id, { answer, at }] as const);
    const isPlayers = match.trust_tier === 'player_confirmed';
    const isDisputed =
      match.status === 'pending' && [...this.#answers.values()].some(({ answer }) => answer === 'wrong');
    return [
      ...values,
      ['answers', Object.fromEntries(answers), Object.fromEntries(this.#answers)],
      ['confirmation_state', match.confirmation_state === 'disputed', isDisputed],
      ['confirmation_decided_by', match.confirmation_decided_by, isPlayers ? this.#decidedBy : null],
      ['void_reason', match.void_reason, this.#values.get('/void_reason') ?? null],
      ['revision', match.revision, this.#entries],
      ['created_at', match.created_at, this.#submittedAt],
      ['completed_at', match.completed_at, completedAt],
      ['voided_at', match.voided_at, this.#voidedAt],
    ];
  }
}
