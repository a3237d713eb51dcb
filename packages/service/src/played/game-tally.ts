/** Games counted by what they were about and by who served. The rates and the rules of insights read these counts. */

/** Places of counts. A game is of several kinds. */
export const GAMES = {
  all: 0,
  /** The first three of a set. */
  opening: 1,
  middle: 2,
  /** Later ones that begin with a team a game short of the set or nearer. */
  closing: 3,
  /** The server can win the set with it. */
  forSet: 4,
  /** The opponents' service game straight after the own one was lost. */
  breakBack: 5,
  /** The own service game straight after the opponents' was won. */
  consolidation: 6,
  afterWon: 7,
  afterLost: 8,
} as const;
export type GameKind = (typeof GAMES)[keyof typeof GAMES];
const KINDS = Object.keys(GAMES).length;

/** Who served; unknown also in a tie-break. */
export const SERVED = { own: 0, opponents: 1, unknown: 2 } as const;
export type Served = (typeof SERVED)[keyof typeof SERVED];
export const allServed: readonly Served[] = Object.values(SERVED);

const indexOf = (kind: GameKind, served: Served): number => 2 * (kind * allServed.length + served);

/** Numbers, not objects for each game: an analysis looks at some 500 games. */
export class GameTally {
  /** For each kind and server how many were played and how many won. */
  readonly #counts: number[] = new Array<number>(2 * KINDS * allServed.length).fill(0);

  count(kind: GameKind, served: Served, won: boolean): void {
    const at = indexOf(kind, served);
    this.#counts[at] = (this.#counts[at] as number) + 1;
    if (won) this.#counts[at + 1] = (this.#counts[at + 1] as number) + 1;
  }

  addAll(other: GameTally): void {
    for (let at = 0; at < this.#counts.length; at += 1) {
      this.#counts[at] = (this.#counts[at] as number) + (other.#counts[at] as number);
    }
  }

  played(kind: GameKind, served: Served): number {
    return this.#counts[indexOf(kind, served)] as number;
  }

  won(kind: GameKind, served: Served): number {
    return this.#counts[indexOf(kind, served) + 1] as number;
  }
}
