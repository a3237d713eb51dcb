/** A player on one page: how they stand, how it has gone lately, and the one sentence worth saying. */
export { getCard } from './get-card.ts';
export { Card, type CardForm, type CardWindow } from './shapes.ts';
