/** Two players in one cell: `Ana Ruiz / Marta Gil`, `Ana - Marta`, `Ana y Marta`. */

/**
 * What may stand between two players, the surest first. A comma also stands between a surname and a first name, and a bare
 * hyphen inside of a name, so they come last.
 */
const SEPARATORS: readonly RegExp[] = [
  /\n+/,
  /\s*[/|;+&]\s*/,
  /\s+[-\u2010-\u2015]\s+/,
  /\s+(?:y|e|et|and|con|com|und)\s+/iu,
  /\s*,\s*/,
  /[-\u2010-\u2015]/,
];

/** The two players of a cell, or null if no separator gives exactly two. */
export function splitPair(text: string): readonly [string, string] | null {
  const inLines = text.replaceAll(/[^\S\n]+/g, ' ');
  for (const separator of SEPARATORS) {
    const [one = '', other = '', ...more] = inLines.split(separator).map(collapsed);
    if (more.length === 0 && one !== '' && other !== '') return [one, other];
  }
  return null;
}

/** The text with single blanks. */
export function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
