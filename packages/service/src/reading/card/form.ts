import type { CardForm } from '@bandeja/contract/card';

const FORM_MATCHES = 10;
/** Two results are an evening, not a form. */
const LABEL_MATCHES_MIN = 3;
/** Of ten decided results, won: from so many on, and down to so many. Compared as whole numbers, since 7/10 is no binary fraction. */
const HOT_OF_TEN = 7;
const COLD_OF_TEN = 3;
/** One win among draws is no hot form. */
const DECIDED_MIN = 3;
/** Equal results in a row that a reader takes for a direction. */
const TURN_MIN = 2;

const resultOf = (won: boolean | null): CardForm['results'][number] => (won === null ? 'D' : won ? 'W' : 'L');

/**
 * The form of a player.
 * @param matches newest first, without walkovers, as far back as the streak goes
 */
export function formOf(matches: readonly { readonly won: boolean | null }[]): CardForm {
  const newest = matches.slice(0, FORM_MATCHES).map(({ won }) => won);
  const [last] = newest;
  if (last === undefined) return { results: [], streak: null, label: 'new' };
  const end = matches.findIndex(({ won }) => won !== last);
  return {
    results: newest.map(resultOf),
    streak: { result: resultOf(last), length: end === -1 ? matches.length : end },
    label: hasTurned(newest) ? 'mixed' : labelOf(newest),
  };
}

/** Whether these matches, newest first, hold the whole of the streak that they begin with. */
export function hasStreakEnded(matches: readonly { readonly won: boolean | null }[]): boolean {
  return matches.some(({ won }) => won !== matches[0]?.won);
}

/** Whether the newest results run against the label of all: seven wins before three losses, or draws, are no hot form. */
function hasTurned(newest: readonly (boolean | null)[]): boolean {
  const label = labelOf(newest);
  if (label !== 'hot' && label !== 'cold') return false;
  const [last, ...before] = newest.slice(0, TURN_MIN);
  return last !== (label === 'hot') && before.every((won) => won === last);
}

function labelOf(newest: readonly (boolean | null)[]): CardForm['label'] {
  if (newest.length < LABEL_MATCHES_MIN) return 'new';
  const wins = newest.filter((one) => one === true).length;
  const decided = newest.filter((one) => one !== null).length;
  if (decided < DECIDED_MIN) return 'mixed';
  if (10 * wins >= HOT_OF_TEN * decided) return 'hot';
  return 10 * wins <= COLD_OF_TEN * decided ? 'cold' : 'mixed';
}
