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
 * @param matches newest first, without walkovers, as far back as the streak goes
 */
export function formOf(matches: readonly { readonly won: boolean }[]): Form {
  const newest = matches.slice(0, FORM_MATCHES).map(({ won }) => won);
  const [last] = newest;
  if (last === undefined) return { results: [], streak: null, label: 'new' };
  const end = matches.findIndex(({ won }) => won !== last);
  return {
    results: newest.map(resultOf),
    streak: { result: resultOf(last), length: end === -1 ? matches.length : end },
    label: labelOf(newest),
  };
}

/** Whether these matches, newest first, hold the whole of the streak that they begin with. */
export function hasStreakEnded(matches: readonly { readonly won: boolean }[]): boolean {
  return matches.some(({ won }) => won !== matches[0]?.won);
}

function labelOf(newest: readonly boolean[]): FormLabel {
  if (newest.length < LABEL_MATCHES_MIN) return 'new';
  const wins = newest.filter((one) => one).length;
  if (10 * wins >= HOT_OF_TEN * newest.length) return 'hot';
  return 10 * wins <= COLD_OF_TEN * newest.length ? 'cold' : 'steady';
}
