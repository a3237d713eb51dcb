/** Pasted names as a person checks them: which are players, and who they are. */
import { groupBy } from '@bandeja/importer';
import type { Draft } from './draft.ts';
import type { NamedPlayer, Person } from './named-players.ts';

/** The choice for a name is a username, or one of these. */
export const NEW = '+';
export const OPEN = '';

export interface PastedRow extends NamedPlayer {
  readonly key: number;
  /** The edited name. */
  readonly text: string;
  readonly isTaken: boolean;
  readonly choice: string;
}

const choiceOf = ({ exact, namesake, candidates }: NamedPlayer): string =>
  (exact ?? namesake)?.username ?? (candidates.length === 0 ? NEW : OPEN);

export const rowOf = (one: NamedPlayer, key: number): PastedRow => ({
  ...one,
  key,
  text: one.name,
  isTaken: one.isLikely || one.exact !== null,
  choice: choiceOf(one),
});

export const isEdited = ({ text, name }: PastedRow): boolean => text.trim() !== name;

/** The rows of the players that were pasted as pairs, such as “Ana y Bea”. */
export function pairsOf(players: ReadonlyMap<PastedRow, Person>): Person[][] {
  const byPair = groupBy(players, ([{ pair }]) => pair);
  byPair.delete(null);
  return [...byPair.values()].filter(({ length }) => length === 2).map((pair) => pair.map(([, player]) => player));
}

export const arrivalsOf = (players: ReadonlyMap<PastedRow, Person>): Draft['arrivals'] =>
  Object.fromEntries(
    [...players].flatMap(([{ fromRound }, { username }]) => (fromRound === null ? [] : [[username, fromRound]])),
  );
