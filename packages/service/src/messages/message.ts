/** A sentence in every language, with the values that it contains. */
import type { Language } from './languages.ts';

/**
 * The kind of a value: a whole number; a number with decimals; a share from 0 to 1; a name or another text, unchanged; or
 * one word of a list. The text selects its wording by that word.
 */
export type Kind = 'whole' | 'decimal' | 'share' | 'name' | readonly string[];
export type Kinds = Readonly<Record<string, Kind>>;

/** The type of a value of a kind. */
export type ValueOf<K extends Kind> = K extends 'name' ? string : K extends readonly (infer Word)[] ? Word : number;
export type ValuesOf<V extends Kinds> = { readonly [Name in keyof V]: ValueOf<V[Name]> };

/** @see https://unicode-org.github.io/icu/userguide/format_parse/messages/ for the syntax of the texts */
export interface Message<V extends Kinds = Kinds> {
  readonly values: V;
  readonly texts: Readonly<Record<Language, string>>;
}

/** @param values its values by name, the same in every language */
export function defineMessage<const V extends Kinds>(values: V, texts: Readonly<Record<Language, string>>): Message<V> {
  return { values, texts };
}
