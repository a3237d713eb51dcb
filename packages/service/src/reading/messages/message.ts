/** A sentence in every language, with the values that it holds. */
import type { Language } from './languages.ts';

/**
 * What a value is: a whole number; a number with decimals; a share from 0 to 1; a name or another text as it is; or one of a
 * list of words, by which the sentence chooses what it says.
 */
export type Kind = 'whole' | 'decimal' | 'share' | 'name' | readonly string[];
export type Kinds = Readonly<Record<string, Kind>>;

/** What stands for a value of a kind. */
export type ValueOf<K extends Kind> = K extends 'name' ? string : K extends readonly (infer Word)[] ? Word : number;
export type ValuesOf<V extends Kinds> = { readonly [Name in keyof V]: ValueOf<V[Name]> };

/** @see https://unicode-org.github.io/icu/userguide/format_parse/messages/ for how the texts are written */
export interface Message<V extends Kinds = Kinds> {
  readonly values: V;
  readonly texts: Readonly<Record<Language, string>>;
}

/** @param values its values by name, the same in every language */
export function message<const V extends Kinds>(values: V, texts: Readonly<Record<Language, string>>): Message<V> {
  return { values, texts };
}
