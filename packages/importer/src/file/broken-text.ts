/** Signs that a text was read in another encoding than it was written in. Pure. */

const BROKEN = new RegExp(
  [
    // Cyrillic, Greek or Hebrew read as Windows-1252
    '(?!(.)\\1\\1)[\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u00ff]{3}',
    // A letter of DOS, of a Mac or of eastern Europe: “Mu¤oz”, “Jos‚”, “AndrŽs”, “£ukasz”, “Wiœniewski”
    '\\p{L}[¡¢£¤¥¦§¨©«¬®¯±²³¶¸¹¼½¾¿‚ƒ„†‡ˆ‰‹›•˜™\\u0080-\\u009f]\\p{L}',
    '\\p{Ll}(?:[‚¤ƒ¢¶\\u0080-\\u009f](?!\\S)|[ŽŸ])',
    '(?<!\\S)[£¥¯¼½¾]\\p{L}{2}',
    '[aeiou]œ|œ[cknpwz]',
    // UTF-8 read as Windows-1252 and saved again: “JosÃ©”
    'Ã[‘“](?=\\p{L})|Ã[\\u0080-\\u009f¡-º¼-¿€‚ƒ„†‡ˆ‰‹•˜™ŠŒŽšœžŸ]|Â[\\u0080-\\u009f¡-º¼-¿]|[ÄÅÎÏÐÑ][\\u0080-\\u009f¡-©«-³¶¸¹¼-¿€‚ƒ„†‡ˆ‰‹•˜™]',
    '\\ufffd',
  ].join('|'),
  'u',
);

/** The first word of a text that is in no language; null if there is none. */
export function brokenWord(text: string): string | null {
  // Most cells are in ASCII.
  if (!/[\u0080-\uffff]/.test(text)) return null;
  return text.split(/[\s/]+/u).find((word) => BROKEN.test(word)) ?? null;
}
