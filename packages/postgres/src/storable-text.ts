/**
 * The text itself, if it comes back from the database as it is: UTF-8 has no lone surrogates and PostgreSQL's text no NUL;
 * the encoder would silently store U+FFFD for the first.
 * @throws {RangeError} if it does not.
 */
export function storableText(text: string): string {
  if (text.includes('\0')) throw new RangeError('text with the character NUL cannot be stored');
  if (!text.isWellFormed()) throw new RangeError('text with a lone surrogate cannot be stored');
  return text;
}
