/** A value read from text, or why it cannot be: the end of a sentence that begins with the column. */
export type Reading<T> = { readonly value: T } | { readonly fault: string };
