/** The elements that pictures are made of, as text. */
import { type Block, escapeXml } from './text.ts';
import { isHigh, isUnmeasured, type Weight, widthOf } from './text-width.ts';
import { sheetOf, type Theme } from './theme.ts';

export type Anchor = 'start' | 'middle' | 'end';

export interface TextStyle {
  readonly size: number;
  /** Classes of the style sheet. */
  readonly look?: string;
  readonly anchor?: Anchor;
}

/** Looks that are drawn bold; semibold is bold in fonts that have no such weight. */
const BOLD_LOOK = /\b[bm]\b/;
export const weightOf = (look: string): Weight => (BOLD_LOOK.test(look) ? 'bold' : 'regular');

/** @param x of the left end, the middle or the right end, as the anchor says; @param y of the baseline */
export function text(x: number, y: number, content: string, { size, look = '', anchor = 'start' }: TextStyle): string {
  const anchorAttribute = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  const classes = look === '' ? '' : ` class="${look}"`;
  const length = isUnmeasured(content)
    ? ` textLength="${rounded(widthOf(content, size, weightOf(look)))}" lengthAdjust="spacingAndGlyphs"`
    : '';
  return `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${isHigh(content) ? rounded(size * 0.8) : size}"${classes}${anchorAttribute}${length}>${escapeXml(content)}</text>`;
}

const LINE_HEIGHT = 1.4;

export const blockHeight = ({ lines, size }: Block): number => lines.length * size * LINE_HEIGHT;

/** The lines of a block below each other. @param dress what each line is drawn as */
export function linesAt({ lines, size }: Block, x: number, top: number, look: string, dress = same): string[] {
  return lines.map((one, index) => text(x, top + (index + 0.78) * size * LINE_HEIGHT, dress(one), { size, look }));
}

const same = (one: string): string => one;

export function box(x: number, y: number, width: number, height: number, radius: number, look: string): string {
  const [left, top, across, down] = [x, y, width, height].map(rounded);
  return `<rect x="${left}" y="${top}" width="${across}" height="${down}" rx="${radius}" class="${look}"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, look: string): string {
  return `<line x1="${rounded(x1)}" y1="${rounded(y1)}" x2="${rounded(x2)}" y2="${rounded(y2)}" class="${look}"/>`;
}

export function dot(x: number, y: number, radius: number, look: string): string {
  return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${radius}" class="${look}"/>`;
}

export type Point = readonly [x: number, y: number];

const through = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`;

/** The filled area within points. */
export function area(points: readonly Point[], look: string): string {
  return `<path d="${through(points)}Z" class="${look}"/>`;
}

/** Straight lines through points. */
export function path(points: readonly Point[], look: string): string {
  return `<path d="${through(points)}" class="${look}"/>`;
}

/** A ground with round corners at its top only. */
export function topBand(width: number, height: number, radius: number, look: string): string {
  const d = `M0 ${rounded(height)}V${radius}A${radius} ${radius} 0 0 1 ${radius} 0H${width - radius}A${radius} ${radius} 0 0 1 ${width} ${radius}V${rounded(height)}Z`;
  return `<path d="${d}" class="${look}"/>`;
}

/** Tenths are finer than what a screen shows. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  /** Names the picture to those who cannot see it. */
  readonly title: string;
  /** What it shows, for them. */
  readonly description: string;
  readonly parts: readonly string[];
}

/** A whole picture: no scripts, fonts, links or images in it. */
export function pictureOf({ width, height, theme, title, description, parts }: Picture): string {
  const down = Math.ceil(height);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="bdj" viewBox="0 0 ${width} ${down}" width="${width}" height="${down}" role="img" aria-label="${escapeXml(title)}">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(description)}</desc>
<style>${sheetOf(theme)}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${down - 1}" rx="18" class="ground"/>
${parts.join('\n')}
</svg>
`;
}
