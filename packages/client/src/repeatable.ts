import { isRecord } from './errors.ts';
import type { Operations } from './generated/api.ts';

/** POSTs that have the same effect if they arrive twice. */
const REPEATABLE_POSTS: ReadonlySet<keyof Operations> = new Set([
  // A reference is used once. The second response names the stored match.
  'POST /v1/matches',
  'POST /v1/matches/batch',
  // Nothing is stored.
  'POST /v1/matches/preview',
  // A second transition to the same state changes nothing.
  'POST /v1/matches/{id}/confirm',
  'POST /v1/matches/{id}/void',
  // A line creates one match. A closed import is not changed.
  'POST /v1/imports/{id}/rows',
  'POST /v1/imports/check',
  'POST /v1/imports/{id}/close',
  // An open round and a closed night are not changed.
  'POST /v1/sessions/{ref}/plan/rounds/{round}/open',
  'POST /v1/sessions/{ref}/plan/close',
  // While it is unfinished, the same merge or task is returned; later, nothing is left to do.
  'POST /v1/merges',
  'POST /v1/imports/{id}/undo',
  'POST /v1/merges/{id}/undo',
  // A registered player is returned unchanged.
  'POST /v1/players',
  'POST /v1/players/batch',
] satisfies (keyof Operations)[]);

const NEED_REVISION: ReadonlySet<keyof Operations> = new Set([
  'PATCH /v1/matches/{id}',
  'PATCH /v1/sessions/{ref}/plan',
  'PUT /v1/sessions/{ref}/plan/rounds/{round}',
] satisfies (keyof Operations)[]);

/** Whether an operation may be repeated although the service may have carried it out. */
export function isRepeatable(operation: keyof Operations, body: unknown): boolean {
  // The first attempt may have raised the revision. The second would then be refused.
  if (NEED_REVISION.has(operation)) return !has(body, 'revision');
  // It must name the revision that it replaces, or that there is none.
  if (operation === 'PUT /v1/sessions/{ref}/plan') return false;
  // The hash finds the import that the first attempt has opened.
  if (operation === 'POST /v1/imports') return has(body, 'content_hash');
  // A second attempt would move the clock further.
  if (operation === 'PATCH /v1/sandbox') return !has(body, 'advance_seconds');
  return !operation.startsWith('POST ') || REPEATABLE_POSTS.has(operation);
}

function has(body: unknown, member: string): boolean {
  return isRecord(body) && body[member] != null;
}
