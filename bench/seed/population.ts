/** Who plays in a seeded database: partners, each with its players. The same on every run. */
import { createHash } from 'node:crypto';

/** How large a database to make. */
export interface SeedSize {
  readonly matches: number;
  readonly players: number;
  readonly partners: number;
  /** The matches are spread over this many days, up to the present. */
  readonly days: number;
}

export interface Population {
  readonly partnerIds: readonly string[];
  readonly keyIds: readonly string[];
  readonly playerIds: readonly string[];
  readonly size: SeedSize;
}

/** An id that is the same on every run for the same text. */
export function seededId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function populationOf(size: SeedSize): Population {
  const ids = (kind: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => seededId(`${kind} ${index}`));
  return {
    partnerIds: ids('partner', size.partners),
    keyIds: ids('key', size.partners),
    playerIds: ids('player', size.players),
    size,
  };
}

/** A player's username; neighbours in number belong to the same partner. */
export const usernameOf = (player: number): string => `player-${String(player).padStart(7, '0')}`;

/** The partner that a player belongs to, by index. */
export const partnerOf = ({ size }: Population, player: number): number =>
  Math.min(size.partners - 1, Math.floor((player * size.partners) / size.players));

/** The ids of all players that every partner may submit: one in four is private, see fill.ts. */
export const publicPlayersOf = ({ playerIds }: Population): string[] => playerIds.filter((_, index) => index % 4 !== 3);
