import { isRecord } from './errors.ts';
import type { Operations } from './generated/api.ts';

/** POSTs that do no harm when they arrive twice: an answer that was lost is asked for again. */
const REPEATABLE_POSTS: ReadonlySet<keyof Operations> = new Set([
  // An external_ref is used once; the second answer names the stored match.
  'POST /v1/matches',
  'POST /v1/matches/batch',
  // Nothing is stored.
  'POST /v1/matches/preview',
  // A transition that is made already changes nothing.
  'POST /v1/matches/{id}/confirm',
  'POST /v1/matches/{id}/void',
  // Who is registered already is answered, and not changed.
  'POST /v1/players',
  'POST /v1/players/batch',
] satisfies (keyof Operations)[]);

/** Whether an operation may be sent again although the service may have carried it out. */
export function isRepeatable(operation: keyof Operations, body: unknown): boolean {
  // The first try has raised the revision, so the second would be refused as if someone else had.
  if (operation === 'PATCH /v1/matches/{id}') return !has(body, 'revision');
  // Twice moves the clock twice as far.
  if (operation === 'PATCH /v1/sandbox') return !has(body, 'advance_seconds');
  return !operation.startsWith('POST ') || REPEATABLE_POSTS.has(operation);
}

function has(body: unknown, member: string): boolean {
  return isRecord(body) && body[member] != null;
}
