import { stripVTControlCharacters } from 'node:util';

/** Almost every text. Without this, the first line of each command waits 50 ms for the tables of Unicode. */
const ASCII = /^[\x20-\x7e]*$/;

/**
 * What terminals draw two columns wide: emoji, and the scripts of East Asia with their full-width forms. (`RGI_Emoji` would be exact,
 * and takes 30 ms to compile.)
 */
const WIDE =
  /^(?:.*\ufe0f|\p{Emoji_Presentation}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/su;
const HALF_WIDTH = /^[\uff61-\uffdc\uffe8-\uffee]/;
/** Marks and invisible characters, which have no width. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** The columns that a terminal needs for a text: accents and colours take none, Chinese, Japanese, Korean and emoji two a character. */
export function widthOf(text: string): number {
  const shown = stripVTControlCharacters(text);
  if (ASCII.test(shown)) return shown.length;
  let width = 0;
  for (const segment of graphemesOf(shown)) width += widthOfGrapheme(segment);
  return width;
}

/** The text in at most `columns`: a cut end is replaced by `…`. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [kept, width] = ['', 1];
  for (const segment of graphemesOf(text)) {
    width += widthOfGrapheme(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text filled up with blanks. */
export function pad(text: string, columns: number, toTheRight = false): string {
  const gap = ' '.repeat(Math.max(0, columns - widthOf(text)));
  return toTheRight ? gap + text : text + gap;
}

/** The text in lines of at most `columns`, broken at blanks; a longer word gets its own line. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

let segmenter: Intl.Segmenter | undefined;

function widthOfGrapheme(grapheme: string): number {
  if (NOTHING.test(grapheme)) return 0;
  return WIDE.test(grapheme) && !HALF_WIDTH.test(grapheme) ? 2 : 1;
}
