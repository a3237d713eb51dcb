/** Replacements for letters that Unicode normalization does not decompose, as people type them without a special keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
};
const plainLetters = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');

export function plainText(text: string): string {
  return text.replace(plainLetters, (letter) => PLAIN[letter] ?? letter);
}
