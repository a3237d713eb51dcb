/**
 * Returns the text if PostgreSQL can store it unchanged. PostgreSQL rejects NUL. The UTF-8 encoder would silently replace lone
 * surrogates with U+FFFD.
 * @throws {RangeError} for text with NUL or a lone surrogate.
 */
export function storableText(text: string): string {
  if (text.includes('\0')) throw new RangeError('text with the character NUL cannot be stored');
  if (!text.isWellFormed()) throw new RangeError('text with a lone surrogate cannot be stored');
  return text;
}
