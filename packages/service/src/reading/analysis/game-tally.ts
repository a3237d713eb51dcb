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

/** Numbers, not objects for each game: an analysis looks at some 500 games. */
export class GameTally {
  readonly #played: number[] = new Array<number>(KINDS * allServed.length).fill(0);
  readonly #won: number[] = new Array<number>(KINDS * allServed.length).fill(0);

  count(kind: GameKind, served: Served, won: boolean): void {
    const place = kind * allServed.length + served;
    this.#played[place] = (this.#played[place] as number) + 1;
    if (won) this.#won[place] = (this.#won[place] as number) + 1;
  }

  addAll(other: GameTally): void {
    for (let place = 0; place < this.#played.length; place += 1) {
      this.#played[place] = (this.#played[place] as number) + (other.#played[place] as number);
      this.#won[place] = (this.#won[place] as number) + (other.#won[place] as number);
    }
  }

  played(kind: GameKind, served: Served): number {
    return this.#played[kind * allServed.length + served] as number;
  }

  won(kind: GameKind, served: Served): number {
    return this.#won[kind * allServed.length + served] as number;
  }
}
