/** Texts that people see: names, venues, reasons. */

/**
 * White space, control characters, and other invisible characters: joiners, fillers, variation selectors, and the blank
 * symbols of Braille (U+2800) and music (U+1D159).
 */
const isInvisible = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\uFFF9-\uFFFB\u2800\u{1D159}]*$/u;

/**
 * Characters that change the direction of all following text on the page: embeddings, overrides, isolates. The marks U+200E,
 * U+200F and U+061C are allowed: they order single characters in names that mix scripts. The joiners U+200C and U+200D are
 * allowed, because Persian and Indic names need them.
 */
const turnsDirection = /[\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text can be shown. An empty text is valid here: it only violates the length limit. */
export function isShownText(text: string): boolean {
  return text === '' || !(isInvisible.test(text) || turnsDirection.test(text));
}
