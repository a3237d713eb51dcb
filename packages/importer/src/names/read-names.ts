/** Turns the names in a row into usernames. */
import { playerColumns } from '../column-names.ts';
import type { RowFault } from '../faults.ts';
import type { PlayerReader } from '../participants.ts';
import type { Candidate, Meaning, People } from './people.ts';

/** At most this many people are named to choose from. */
const CANDIDATES_SHOWN_MAX = 4;

/**
 * Reads players by the meanings of their names. A row has the usernames of new players before it is known whether these are free:
 * the registrar may give them others.
 * @param isKnownUsername whether a text is the username of someone known; such a text is not a name
 * @param keyOf the key of a name of the file
 * @param registers whether new players are registered
 */
export function nameReader(
  people: People,
  isKnownUsername: (text: string) => boolean,
  keyOf: (text: string) => string,
  registers: boolean,
): PlayerReader {
  return (players) => {
    const faults: RowFault[] = [];
    const usernames = players.map((text, place) => {
      if (isKnownUsername(text)) return text;
      const meaning = people.meaningOf(keyOf(text));
      const fault = faultOf(text, meaning, registers);
      if (fault !== null) faults.push({ ...fault, columns: playerColumns.slice(place, place + 1) });
      return meaning === undefined || meaning.kind === 'unclear' ? '' : meaning.username;
    });
    // References are made from names, so that they stay the same when a name is settled otherwise or a username was taken.
    const identities = players.map((text) => (isKnownUsername(text) ? text : keyOf(text)));
    return { usernames, identities, faults };
  };
}

function faultOf(text: string, meaning: Meaning | undefined, registers: boolean): RowFault | null {
  // The reader has reported the missing player.
  if (text === '') return null;
  if (meaning === undefined) return { group: 'player', detail: `“${text}” is not a name` };
  if (meaning.kind === 'unclear') {
    const group = meaning.doubt === 'placeholder' ? 'placeholder' : 'unclear';
    return { group, detail: `“${text}” ${unclearText(meaning)}` };
  }
  if (meaning.kind === 'new' && !registers)
    return { group: 'unknownPlayer', detail: `“${text}” is not one of your players` };
  return null;
}

/** Describes why a name is unclear, after the name itself. */
export function unclearText({ doubt, candidates }: Pick<Unclear, 'doubt' | 'candidates'>): string {
  const shown = candidates.slice(0, CANDIDATES_SHOWN_MAX).map(candidateText);
  if (candidates.length > shown.length) shown.push(`${candidates.length - shown.length} more`);
  const people = shown.join(' or ');
  switch (doubt) {
    case 'namesakes':
      return `is the name of ${candidates.length} of your players: ${people}`;
    case 'similar':
      return `may be ${people}`;
    case 'username':
      return `may be ${people}, who has the username derived from it`;
    case 'marked':
      return people === '' ? 'has a mark' : `has a mark, and may be ${people}`;
    case 'placeholder':
      return 'is not the name of a person';
  }
}

type Unclear = Extract<Meaning, { kind: 'unclear' }>;

const candidateText = ({ username, displayName }: Candidate): string =>
  username === null ? `${displayName} of this file` : `${username} (${displayName})`;
