/** Watches that nothing `settled` changes without a change of the history that reaches it. */
import type { Facts, Recorded, SentMatch, Span } from './histories-record.ts';

/** A match as the service returns it. */
export interface MatchBody {
  readonly id: string;
  readonly external_ref: string;
  readonly played_at: string;
  readonly status: string;
  readonly rating_status: string;
  readonly winning_team: string | null;
  readonly set_scores: readonly object[];
  readonly participants: readonly { readonly username: string | null; readonly rating_change: object | null }[];
}

export interface PlayerBody {
  readonly username: string;
  readonly rating: Readonly<Record<string, unknown>>;
}

interface Seen {
  readonly span: Span;
  /** One text for each player; null for an erased one. */
  readonly numbers: readonly (string | null)[];
}

export interface WatchOptions {
  /** Before players were locked, a change made all later matches of all players `settling`. */
  readonly isPoolWide: boolean;
}

/** Numbers that depend on the time of the request are left out. */
const numbersOf = ({ rating }: PlayerBody): string[] => [
  JSON.stringify([rating['service_score'], rating['matches_played'], rating['last_played_at']]),
];

const differ = (a: Seen['numbers'], b: Seen['numbers']): boolean =>
  a.some((one, slot) => one !== null && (b[slot] ?? null) !== null && one !== b[slot]);

export class Watch {
  readonly violations: string[] = [];
  seen = 0;
  seenSettling = 0;
  /** The latest start of a request whose response had something that is settling. */
  settlingAt = Number.NEGATIVE_INFINITY;
  /** Changes that ended earlier are settled. */
  unsettledSince = 0;
  readonly #recorded: Recorded;
  readonly #options: WatchOptions;
  readonly #lastSettled = new Map<string, Seen>();

  constructor(recorded: Recorded, options: WatchOptions) {
    this.#recorded = recorded;
    this.#options = options;
  }

  match(sent: SentMatch, body: MatchBody, span: Span): void {
    if (body.rating_status === 'unrated') {
      this.#lastSettled.delete(body.external_ref);
      return;
    }
    const numbers = body.participants.map(({ rating_change: change }) =>
      change === null ? null : JSON.stringify(change),
    );
    const versions = sent.versions.map(({ facts }) => facts);
    this.#see(body.external_ref, versions, body.rating_status === 'settled', { span, numbers });
  }

  player(body: PlayerBody, span: Span): void {
    const facts = { playedAt: Number.POSITIVE_INFINITY, usernames: [body.username], result: {} };
    const isSettled = body.rating['rating_status'] === 'settled';
    this.#see(body.username, [facts], isSettled, { span, numbers: numbersOf(body) });
  }

  #see(name: string, facts: readonly Facts[], isSettled: boolean, now: Seen): void {
    this.seen += 1;
    if (!isSettled) {
      this.seenSettling += 1;
      this.settlingAt = Math.max(this.settlingAt, now.span.from);
    }
    const last = this.#lastSettled.get(name);
    const between = {
      from: Math.min(last?.span.from ?? now.span.from, now.span.from),
      to: Math.max(last?.span.to ?? now.span.to, now.span.to),
    };
    // Responses may arrive in another order than that of their snapshots.
    const isAfter = last !== undefined && last.span.to <= now.span.from;
    if (last !== undefined && (isSettled || isAfter) && differ(last.numbers, now.numbers)) {
      const reach = this.#recorded.reachOf(between);
      if (!facts.some(reach))
        this.#violated(`${name} was settled, and changed without a change that reaches it`, last, now);
    }
    if (!isSettled && !this.#options.isPoolWide) {
      const time = isAfter ? between : { from: this.unsettledSince, to: now.span.to };
      const covers = this.#recorded.coveredBy(time, this.unsettledSince);
      if (!facts.some(covers)) this.#violated(`${name} is settling, and no change reaches it`, last, now);
    }
    if (isSettled && (last === undefined || last.span.from <= now.span.from)) this.#lastSettled.set(name, now);
  }

  #violated(what: string, last: Seen | undefined, now: Seen): void {
    this.violations.push(`${what}: ${JSON.stringify({ last, now })}`);
  }
}
