/** The night that this tab sets up. A reload loses nothing. */
import { clubZone } from '../../club.ts';
import { courtName, nameOfIn } from '../../results/court.ts';
import { type Club, type Draft, EMPTY } from './draft.ts';
import type { Person } from './named-players.ts';

const storedName = (ref: string): string => `bandeja.night.${ref}`;

export function readDraft(ref: string): Draft | null {
  const stored = sessionStorage.getItem(storedName(ref));
  return stored === null ? null : { ...EMPTY, ...(JSON.parse(stored) as Partial<Draft>) };
}

export function storeDraft(ref: string, draft: Draft | null): void {
  if (draft === null) sessionStorage.removeItem(storedName(ref));
  else sessionStorage.setItem(storedName(ref), JSON.stringify(draft));
}

export const clubNow = (): Club => ({ zone: clubZone(), courtName: (court) => courtName({ court, name: null }) });

/** The names of tonight's players: equal ones have the numbers that they get in the night. */
export function namesOf(players: readonly Person[]): (player: Person) => string {
  const nameOf = nameOfIn({ players: players.map((one, index) => ({ ...one, number: index + 1 })) });
  return (player) => nameOf(players.indexOf(player) + 1);
}
