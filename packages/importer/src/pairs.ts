/** Two players in one cell: `Ana Ruiz / Marta Gil`, `Ana - Marta`, `Ana y Marta`. */

/** The separators of two players, the surest first. A hyphen without blanks is a part of a name. */
const SEPARATORS: readonly RegExp[] = [
  /\n+/,
  /\s*[/|;+&]\s*/,
  /\s+[-\u2010-\u2015]\s+/,
  /\s+(?:y|e|et|and|con|com|und)\s+/iu,
];
/** It also separates a surname and a first name, so on both sides of it there must be a name of two words or more. */
const COMMA = /\s*,\s*/;

/** The two players of a cell, or null if no separator gives exactly two. */
export function splitPair(text: string): readonly [string, string] | null {
  const inLines = text.replaceAll(/[^\S\n]+/g, ' ');
  for (const separator of SEPARATORS) {
    const pair = pairOf(inLines.split(separator));
    if (pair !== null) return pair;
  }
  const byComma = pairOf(inLines.split(COMMA));
  return byComma?.every((name) => name.includes(' ')) === true ? byComma : null;
}

function pairOf(parts: readonly string[]): readonly [string, string] | null {
  const [one = '', other = '', ...more] = parts.map(collapsed);
  return more.length === 0 && one !== '' && other !== '' ? [one, other] : null;
}

/** The text with single blanks. */
export function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
