/** The trace that a caller's `traceparent` names (W3C Trace Context), for the log. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** @returns the id of the trace; null if the header is missing, given twice, or not of the form */
export function traceIdOf(traceparent: string | readonly string[] | undefined): string | null {
  if (typeof traceparent !== 'string') return null;
  const [, version = 'ff', traceId = '', parentId = '', rest] = form.exec(traceparent) ?? [];
  // Later versions may say more after the flags; version ff does not exist, and ids of zeros are none.
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return traceId;
}
