/**
 * A club corrects a score in its sheet and imports the sheet again. The row's made reference changes, so the match would be stored a
 * second time. If the service does not have the reference, and the same teams have one match at that time, the row takes the
 * reference of that match. The service then decides whether it is a duplicate or a conflict, as with the references of a file.
 * A row with the same teams on other sides is turned to the sides of the stored match.
 * If they have a match with the same score at another time of the day, the row gets a warning: the file may have been read in another
 * time zone. So does a row of which three players have a match at that time: the name of the fourth may have been corrected.
 */

import type { Api, Bandeja } from '@bandeja/client';
import { groupBy } from './collections.ts';
import { countOf } from './counts.ts';
import { areSidesSwapped, teamKeys } from './differences.ts';
import { type JsonObject, objectsOf } from './json-value.ts';
import { type ImportRow, isReady, type ReadyRow, type RowWarning, readyRow, windowsOf } from './rows.ts';
import { turnedRow } from './sides.ts';

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
    for (const row of window) yield isReady(row) ? asStored(row, found) : row;
  }
}

/** The row with the reference and the sides of its match, or with warnings. */
function asStored(row: ReadyRow, { matches, warnings }: Stored): ImportRow {
  const match = matches.get(row);
  if (match === undefined) return { ...row, warnings: [...row.warnings, ...(warnings.get(row) ?? [])] };
  const sided = row.written !== null && areSidesSwapped(match, sidedOf(row)) ? turnedRow(row) : row;
  return match.external_ref === row.externalRef ? sided : withReference(sided, match.external_ref);
}

/** Stored matches that rows may refer to. */
interface Stored {
  /** The matches that rows are. A row without a stored reference has none if more than one row or match qualifies. */
  readonly matches: ReadonlyMap<ImportRow, Api.Match>;
  readonly warnings: ReadonlyMap<ImportRow, readonly RowWarning[]>;
}

const NOTHING: Stored = { matches: new Map(), warnings: new Map() };
const DAY_MS = 24 * 60 * 60 * 1000;

async function storedBy(rows: readonly ReadyRow[], ofRows: ReadonlySet<string>, client: Bandeja): Promise<Stored> {
  const times = rows.map(timeOf).filter(Number.isFinite);
  if (times.length === 0) return NOTHING;
  const stored = await liveMatches(client, Math.min(...times) - DAY_MS, Math.max(...times) + DAY_MS);
  const byReference = new Map(stored.map((match) => [match.external_ref, match]));
  const matches = new Map<ImportRow, Api.Match>();
  for (const row of rows) {
    const match = byReference.get(row.externalRef);
    if (match !== undefined) matches.set(row, match);
  }
  const others = stored.filter((match) => !ofRows.has(match.external_ref));
  const candidates = groupBy(others, (match) => slotOf(Date.parse(match.played_at), match.participants));
  const unknown = rows.filter((row) => !matches.has(row));
  const bySlot = groupBy(unknown, (row) => slotOf(timeOf(row), sidedOf(row).participants));
  for (const [slot, [row, ...rivals]] of bySlot) {
    const [match, ...more] = candidates.get(slot) ?? [];
    if (row === undefined || match === undefined || rivals.length > 0 || more.length > 0) continue;
    matches.set(row, match);
  }
  const taken = new Set(matches.values());
  const open = others.filter((match) => !taken.has(match));
  return {
    matches,
    warnings: warningsAbout(
      unknown.filter((row) => !matches.has(row)),
      open,
    ),
  };
}

/** @param rows that would be created. @param stored matches that no row is */
function warningsAbout(
  rows: readonly ReadyRow[],
  stored: readonly Api.Match[],
): ReadonlyMap<ImportRow, readonly RowWarning[]> {
  const byContent = groupBy(stored, contentOf);
  const byTime = groupBy(stored, ({ played_at: at }) => Date.parse(at));
  const found = new Map<ImportRow, readonly RowWarning[]>();
  for (const row of rows) {
    const near = byContent.get(contentOf(row.submission as unknown as Api.MatchSubmission)) ?? [];
    const sameDay = near.find(({ played_at: at }) => Math.abs(Date.parse(at) - timeOf(row)) < DAY_MS);
    const sameTime = (byTime.get(timeOf(row)) ?? []).flatMap((match) => otherPlayerWarning(row, match) ?? []);
    const warnings = [...(sameDay === undefined ? [] : [sameDayWarning(row, sameDay)]), ...sameTime.slice(0, 1)];
    if (warnings.length > 0) found.set(row, warnings);
  }
  return found;
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
  const when = minutes === 0 ? 'at the same time' : `${distance} ${minutes < 0 ? 'before' : 'after'}`;
  const detail = `The same players and score are stored ${when}, as match ${id}.`;
  return { code: 'stored_that_day', detail };
}

/** A warning if all players of the row but one have the match. Of the same four players, the service warns. */
function otherPlayerWarning(row: ReadyRow, { id, external_ref, participants }: Api.Match): RowWarning | null {
  const stored = participants.map(({ username }) => username);
  const [added, ...moreAdded] = row.usernames.filter((username) => username !== null && !stored.includes(username));
  const [replaced, ...moreReplaced] = stored.filter((username) => !row.usernames.includes(username));
  if (added == null || moreAdded.length > 0 || moreReplaced.length > 0 || stored.length !== row.usernames.length)
    return null;
  const detail =
    `Match ${id} (${external_ref}) is stored at the same time, with ${replaced ?? 'an erased player'} instead of ${added}. If the row is ` +
    'that match, do not store it again.';
  return { code: 'stored_with_another_player', detail };
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

const sidedOf = ({ submission }: ReadyRow) => ({ participants: objectsOf(submission['participants']) });

/** The row with another reference. */
export function withReference(row: ReadyRow, reference: string): ImportRow {
  const submission = { ...row.submission, external_ref: reference };
  const renewed = readyRow(row.line, reference, submission, row.usernames, row.hasMadeReference, row.written);
  return isReady(renewed) ? { ...renewed, warnings: row.warnings } : renewed;
}
