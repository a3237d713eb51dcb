/** Partners and players of a seeded database. They are the same on every run. */
import { createHash } from 'node:crypto';
import { REST_BYTES, timeOrderedUuid } from '@bandeja/service/runtime/time-ordered-uuid';

export interface SeedSize {
  readonly matches: number;
  readonly players: number;
  readonly partners: number;
  /** The length of the history. */
  readonly days: number;
}

export interface Population {
  readonly partnerIds: readonly string[];
  readonly keyIds: readonly string[];
  readonly playerIds: readonly string[];
  readonly size: SeedSize;
}

/** Players registered between these two times, long before the history starts. Ids contain the time of registration. */
export const FIRST_COME_AT = Date.UTC(2020, 0, 1);
const LAST_COME_AT = Date.UTC(2021, 0, 1);
/** The share of players that a club registers when it joins. */
const BROUGHT_IN = 0.5;
/** The duration of that import. */
const IMPORT_MS = 3_600_000;

/** 32 pseudo-random bytes that depend only on the text. */
const chanceOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A number from 0 to 1 made of four of these bytes. */
const shareAt = (chance: Buffer, offset: number): number => chance.readUInt32BE(offset) / 2 ** 32;

const seededId = (text: string): string => timeOrderedUuid(8, FIRST_COME_AT, chanceOf(text).subarray(0, REST_BYTES));

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

/** Players with their indexes, in order of registration, like the rows of the tables. */
export const inOrderOfIds = (playerIds: readonly string[]): (readonly [number, string])[] =>
  [...playerIds.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1));

/** The time of registration, in ms. */
export const registrationOf = (playerId: string): number =>
  Number.parseInt(playerId.slice(0, 8) + playerId.slice(9, 13), 16);

export const usernameOf = (player: number): string => `player-${String(player).padStart(7, '0')}`;

/** The index of the player's partner. Consecutive players belong to the same partner. */
export const partnerOf = ({ partners, players }: SeedSize, player: number): number =>
  Math.min(partners - 1, Math.floor((player * partners) / players));
