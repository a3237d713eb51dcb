/**
 * A club corrects a score in its sheet and imports the sheet again. The row's made reference changes, so the match would be stored a
 * second time. If the service does not have the reference, and the same teams have one match at that time, the row takes the
 * reference of that match. The service then decides whether it is a duplicate or a conflict, as with the references of a file.
 */

import type { Api, Bandeja } from '@bandeja/client';
import { groupBy } from '../collections.ts';
import { type JsonObject, objectsOf } from '../json-value.ts';
import { teamKeys } from './conflicts.ts';
import { type ImportRow, isReady, type ReadyRow, readyRow, windowsOf } from './rows.ts';

/** Of a window's time, this many stored matches are read. If the file is sorted, a club has fewer. */
const MATCHES_MAX = 1000;

/** @param rows their made references are the final ones if nothing is stored yet */
export async function* withStoredReferences(
  rows: AsyncIterable<ImportRow>,
  client: Bandeja,
): AsyncGenerator<ImportRow> {
  /** The references of rows read so far. Their matches belong to them, even if this import has just stored them. */
  const ofRows = new Set<string>();
  let hasMatches: boolean | undefined;
  for await (const window of windowsOf(rows)) {
    const made = window.filter(isReady).filter((row) => row.hasMadeReference);
    for (const { externalRef } of made) ofRows.add(externalRef);
    if (made.length > 0) hasMatches ??= (await client.matches.list({ limit: 1 })).data.length > 0;
    const replaced = hasMatches ? await referencesOf(made, ofRows, client) : new Map<ImportRow, string>();
    for (const row of window) {
      const reference = replaced.get(row);
      yield isReady(row) && reference !== undefined ? withReference(row, reference) : row;
    }
  }
}

/** The references of stored matches that rows take. A row is not changed if more than one row or match qualifies. */
async function referencesOf(
  rows: readonly ReadyRow[],
  ofRows: ReadonlySet<string>,
  client: Bandeja,
): Promise<ReadonlyMap<ImportRow, string>> {
  const taken = new Map<ImportRow, string>();
  const times = rows.map(timeOf).filter(Number.isFinite);
  if (times.length === 0) return taken;
  const stored = await liveMatches(client, Math.min(...times), Math.max(...times) + 1);
  const references = new Set(stored.map((match) => match.external_ref));
  const candidates = groupBy(
    stored.filter((match) => !ofRows.has(match.external_ref)),
    (match) => slotOf(Date.parse(match.played_at), match.participants),
  );
  const unknown = rows.filter((row) => !references.has(row.externalRef));
  const bySlot = groupBy(unknown, (row) => slotOf(timeOf(row), objectsOf(row.submission['participants'])));
  for (const [slot, [row, ...others]] of bySlot) {
    const [match, ...more] = candidates.get(slot) ?? [];
    if (row === undefined || match === undefined || others.length > 0 || more.length > 0) continue;
    taken.set(row, match.external_ref);
  }
  return taken;
}

/** The partner's matches of a time span that are not voided, at most {@link MATCHES_MAX}. */
async function liveMatches(client: Bandeja, from: number, to: number): Promise<readonly Api.Match[]> {
  const found: Api.Match[] = [];
  const span = { since: new Date(from).toISOString(), until: new Date(to).toISOString() };
  for await (const match of client.matches.list({ ...span, limit: 100 })) {
    if (match.status !== 'voided') found.push(match);
    if (found.length === MATCHES_MAX) break;
  }
  return found;
}

const timeOf = ({ submission }: ReadyRow): number => Date.parse(String(submission['played_at']));

/** One text for the same teams at the same time, whichever of them is A. */
function slotOf(time: number, participants: readonly (JsonObject | Api.MatchParticipant)[]): string {
  return `${time} ${[...teamKeys(participants)].sort().join(' ')}`;
}

function withReference(row: ReadyRow, reference: string): ImportRow {
  const submission = { ...row.submission, external_ref: reference };
  return readyRow(row.line, reference, submission, row.usernames, row.hasMadeReference, row.written);
}
