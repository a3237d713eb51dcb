/** The codes of texts and their values. */
import type { Messages, Tables } from './generated/codes.ts';

export type MessageCode = keyof Messages;
export type ValuesOf<C extends MessageCode> = Messages[C];

/** The arguments after a code: none for a text without values. */
export type Values<C extends MessageCode> = Arguments<ValuesOf<C>>;
type Arguments<V> = V extends V ? (keyof V extends never ? [] : [values: V]) : never;

/** A code without its last part, such as `console.plan.setup`. */
export type Table = keyof Tables;
/** The last parts of the codes of a table. */
export type KeyOf<T extends Table> = keyof Tables[T] & string;

/** Formats the texts of a table. */
export type Texts<T extends Table> = <K extends KeyOf<T>>(key: K, ...values: Arguments<Tables[T][K]>) => string;

/** Formats any text. */
export type Format = <C extends MessageCode>(code: C, ...values: Values<C>) => string;
