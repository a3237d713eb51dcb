/** Text in a picture that uses the reader's fonts: escaped, measured by an estimate, cut and wrapped. */

/** Characters that XML 1.0 cannot contain, not even escaped. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Any text as XML text or the value of an attribute. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '\uFFFD')
    .replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}

/** A user's text within ours, isolated so that its direction of writing does not change that of the words around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const NARROW = /^[ijlI.,:;'|!()[\]tfr\s·-]/;
const BROAD = /^[mwMW@%&—…]/;
/** Letters of most scripts that are written with a space between words, with figures and signs. */
const ALPHABETIC =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{ASCII}\p{P}]/u;

/** Widths in em of the widest common interface fonts (Verdana’s kind): a text that is cut a little early can still be read. */
function widthInEm(grapheme: string): number {
  if (NARROW.test(grapheme)) return 0.42;
  if (BROAD.test(grapheme)) return 1;
  if (!ALPHABETIC.test(grapheme)) return 1.05;
  return /^\p{Lu}/u.test(grapheme) ? 0.74 : 0.635;
}

/** How much wider than its plain form a bold one is at most. */
export const BOLD = 1.15;

/** About how wide a text is. @param size of the font, in units of the picture */
export function widthOf(text: string, size: number): number {
  return graphemesOf(text).reduce((width, grapheme) => width + widthInEm(grapheme) * size, 0);
}

/** The text, cut with an ellipsis if it does not fit. */
export function cutTo(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text;
  let room = width - widthOf('…', size);
  let kept = '';
  for (const grapheme of graphemesOf(text)) {
    room -= widthInEm(grapheme) * size;
    if (room < 0) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** A text in lines that fit, broken between words; the last line is cut when there are more. */
export function linesOf(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')] : lines;
  return shown.map((line) => cutTo(line, size, width));
}

/** The least width that a name is cut to, in em. */
const NAME_NARROWEST = 2;

type Sentence = (names: readonly string[]) => string;

/**
 * Sentences with names, made to fit: with full names if there is room, else with the first word of each name, else with
 * names that are all cut to the same width.
 * @param sentence puts the names of a row, which come in their order, into words
 */
export function sentencesOf(
  rows: readonly (readonly string[])[],
  sentence: Sentence,
  size: number,
  width: number,
): string[] {
  const doFit = rows.every((names) => widthOf(sentence(names), size) <= width);
  const said = doFit ? rows : rows.map((names) => names.map(firstWordOf));
  return said.map((names) => sentence(cutEvenly(names, sentence, size, width).map(isolated)));
}

const firstWordOf = (name: string): string => name.trim().split(/\s/)[0] ?? '';

function cutEvenly(names: readonly string[], sentence: Sentence, size: number, width: number): readonly string[] {
  let cut = names;
  for (let widest = width / size; widest > NAME_NARROWEST; widest -= 0.5) {
    if (widthOf(sentence(cut), size) <= width) break;
    const most = widest * size;
    cut = names.map((name) => cutTo(name, size, most));
  }
  return cut;
}
