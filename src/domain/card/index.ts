/** A player on one page: how they stand, how it has gone lately, and the one sentence worth saying. */
export { type Form, type FormLabel, formLabels } from './form.ts';
export { type CardView, getCard } from './get-card.ts';
export type { CardWindow, CardWindows } from './windows.ts';
