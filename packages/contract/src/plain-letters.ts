/** Letters that Unicode does not take apart, as people write them without their keys. */
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

/** `text` with these letters as people write them. */
export function plainText(text: string): string {
  return text.replace(plainLetters, (letter) => PLAIN[letter] ?? letter);
}
