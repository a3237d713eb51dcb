/**
 * A club mends a score in its sheet and imports the sheet again. The reference that is made from the row is another one then, and the
 * match would be stored a second time. A row whose reference the service does not have, and whose teams have one match at that
 * time, takes the reference of that match: the service then tells whether it is a repetition or a conflict, as with references of the
 * file's own.
 */

import type { QueryOf } from '@bandeja/client';
import type { Client } from '../api/client.ts';
import { groupBy } from '../collections.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';
import { keyOfTeams } from './conflicts.ts';
import { batchesOf, type ImportRow, type ReadyRow, readyRow, WINDOW_LIMITS } from './rows.ts';

/** Pages of stored matches that are read for a window of rows. A club has fewer matches in the time of a window, if the file is sorted. */
const PAGES_MAX = 10;
const PAGE = 100;

/** @param rows their made references are the final ones where nothing is stored yet */
export async function* withStoredReferences(rows: AsyncIterable<ImportRow>, client: Client): AsyncGenerator<ImportRow> {
  /** References of rows read so far. Their matches are theirs, also if this very import has stored them. */
  const ofRows = new Set<string>();
  let hasMatches: boolean | undefined;
  for await (const { rows: window, ready } of batchesOf(rows, WINDOW_LIMITS)) {
    const made = ready.filter((row) => row.hasMadeReference);
    for (const { externalRef } of made) ofRows.add(externalRef);
    hasMatches ??= made.length > 0 ? (await pageOf(client, { limit: 1 })).matches.length > 0 : undefined;
    const replaced = hasMatches === true ? await referencesOf(made, ofRows, client) : new Map<ReadyRow, string>();
    for (const row of window) {
      const reference = row.kind === 'ready' ? replaced.get(row) : undefined;
      yield row.kind === 'ready' && reference !== undefined ? withReference(row, reference) : row;
    }
  }
}

/** The references of stored matches that rows take. A row is left as it is wherever more than one row or match could be meant. */
async function referencesOf(
  rows: readonly ReadyRow[],
  ofRows: ReadonlySet<string>,
  client: Client,
): Promise<Map<ReadyRow, string>> {
  const taken = new Map<ReadyRow, string>();
  const submissions = new Map(rows.map((row) => [row, objectOf(JSON.parse(row.json))]));
  const times = [...submissions.values()].map(timeOf).filter(Number.isFinite);
  if (times.length === 0) return taken;
  const stored = await liveMatches(client, Math.min(...times), Math.max(...times) + 1);
  const references = new Set(stored.map(referenceOf));
  const candidates = groupBy(
    stored.filter((match) => !ofRows.has(referenceOf(match))),
    placeOf,
  );
  const unknown = rows.filter((row) => !references.has(row.externalRef));
  const byPlace = groupBy(unknown, (row) => placeOf(submissions.get(row) ?? {}));
  for (const [place, [row, ...others]] of byPlace) {
    const [match, ...more] = candidates.get(place) ?? [];
    if (row === undefined || match === undefined || others.length > 0 || more.length > 0) continue;
    taken.set(row, referenceOf(match));
  }
  return taken;
}

/** The partner's matches of a span of time that are not voided. Beyond {@link PAGES_MAX} pages they are not read. */
async function liveMatches(client: Client, from: number, to: number): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const span = { since: new Date(from).toISOString(), until: new Date(to).toISOString(), limit: PAGE };
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { matches, next } = await pageOf(client, cursor === null ? span : { ...span, cursor });
    found.push(...matches.filter((match) => match['status'] !== 'voided'));
    if (next === null) break;
    cursor = next;
  }
  return found;
}

async function pageOf(
  client: Client,
  query: QueryOf<'GET /v1/matches'>,
): Promise<{ matches: readonly JsonObject[]; next: string | null }> {
  const { data, pagination } = objectOf(await client.matches.list(query));
  return { matches: objectsOf(data), next: textOf(objectOf(pagination)['next_cursor']) };
}

const referenceOf = (match: JsonObject): string => textOf(match['external_ref']) ?? '';
const timeOf = (match: JsonObject): number => Date.parse(textOf(match['played_at']) ?? '');

/** One text for the same teams at the same time, whichever of them is A. */
function placeOf(match: JsonObject): string {
  const teams: unknown = JSON.parse(keyOfTeams(match));
  const sorted = Array.isArray(teams) ? teams.map((team) => JSON.stringify(team)).toSorted() : [];
  return `${timeOf(match)} ${sorted.join(' ')}`;
}

function withReference(row: ReadyRow, reference: string): ImportRow {
  const json = JSON.stringify({ ...objectOf(JSON.parse(row.json)), external_ref: reference });
  return readyRow(row.line, reference, json, row.usernames, row.hasMadeReference);
}
