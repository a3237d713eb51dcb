/** The frame of the card, and what its sections have in common. */
import { text } from '../svg.ts';
import { widthOf } from '../text-width.ts';

export const WIDTH = 320;
export const MARGIN = 20;
export const INNER = WIDTH - 2 * MARGIN;
export const RIGHT = WIDTH - MARGIN;

/** A part of the card, drawn below the one before it. */
export interface Section {
  readonly height: number;
  readonly draw: (top: number) => string[];
}

/** @param asides texts for the right side, the longest first: the first one that fits is shown, if any */
export function heading(y: number, title: string, asides: readonly string[]): string[] {
  const room = INNER - widthOf(title, 13, 'bold') - 8;
  const aside = asides.find((one) => widthOf(one, 12) <= room);
  const parts = [text(MARGIN, y, title, { size: 13, look: 'm' })];
  if (aside !== undefined) parts.push(text(RIGHT, y, aside, { size: 12, look: 'quiet', anchor: 'end' }));
  return parts;
}
