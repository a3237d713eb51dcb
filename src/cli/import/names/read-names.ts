/** Turns the names in a row into usernames. */
import { playerColumns } from '../columns.ts';
import type { RowFault } from '../faults.ts';
import type { PlayerReader } from '../participants.ts';
import { nameKey } from './name-forms.ts';
import type { Candidate, Meaning, People } from './people.ts';

/** At most this many people are named to choose from. */
const CANDIDATES_SHOWN_MAX = 4;

/**
 * Reads players by the meanings of their names. A row has the usernames of new players before it is known whether these are free:
 * the registrar may give them others.
 * @param isKnownUsername whether a text is the username of someone known; such a text is no name
 * @param registers whether new players are registered
 */
export function nameReader(
  people: People,
  isKnownUsername: (text: string) => boolean,
  registers: boolean,
): PlayerReader {
  return (players) => {
    const faults: RowFault[] = [];
    const usernames = players.map((text, place) => {
      if (isKnownUsername(text)) return text;
      const meaning = people.meaningOf(nameKey(text));
      const fault = faultOf(text, meaning, registers);
      if (fault !== null) faults.push({ ...fault, detail: `${playerColumns[place]}: ${fault.detail}` });
      return meaning === undefined || meaning.kind === 'unclear' ? '' : meaning.username;
    });
    // References are made from names, so that they stay the same when a name is settled otherwise or a username was taken.
    const identities = players.map((text) => (isKnownUsername(text) ? text : nameKey(text)));
    return { usernames, identities, faults };
  };
}

function faultOf(text: string, meaning: Meaning | undefined, registers: boolean): RowFault | null {
  if (text === '') return { group: 'player', detail: 'the row names no player' };
  if (meaning === undefined) return { group: 'player', detail: `“${text}” is no name` };
  if (meaning.kind === 'unclear') return { group: 'unclear', detail: `“${text}”: ${unclearText(meaning)}` };
  if (meaning.kind === 'new' && !registers) return { group: 'stranger', detail: `“${text}” is none of your people` };
  return null;
}

/** Why a name is unclear, and whom it may mean. */
export function unclearText({ why, candidates }: Extract<Meaning, { kind: 'unclear' }>): string {
  if (candidates.length === 0) return why;
  const shown = candidates.slice(0, CANDIDATES_SHOWN_MAX).map(candidateText);
  const more = candidates.length > shown.length ? ` or ${candidates.length - shown.length} more` : '';
  return `${why}: ${shown.join(' or ')}${more}`;
}

const candidateText = ({ username, displayName }: Candidate): string =>
  username === null ? `${displayName} of this file` : `${username} (${displayName})`;
