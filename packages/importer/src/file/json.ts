import { sessionFields } from '@bandeja/contract/match-enums';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { fileFault, type ImportFault } from '../message.ts';
import { decode } from './code-pages.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the value is a JSON object (neither null nor a list). */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Envelope {
  /** Fields of every match that does not have its own, by their names in the API. */
  readonly session: JsonObject;
  /** Lower-case username → profile. */
  readonly players: ReadonlyMap<string, PlayerProfile>;
}

export interface PlayerProfile {
  readonly display_name?: string;
  readonly country_code?: string;
}

export const emptyEnvelope: Envelope = { session: {}, players: new Map() };

/**
 * Reads a JSON file: a list of matches, or an object with `matches` and the fields that they have in common.
 * @throws {ImportFault} for a file that is not JSON or not of this form
 */
export function readJsonFile(bytes: Uint8Array, name: string): { matches: readonly unknown[]; envelope: Envelope } {
  const value = parse(bytes, name);
  if (Array.isArray(value)) return { matches: value, envelope: emptyEnvelope };
  if (!isObject(value)) throw fileFault('file.not_matches', { name });
  const { matches = [], ...members } = value;
  if (!Array.isArray(matches)) throw fileFault('file.member_not_a_list', { name, member: 'matches' });
  return { matches, envelope: readEnvelope(members, name) };
}

function parse(bytes: Uint8Array, name: string): unknown {
  const text = decode(bytes, 'utf-8');
  if (text === null) throw fileFault('file.damaged_bytes', { name });
  if (text.trim() === '') throw fileFault('file.json_empty', { name });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error instanceof Error ? error.message : '', name);
  }
}

function notJson(reason: string, name: string): ImportFault {
  if (reason.includes('end of JSON')) return fileFault('file.json_breaks_off', { name });
  const line = /\(line (\d+) column \d+\)/.exec(reason)?.[1];
  return line === undefined ? fileFault('file.not_json', { name }) : fileFault('file.not_json_at', { name, line });
}

const PROFILE_FIELDS = ['display_name', 'country_code'] as const;
const isSessionField = (member: string): boolean => (sessionFields as readonly string[]).includes(member);

/** @throws {ImportFault} for an unknown member: a misspelt one must not be ignored */
function readEnvelope(members: JsonObject, name: string): Envelope {
  const unknown = Object.keys(members).find((member) => !isSessionField(member) && member !== 'players');
  if (unknown !== undefined) {
    const allowed = [...sessionFields, 'players', 'matches'].join(', ');
    throw fileFault('file.unknown_member', { name, member: unknown, allowed });
  }
  const { players = [], ...session } = members;
  if (!Array.isArray(players)) throw fileFault('file.member_not_a_list', { name, member: 'players' });
  return { session, players: new Map(players.map((entry, index) => readPlayer(entry, index + 1, name))) };
}

function readPlayer(entry: unknown, number: number, name: string): [string, PlayerProfile] {
  const refuse = (fault: 'not_an_object' | 'no_username' | 'unknown' | 'not_a_text', field = ''): never => {
    throw fileFault('file.player_entry', { name, entry: number, fault, field });
  };
  if (!isObject(entry)) return refuse('not_an_object');
  const { username, ...profile } = entry;
  if (typeof username !== 'string' || !isUsername(username)) return refuse('no_username');
  for (const [field, value] of Object.entries(profile)) {
    if (!PROFILE_FIELDS.some((known) => known === field)) refuse('unknown', field);
    if (value !== null && typeof value !== 'string') refuse('not_a_text', field);
  }
  const texts = Object.entries(profile).filter(([, value]) => value !== null);
  return [canonicalUsername(username), Object.fromEntries(texts)];
}
