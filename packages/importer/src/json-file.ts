import { sessionFields } from '@bandeja/contract/match-enums';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { fieldsOf, type Mapping, planColumns, unusedIn } from './columns.ts';
import { FileFault, fileFault } from './file-fault.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from './json-value.ts';
import { madeReference, OWN_REFERENCES } from './references.ts';
import { type FaultyRow, type FileRow, faultyRow, readyRow } from './rows.ts';
import type { FlatEntry } from './table.ts';

/** The longest file, in characters. A file is read as a whole, and 50 MB took 540 to 610 MiB of memory. */
const MEBICHARACTERS_MAX = 64;

/** What a JSON file holds. */
export interface JsonFile {
  readonly matches: readonly unknown[];
  readonly envelope: Envelope;
}

/**
 * Reads a JSON file: a list of matches, or an object with `matches` and the fields that they have in common.
 * @param name what to call it in messages.
 * @throws {FileFault} for a file that is not JSON or not of this form.
 */
export async function readJsonFile(chunks: AsyncIterable<string>, name: string): Promise<JsonFile> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MEBICHARACTERS_MAX * 1024 * 1024) {
      throw fileFault(`${name} has more than ${MEBICHARACTERS_MAX} MiB, which is too large for JSON. Save it as CSV.`);
    }
  }
  if (text.trim() === '') throw fileFault(`${name} is empty.`);
  const value = parse(text, name);
  if (Array.isArray(value)) return { matches: value, envelope: emptyEnvelope };
  if (!isObject(value)) throw fileFault(`${name} is neither a JSON list nor a JSON object.`);
  const { matches = [], ...members } = value;
  if (!Array.isArray(matches)) throw notAList(name, 'matches');
  return { matches, envelope: readEnvelope(members, name) };
}

function notAList(name: string, member: string): FileFault {
  return fileFault(`${name}: “${member}” is not a list. Put its entries into brackets: {"${member}": […]}.`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const line = /\(line (\d+) column \d+\)/.exec(message)?.[1];
    const what = message.includes('end of JSON') ? 'the file breaks off' : 'this is not JSON';
    throw fileFault(`${name}${line === undefined ? '' : `, line ${line}`}: ${what}. Correct the file.`, {
      cause: error,
    });
  }
}

/**
 * Takes one match of a JSON file. A match with `participants` is sent unchanged, and the service validates it. Any other is a
 * flat row with the columns of a CSV file.
 * @param number its place in the list, from 1.
 */
export function entryOfItem(
  match: unknown,
  number: number,
  mapping: Mapping,
  references = OWN_REFERENCES,
): FlatEntry | FileRow {
  if (!isObject(match)) return faultyItem(number, '', 'the item is not an object');
  if (!('participants' in match)) return readFlatItem(match, number, mapping);
  const usernames = listOf(match['participants']).map(usernameOf);
  const own = textOf(match['external_ref']);
  if (!references.fromContent && (own === null || references.prefix === '')) {
    return readyRow(number, own ?? '', match, usernames);
  }
  const externalRef = references.fromContent ? referenceOf(match, references.prefix) : `${references.prefix}${own}`;
  const submission = { ...match, external_ref: externalRef };
  return readyRow(number, externalRef, submission, usernames, references.fromContent);
}

/** A reference made from the content of a match in the API's form. */
function referenceOf(match: JsonObject, prefix: string): string {
  const participants = listOf(match['participants']).map(objectOf);
  const team = (name: string): unknown[] =>
    participants.filter((one) => one['team'] === name).map((one) => one['profile_id'] ?? one['username']);
  const { played_at: playedAt, winning_team: winner, set_scores: sets } = match;
  return madeReference({ playedAt, teamA: team('A'), teamB: team('B'), winner, sets }, prefix);
}

function usernameOf(participant: unknown): string | null {
  const username = textOf(objectOf(participant)['username']);
  return username !== null && isUsername(username) ? canonicalUsername(username) : null;
}

function readFlatItem(item: JsonObject, line: number, mapping: Mapping): FlatEntry | FaultyRow {
  const names = Object.keys(item);
  const cells = Object.values(item).map(cellText);
  const externalRef = textOf(item['external_ref']) ?? '';
  const nested = names.filter((_, place) => cells[place] === undefined);
  if (nested.length > 0) {
    const detail = `${nested.join(', ')}: a flat row holds texts and numbers; lists belong to the API’s form, with participants`;
    return faultyItem(line, externalRef, detail);
  }
  try {
    const [texts, plan] = [cells.map(String), planColumns(names, mapping)];
    return { kind: 'flat', line, fields: fieldsOf(texts, plan), unused: unusedIn(texts, plan) };
  } catch (error) {
    // Each item has its own columns, so a missing one rejects this item and not the file.
    if (error instanceof FileFault) return faultyItem(line, externalRef, error.message);
    throw error;
  }
}

function faultyItem(line: number, externalRef: string, detail: string): FaultyRow {
  return faultyRow(line, externalRef, [{ group: 'item', detail }]);
}

function cellText(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' ? undefined : String(value);
}

/** A player's profile in the file, for registration. */
export interface PlayerProfile {
  readonly display_name?: string;
  readonly country_code?: string;
}

/** The members of a file other than its matches. */
export interface Envelope {
  /** Fields of every match that does not have its own, by their names in the API. */
  readonly session: Readonly<Record<string, unknown>>;
  /** Lower-case username → profile. */
  readonly players: ReadonlyMap<string, PlayerProfile>;
}

export const emptyEnvelope: Envelope = { session: {}, players: new Map() };

const PROFILE_FIELDS = ['display_name', 'country_code'] as const;

/** @throws {FileFault} for an unknown member: a misspelt one must not be ignored. */
function readEnvelope(members: JsonObject, name: string): Envelope {
  const session: Record<string, unknown> = {};
  const players = new Map<string, PlayerProfile>();
  for (const [member, value] of Object.entries(members)) {
    if (isSessionField(member)) session[member] = value;
    else if (member === 'players') readPlayers(value, name, players);
    else {
      const allowed = [...sessionFields, 'players', 'matches'].join(', ');
      throw fileFault(`${name}: Unknown field “${member}”. Allowed fields: ${allowed}.`);
    }
  }
  return { session, players };
}

const isSessionField = (member: string): boolean => (sessionFields as readonly string[]).includes(member);

function readPlayers(value: unknown, where: string, players: Map<string, PlayerProfile>): void {
  if (!Array.isArray(value)) throw notAList(where, 'players');
  for (const [index, entry] of listOf(value).entries()) {
    const fault = readPlayer(entry, players);
    if (fault !== null) throw fileFault(`${where}: entry ${index + 1} of “players” ${fault}.`);
  }
}

/** Adds a player, or the fault of the entry. */
function readPlayer(entry: unknown, players: Map<string, PlayerProfile>): string | null {
  if (!isObject(entry)) return 'is not an object';
  const { username, ...profile } = entry;
  if (typeof username !== 'string' || !isUsername(username)) return 'has no valid username';
  for (const [name, value] of Object.entries(profile)) {
    if (!PROFILE_FIELDS.some((field) => field === name)) return `has “${name}”, which is none of its fields`;
    if (value !== null && typeof value !== 'string') return `has a ${name} that is not a text`;
  }
  const texts = Object.entries(profile).filter(([, value]) => value !== null);
  players.set(canonicalUsername(username), Object.fromEntries(texts));
  return null;
}
