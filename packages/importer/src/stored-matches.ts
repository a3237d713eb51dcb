/**
 * A club corrects a score in its sheet and imports the sheet again. The row's made reference changes, so the match would be stored a
 * second time. If the service does not have the reference, and the same teams have one match at that time, the row takes the
 * reference of that match. The service then decides whether it is a duplicate or a conflict, as with the references of a file.
 * If they have a match with the same score at another time of the day, the row gets a warning: the file may have been read in another
 * time zone.
 */

import type { Api, Bandeja } from '@bandeja/client';
import { groupBy } from './collections.ts';
import { teamKeys } from './conflicts.ts';
import { countOf } from './counts.ts';
import { type JsonObject, objectsOf } from './json-value.ts';
import { type ImportRow, isReady, type ReadyRow, type RowWarning, readyRow, windowsOf } from './rows.ts';

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
    const found = hasMatches ? await storedBy(made, ofRows, client) : NOTHING;
    for (const row of window) {
      const reference = found.references.get(row);
      const sameDay = found.sameDay.get(row);
      if (isReady(row) && reference !== undefined) yield withReference(row, reference);
      else if (isReady(row) && sameDay !== undefined) yield { ...row, warnings: [sameDayWarning(row, sameDay)] };
      else yield row;
    }
  }
}

/** Stored matches that rows without a stored reference may refer to. */
interface Stored {
  /** The references that rows take. A row takes none if more than one row or match qualifies. */
  readonly references: ReadonlyMap<ImportRow, string>;
  /** A match with the same players and score at another time of the day. */
  readonly sameDay: ReadonlyMap<ImportRow, Api.Match>;
}

const NOTHING: Stored = { references: new Map(), sameDay: new Map() };
const DAY_MS = 24 * 60 * 60 * 1000;

async function storedBy(rows: readonly ReadyRow[], ofRows: ReadonlySet<string>, client: Bandeja): Promise<Stored> {
  const taken = new Map<ImportRow, string>();
  const times = rows.map(timeOf).filter(Number.isFinite);
  if (times.length === 0) return NOTHING;
  const stored = await liveMatches(client, Math.min(...times) - DAY_MS, Math.max(...times) + DAY_MS);
  const references = new Set(stored.map((match) => match.external_ref));
  const others = stored.filter((match) => !ofRows.has(match.external_ref));
  const candidates = groupBy(others, (match) => slotOf(Date.parse(match.played_at), match.participants));
  const unknown = rows.filter((row) => !references.has(row.externalRef));
  const bySlot = groupBy(unknown, (row) => slotOf(timeOf(row), objectsOf(row.submission['participants'])));
  for (const [slot, [row, ...rivals]] of bySlot) {
    const [match, ...more] = candidates.get(slot) ?? [];
    if (row === undefined || match === undefined || rivals.length > 0 || more.length > 0) continue;
    taken.set(row, match.external_ref);
  }
  const byContent = groupBy(others, contentOf);
  const sameDay = unknown.flatMap((row): [ImportRow, Api.Match][] => {
    const near = byContent.get(contentOf(row.submission as unknown as Api.MatchSubmission)) ?? [];
    const match = near.find(({ played_at: at }) => Math.abs(Date.parse(at) - timeOf(row)) < DAY_MS);
    return match === undefined || taken.has(row) ? [] : [[row, match]];
  });
  return { references: taken, sameDay: new Map(sameDay) };
}

/** One text for the same teams with the same score, whichever of them is A. Empty sets differ from any score. */
function contentOf({ participants, set_scores: sets, winning_team: winner }: Api.Match | Api.MatchSubmission): string {
  const [a = '', b = ''] = teamKeys(participants);
  const isTurned = a > b;
  const games = (sets ?? []).map(({ team_a_games: one, team_b_games: other }) =>
    isTurned ? `${other}-${one}` : `${one}-${other}`,
  );
  const won = winner === null ? '' : (winner === 'A') === isTurned ? 'second' : 'first';
  return [isTurned ? `${b} ${a}` : `${a} ${b}`, won, ...games].join(' ');
}

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;

function sameDayWarning(row: ReadyRow, { id, played_at: at }: Api.Match): RowWarning {
  const minutes = Math.round((Date.parse(at) - timeOf(row)) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / MINUTES_PER_HOUR), Math.abs(minutes) % MINUTES_PER_HOUR];
  const apart = [hours === 0 ? '' : countOf(hours, 'hour'), rest === 0 ? '' : countOf(rest, 'minute')];
  const distance = apart.filter((part) => part !== '').join(' ');
  const detail = `The same players and score are stored ${distance} ${minutes < 0 ? 'before' : 'after'}, as match ${id}.`;
  return { code: 'stored_that_day', detail };
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

/** The row with another reference. */
export function withReference(row: ReadyRow, reference: string): ImportRow {
  const submission = { ...row.submission, external_ref: reference };
  return readyRow(row.line, reference, submission, row.usernames, row.hasMadeReference, row.written);
}
