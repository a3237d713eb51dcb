export const results = ['W', 'L'] as const;
export type Result = (typeof results)[number];

export const formLabels = ['hot', 'steady', 'cold', 'new'] as const;
export type FormLabel = (typeof formLabels)[number];

/** Equal results in a row, up to the newest match. */
export interface Streak {
  readonly result: Result;
  readonly length: number;
}

/** How a player's newest matches ended. */
export interface Form {
  /** Newest first, at most {@link FORM_MATCHES}. */
  readonly results: readonly Result[];
  /** Over the whole history; null without matches. */
  readonly streak: Streak | null;
  readonly label: FormLabel;
}

const FORM_MATCHES = 10;
/** Two results are an evening, not a form. */
const LABEL_MATCHES_MIN = 3;
/** Of ten results, won: from so many on, and down to so many. Compared as whole numbers, since 7/10 is no binary fraction. */
const HOT_OF_TEN = 7;
const COLD_OF_TEN = 3;

const resultOf = (won: boolean): Result => (won ? 'W' : 'L');

/**
 * The form of a player.
 * @param won whether each of the newest matches was won, newest first, walkovers aside
 * @param streakLength of the whole history; 0 without matches
 */
export function formOf(won: readonly boolean[], streakLength: number): Form {
  const newest = won.slice(0, FORM_MATCHES);
  const [last] = newest;
  return {
    results: newest.map(resultOf),
    streak: last === undefined ? null : { result: resultOf(last), length: streakLength },
    label: labelOf(newest),
  };
}

function labelOf(newest: readonly boolean[]): FormLabel {
  if (newest.length < LABEL_MATCHES_MIN) return 'new';
  const wins = newest.filter((one) => one).length;
  if (10 * wins >= HOT_OF_TEN * newest.length) return 'hot';
  return 10 * wins <= COLD_OF_TEN * newest.length ? 'cold' : 'steady';
}
