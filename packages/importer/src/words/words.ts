/** The words of files, by language and kind. They are data, so that translators can add a language (docs/translating.md). */

/** Words of one kind are separated by commas. The language `any` has those of no language. */
type Languages = Readonly<Record<string, Readonly<Record<string, string>>>>;
type KindOf<W extends Languages> = { [L in keyof W]: keyof W[L] }[keyof W] & string;

/** Text in lower case, without accents and without the marks of ordinals (1º, 2ª). */
export const folded = (text: string): string =>
  text.replaceAll(/[ºª°]/g, '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const listed = <W extends Languages>(words: W, kind: KindOf<W>): readonly string[] =>
  Object.values(words).flatMap((language) => language[kind]?.split(', ') ?? []);

/** The words of a kind in all languages, without accents. */
export const wordsOf = <W extends Languages>(words: W, kind: KindOf<W>): ReadonlySet<string> =>
  new Set(listed(words, kind).map(folded));

/** Each word without accents → its kind. */
export const kindsOf = <W extends Languages, K extends KindOf<W>>(words: W, kinds: readonly K[]) =>
  new Map(kinds.flatMap((kind) => [...wordsOf(words, kind)].map((word): [string, K] => [word, kind])));

/** A pattern for the words of some kinds, with and without accents. */
export function anyOf<W extends Languages>(words: W, ...kinds: readonly KindOf<W>[]): string {
  const written = kinds.flatMap((kind) => listed(words, kind));
  const all = new Set([...written, ...written.map(folded)]);
  return [...all].map((word) => word.replaceAll('.', String.raw`\.`)).join('|');
}
