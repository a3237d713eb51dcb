import { wrongUse } from '../exit.ts';
import { isObject, listOf } from '../json-value.ts';
import type { MemberPiece } from './json-scanner.ts';
import { isUsername } from './username.ts';

/** What a file says about a player, for registration. */
export interface PlayerProfile {
  readonly display_name?: string;
  readonly country_code?: string;
}

/** What a file says beside its matches. */
export interface Envelope {
  /** Fields that hold for every match without its own, by their names in the API. */
  readonly session: Readonly<Record<string, unknown>>;
  /** Lower-case username → profile. */
  readonly players: ReadonlyMap<string, PlayerProfile>;
}

export const emptyEnvelope: Envelope = { session: {}, players: new Map() };

const SESSION_FIELDS = ['session_external_ref', 'venue_label', 'competition_type'];
const PROFILE_FIELDS = ['display_name', 'country_code'] as const;

/**
 * Gathers the members beside the matches.
 * @throws {CommandFailure} for a member that means nothing here, since a misspelt one would be lost without a word.
 */
export function readEnvelope(pieces: readonly MemberPiece[], name: string): Envelope {
  const session: Record<string, unknown> = {};
  const players = new Map<string, PlayerProfile>();
  for (const piece of pieces) {
    const where = `${name}, line ${piece.line}`;
    if (SESSION_FIELDS.includes(piece.name)) session[piece.name] = piece.value;
    else if (piece.name === 'players') readPlayers(piece.value, where, players);
    else if (piece.name === 'matches') throw wrongUse(`${where}: “matches” is a list.`);
    else {
      const known = [...SESSION_FIELDS, 'players', 'matches'].join(', ');
      throw wrongUse(`${where}: “${piece.name}” means nothing here. Beside the matches there may be: ${known}.`);
    }
  }
  return { session, players };
}

function readPlayers(value: unknown, where: string, players: Map<string, PlayerProfile>): void {
  if (!Array.isArray(value)) throw wrongUse(`${where}: “players” is a list.`);
  for (const [index, entry] of listOf(value).entries()) {
    const fault = readPlayer(entry, players);
    if (fault !== null) throw wrongUse(`${where}: entry ${index + 1} of “players” ${fault}.`);
  }
}

/** Adds a player, or says what is wrong with the entry. */
function readPlayer(entry: unknown, players: Map<string, PlayerProfile>): string | null {
  if (!isObject(entry)) return 'is no object';
  const { username, ...profile } = entry;
  if (typeof username !== 'string' || !isUsername(username.toLowerCase())) return 'has no valid username';
  for (const [name, value] of Object.entries(profile)) {
    if (!PROFILE_FIELDS.some((field) => field === name)) return `has “${name}”, which is none of its fields`;
    if (value !== null && typeof value !== 'string') return `has a ${name} that is no text`;
  }
  const texts = Object.entries(profile).filter(([, value]) => value !== null);
  players.set(username.toLowerCase(), Object.fromEntries(texts));
  return null;
}
