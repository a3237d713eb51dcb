/** `traceparent` (W3C Trace Context). */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a `traceparent` header; null if the header is missing, repeated or malformed. */
export function traceIdOf(traceparent: string | readonly string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null;
  const [, version = 'ff', traceId = '', parentId = '', rest] = form.exec(traceparent) ?? [];
  // Later versions may have more fields after the flags. Version ff and ids of zeros are invalid.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return traceId;
}
