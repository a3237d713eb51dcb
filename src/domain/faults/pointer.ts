const isPlain = /^[A-Za-z0-9_]*$/;

/**
 * Names a place in a JSON document (RFC 6901). `pointerTo()` is the whole document, `pointerTo('a/b', 0)` is `/a~1b/0`.
 */
export function pointerTo(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

/** A lone surrogate cannot be written in UTF-8, so a key that holds one is named with U+FFFD in its stead. */
function escapeSegment(segment: string): string {
  if (isPlain.test(segment)) return segment;
  return segment.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The segments of a pointer, unescaped. */
export function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
