const isPlain = /^[A-Za-z0-9_]*$/;

/**
 * Names a place in a JSON document (RFC 6901). `pointerTo()` is the whole document, `pointerTo('a/b', 0)` is `/a~1b/0`.
 */
export function pointerTo(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

/** A lone surrogate cannot be written in UTF-8; U+FFFD replaces it. */
function escapeSegment(segment: string): string {
  if (isPlain.test(segment)) return segment;
  return segment.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}
