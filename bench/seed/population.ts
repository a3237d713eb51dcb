/** Partners and players of a seeded database; the same on every run. */
import { createHash } from 'node:crypto';
import { REST_BYTES, timeOrderedUuid } from '@bandeja/service/runtime/time-ordered-uuid';

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

/** All players registered between these two times, ms, long before the history begins. Ids contain the time of registration. */
export const FIRST_COME_AT = Date.UTC(2020, 0, 1);
const LAST_COME_AT = Date.UTC(2021, 0, 1);
/** The share of players whom a club registers when it joins. */
const BROUGHT_IN = 0.5;
/** How long a club takes to register them, ms. */
const IMPORT_MS = 3_600_000;

/** 32 pseudo-random bytes that depend only on the text. */
const chanceOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A number from 0 to 1 made of four of these bytes. */
const shareAt = (chance: Buffer, place: number): number => chance.readUInt32BE(place) / 2 ** 32;

const seededId = (text: string): string => timeOrderedUuid(8, FIRST_COME_AT, chanceOf(text).subarray(0, REST_BYTES));

/** When a player was registered, ms. */
function registeredAt(chance: Buffer, clubBeganAt: number): number {
  const span = shareAt(chance, REST_BYTES) < BROUGHT_IN ? IMPORT_MS : LAST_COME_AT - clubBeganAt;
  return clubBeganAt + Math.floor(shareAt(chance, REST_BYTES + 4) * span);
}

export function populationOf(size: SeedSize): Population {
  const list = <T>(count: number, of: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => of(index));
  const clubsBeganAt = list(size.partners, (partner) => {
    const share = shareAt(chanceOf(`club ${partner}`), 0);
    return FIRST_COME_AT + Math.floor(share * (LAST_COME_AT - FIRST_COME_AT));
  });
  return {
    partnerIds: list(size.partners, (partner) => seededId(`partner ${partner}`)),
    keyIds: list(size.partners, (partner) => seededId(`key ${partner}`)),
    playerIds: list(size.players, (player) => {
      const chance = chanceOf(`player ${player}`);
      const at = registeredAt(chance, clubsBeganAt[partnerOf(size, player)] ?? FIRST_COME_AT);
      return timeOrderedUuid(7, at, chance.subarray(0, REST_BYTES));
    }),
    size,
  };
}

/** Players with their indexes, in order of registration, which is the order of their rows in the tables. */
export const inOrderOfIds = (playerIds: readonly string[]): (readonly [number, string])[] =>
  [...playerIds.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1));

/** When a player was registered, ms. */
export const registrationOf = (playerId: string): number =>
  Number.parseInt(playerId.slice(0, 8) + playerId.slice(9, 13), 16);

/** A player's username; neighbours in number belong to the same partner. */
export const usernameOf = (player: number): string => `player-${String(player).padStart(7, '0')}`;

/** The partner that a player belongs to, by index. */
export const partnerOf = ({ partners, players }: SeedSize, player: number): number =>
  Math.min(partners - 1, Math.floor((player * partners) / players));
