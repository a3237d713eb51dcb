/** What the drill "histories" has sent, and which parts of the history each change can reach. */

/** When something happened: between these times of `performance.now()`. */
export interface Span {
  readonly from: number;
  /** Infinity until the response. */
  to: number;
}

export interface Facts {
  /** ms; no two matches of a drill have the same. */
  readonly playedAt: number;
  readonly usernames: readonly string[];
  readonly result: object;
}

/** Facts of a match that were rated from some time on, and possibly until another. */
interface Version {
  readonly facts: Facts;
  readonly since: Span;
  until: Span | null;
}

interface Change {
  readonly span: Span;
  /** Where the change enters or leaves the rated history; none for a change of a match that is not rated. */
  readonly touched: readonly Facts[];
  /** Whether it reaches every match and player, as a rebuild does. */
  readonly isOfAll: boolean;
  /** Whether numbers may change. A rebuild with the same model changes none. */
  readonly isRating: boolean;
}

export type Status = 'pending' | 'completed' | 'voided';

export interface SentMatch {
  readonly ref: string;
  readonly partner: number;
  readonly tier: string;
  id: string | null;
  facts: Facts;
  status: Status;
  /** A step of the match is under way, or its outcome is unknown. */
  isBusy: boolean;
  readonly versions: Version[];
}

const overlap = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to;

/** Whether a place is reached that is reached from this place on, if at all. */
const isFrom = (from: number | undefined, playedAt: number): boolean => from !== undefined && from <= playedAt;

/** Whether changes reach these facts. A present state is reached at the end of time. */
export type Reach = (facts: Facts) => boolean;

/** The history of one world. */
export class Recorded {
  readonly matches: SentMatch[] = [];
  /** The index of the partner that registered each player. */
  readonly #regions: ReadonlyMap<string, number>;
  readonly #changes: Change[] = [];

  constructor(regions: ReadonlyMap<string, number>) {
    this.#regions = regions;
  }

  /** Records a change before it is sent. @returns the span, which the caller ends */
  change(touched: readonly Facts[]): Span {
    return this.#begin({ touched, isOfAll: false, isRating: true });
  }

  /** Records a rebuild. @param isRating whether with another model */
  rebuild(isRating: boolean): Span {
    return this.#begin({ touched: [], isOfAll: true, isRating });
  }

  #begin(change: Omit<Change, 'span'>): Span {
    const span: Span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.#changes.push({ ...change, span });
    return span;
  }

  /** The match may have these facts from now on, or none that are rated. */
  rate(match: SentMatch, facts: Facts | null, span: Span): void {
    for (const version of match.versions) version.until ??= span;
    if (facts !== null) match.versions.push({ facts, since: span, until: null });
  }

  /** The match of a refused change has never had its facts. */
  refused(match: SentMatch, span: Span): void {
    const kept = match.versions.filter(({ since }) => since !== span);
    for (const version of kept) if (version.until === span) version.until = null;
    match.versions.splice(0, match.versions.length, ...kept);
  }

  /** What the changes of a time reach that may move numbers: from each place on, its players, those of their later matches, and so on. */
  reachOf(time: Span): Reach {
    const changes = this.#changes.filter(({ span, isRating }) => isRating && overlap(span, time));
    if (changes.some(({ isOfAll }) => isOfAll)) return () => true;
    const since = Math.min(...changes.map(({ span }) => span.from));
    const alive = { from: since, to: time.to };
    const versions = this.matches.flatMap((match) =>
      match.versions.filter((one) =>
        overlap(alive, { from: one.since.from, to: one.until?.to ?? Number.POSITIVE_INFINITY }),
      ),
    );
    const seeds = changes.flatMap(({ touched }) => touched.map((facts) => ({ facts, isSeed: true })));
    const places = [...seeds, ...versions.map(({ facts }) => ({ facts, isSeed: false }))];
    // At one place, the seed comes first.
    places.sort((a, b) => a.facts.playedAt - b.facts.playedAt || Number(b.isSeed) - Number(a.isSeed));
    const reached = new Map<string, number>();
    for (const { facts, isSeed } of places) {
      if (!isSeed && !facts.usernames.some((name) => reached.has(name))) continue;
      for (const name of facts.usernames) if (!reached.has(name)) reached.set(name, facts.playedAt);
    }
    return ({ playedAt, usernames }) => usernames.some((name) => isFrom(reached.get(name), playedAt));
  }

  /**
   * Where `settling` may begin while the reach of the changes of a time is followed: for each group of partners whose players have
   * met, the earliest place of a change. @param unsettledSince changes from this time on may be unsettled
   */
  coveredBy(time: Span, unsettledSince: number): Reach {
    const groups = this.#linkedRegions();
    const recent = this.#changes.filter(({ span }) => span.to >= unsettledSince && span.from <= time.to);
    if (recent.some(({ isOfAll }) => isOfAll)) return () => true;
    const triggering = new Set(
      recent
        .filter(({ span }) => overlap(span, time))
        .flatMap(({ touched }) => touched.map((one) => this.#groupOf(one, groups))),
    );
    const earliest = new Map<number, number>();
    for (const { touched } of recent) {
      // A batch whose reach cannot be locked is guarded as one change, from the earliest of its matches on.
      const playedAt = Math.min(...touched.map((facts) => facts.playedAt));
      for (const facts of touched) {
        const group = this.#groupOf(facts, groups);
        if (triggering.has(group))
          earliest.set(group, Math.min(earliest.get(group) ?? Number.POSITIVE_INFINITY, playedAt));
      }
    }
    return (facts) => isFrom(earliest.get(this.#groupOf(facts, groups)), facts.playedAt);
  }

  #groupOf({ usernames }: Facts, groups: ReadonlyMap<number, number>): number {
    return groups.get(this.#regions.get(usernames[0] ?? '') ?? -1) ?? -1;
  }

  /** The partners, each with the first one of its group. */
  #linkedRegions(): Map<number, number> {
    const groups = new Map([...new Set(this.#regions.values())].map((region) => [region, region]));
    for (const { versions } of this.matches) {
      for (const { facts } of versions) {
        const met = facts.usernames.map((name) => groups.get(this.#regions.get(name) ?? -1) ?? -1);
        const first = Math.min(...met);
        for (const [region, group] of groups) if (met.includes(group)) groups.set(region, first);
      }
    }
    return groups;
  }
}
