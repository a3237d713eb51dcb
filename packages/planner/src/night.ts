/** A night: its settings and its rounds. */

export const formats = ['americano', 'mexicano', 'balanced', 'teams'] as const;
export type Format = (typeof formats)[number];

/** Two player numbers. */
export type Pair = readonly [number, number];

export interface NightPlayer {
  /** From 1; unique in a night. */
  readonly number: number;
  /** Rating score, for balance; null: unknown, counts as the mean of the others. */
  readonly rating: number | null;
  readonly fromRound: number;
  /** The last round; null: until the end. */
  readonly untilRound: number | null;
}

export interface Night {
  readonly format: Format;
  readonly players: readonly NightPlayer[];
  readonly courts: number;
  readonly rounds: number;
  /** Always teammates. In `teams`, every player is in one. */
  readonly fixedPairs: readonly Pair[];
  /** Never teammates. */
  readonly avoidPairs: readonly Pair[];
  /** Who is together in a four of mexicano: first and fourth, or first and third. */
  readonly mexicanoPairing: '1_4' | '1_3';
  readonly seed: number;
}

export interface Lineup {
  /** From 1. */
  readonly court: number;
  readonly teamA: Pair;
  readonly teamB: Pair;
}

export interface Round {
  /** From 1. */
  readonly round: number;
  readonly courts: readonly Lineup[];
  readonly resting: readonly number[];
}

export const isPresent = ({ fromRound, untilRound }: NightPlayer, round: number): boolean =>
  fromRound <= round && round <= (untilRound ?? round);

export const playersOf = ({ teamA, teamB }: Lineup): readonly number[] => [...teamA, ...teamB];

/** Rounds of a night as positions in `night.players`, seat by seat: court 1 has seats 0 to 3, its team A seats 0 and 1. */
export type Seats = Int32Array;

export const seatsOf = (courts: readonly Lineup[], indexOf: ReadonlyMap<number, number>): Seats =>
  Int32Array.from(courts.flatMap(playersOf), (number) => indexOf.get(number) ?? -1);
