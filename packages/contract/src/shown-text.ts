/** Texts that people are shown: names, venues, reasons. */

/**
 * White space and controls of every kind, and what leaves no mark of its own: joiners, fillers, variation selectors, and the
 * blank signs of Braille (U+2800) and of music (U+1D159).
 */
const leavesNoMark = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB\u2800\u{1D159}]*$/u;

/**
 * What turns the direction of all text that follows on the page: embeddings, overrides, isolates. The marks U+200E, U+200F
 * and U+061C are allowed: they order single signs in names that mix scripts. So are the joiners U+200C and U+200D, without
 * which Persian and Indic names are misspelt.
 */
const turnsDirection = /[\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can be shown. An empty one breaks the rule of its length, not this one. */
export function isShownText(text: string): boolean {
  return text === '' || !(leavesNoMark.test(text) || turnsDirection.test(text));
}
