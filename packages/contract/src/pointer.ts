const isPlain = /^[A-Za-z0-9_]*$/;

/**
 * A JSON pointer (RFC 6901). `pointerTo()` is the whole document, `pointerTo('a/b', 0)` is `/a~1b/0`.
 */
export function pointerTo(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

/** UTF-8 cannot encode lone surrogates, so U+FFFD replaces them. */
function escapeSegment(segment: string): string {
  if (isPlain.test(segment)) return segment;
  return segment.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}
