/** The player that a phone belongs to, for each link: chosen once, kept on the phone, never sent. */
import type { Api } from '@bandeja/client';
import { useState } from 'react';

interface Kept {
  readonly number: number;
  readonly name: string;
}

const storedAs = (night: string): string => `bandeja.own-player.${night}`;

function readKept(night: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(storedAs(night)) ?? 'null') as Kept | null;
  } catch {
    // A private window, or a value of another program.
    return null;
  }
}

const firstWord = (name: string | undefined): string | undefined => name?.split(' ')[0];

/** A phone without access to the night keeps no name of a player. */
export function forgetOwnPlayer(night: string): void {
  try {
    localStorage.removeItem(storedAs(night));
  } catch {
    // Nothing is stored where the browser refuses access.
  }
}

export interface OwnPlayer {
  /** Null until the person has chosen. */
  readonly number: number | null;
  readonly choose: (number: number | null) => void;
}

/** @param night the name of the link in the storage of this phone */
export function useOwnPlayer(night: string, players: Api.Night['players']): OwnPlayer {
  const [kept, setKept] = useState(() => readKept(night));
  const nameOf = (number: number | null) => players.find((one) => one.number === number)?.display_name;
  function choose(number: number | null): void {
    const chosen = number === null ? null : { number, name: nameOf(number) ?? '' };
    setKept(chosen);
    try {
      if (chosen === null) localStorage.removeItem(storedAs(night));
      else localStorage.setItem(storedAs(night), JSON.stringify(chosen));
    } catch {
      // Then it is chosen until the page is loaded again.
    }
  }
  // The organizer may have put somebody else in this place. A namesake who arrives makes the name longer.
  const isSame = kept !== null && firstWord(nameOf(kept.number)) === firstWord(kept.name);
  const number = isSame ? kept.number : null;
  return { number, choose };
}
