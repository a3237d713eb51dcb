/** The frame of the picture of a ranking, and what its sections have in common. */
import { text } from '../svg.ts';

export const WIDTH = 480;
export const MARGIN = 24;
export const INNER = WIDTH - 2 * MARGIN;
export const RIGHT = WIDTH - MARGIN;

/** A part of the picture, drawn below the one before it. */
export interface Section {
  readonly height: number;
  readonly draw: (top: number) => string[];
}

export const heading = (top: number, title: string): string => text(MARGIN, top + 15, title, { size: 16, look: 'b' });
