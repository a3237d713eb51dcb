/** Entries of results that the service has not stored, and how they change. Nothing here knows a browser or an address. */
import type { Api } from '@bandeja/client';

/** A court of `live`, of a plan, or of the night of a link. */
export type Court = Api.NightCourt;
export type Team = 'A' | 'B';
export type Sets = Api.NightResult['set_scores'];

export type Outcome = Api.NightResult['outcome'];

/** The result that a person enters for a court. */
export interface ResultEntry {
  readonly set_scores: Sets;
  readonly outcome: Outcome;
  /** Null where the score decides. */
  readonly winning_team: Team | null;
}

/** Why an entry is not stored. */
export type Problem =
  /** Another result is stored. Null: the result that the person saw was removed. */
  | { readonly kind: 'conflict'; readonly theirs: Api.NightResult | null }
  /** The court has other players now. */
  | { readonly kind: 'lineup' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What the service answers to an entry. */
export type Answer = { readonly kind: 'stored'; readonly result: Api.NightResult | null } | Problem;

/** Where an entry belongs: the same owner has one entry for it at most. */
export interface Slot {
  /** The link or the person whose access sends it. */
  readonly owner: string;
  readonly night: string;
  readonly round: number;
  readonly court: Pick<Court, 'court'>;
}

export interface Entry extends Slot {
  /** Another one for each change, so that the answer to an older entry does not remove a newer one. */
  readonly id: string;
  /** Whose entry it is, for other people at this device; null if it is not known. */
  readonly ownerName: string | null;
  /** The court as the person saw it. */
  readonly court: Court;
  /** The names of its players, by number. */
  readonly names: Readonly<Record<number, string>>;
  /** Null removes the result. */
  readonly result: ResultEntry | null;
  /** The revision of the result that the person saw; null if there was none. */
  readonly seen: number | null;
  /** The owner's values that this one replaces before the service answered: it may have stored any of them. */
  readonly earlier: readonly (ResultEntry | null)[];
  /** Why the service refused it; null if it was not answered yet. */
  readonly problem: Problem | null;
}

/** The last part of an entry's way: the result that its court has now. */
export interface Stored extends Slot {
  readonly result: Api.NightResult | null;
}

/** Runs inside one transaction of the storage, and on what the page shows until that is done. */
export type Change = (entries: readonly Entry[]) => readonly Entry[];

export const newId = (): string => Math.random().toString(36).slice(2);

export const isWaiting = ({ problem }: Entry): boolean => problem === null;

export const isSameSlot = (a: Slot, b: Slot): boolean =>
  a.owner === b.owner && a.night === b.night && a.round === b.round && a.court.court === b.court.court;

/** Replaces the entry of the same slot. */
export const put =
  (entry: Entry): Change =>
  (entries) => [...entries.filter((one) => !isSameSlot(one, entry)), entry];

export const drop =
  ({ id }: Entry): Change =>
  (entries) =>
    entries.filter((one) => one.id !== id);

/** Changes an entry unless another one has replaced it. */
export const amend =
  ({ id }: Entry, part: Partial<Pick<Entry, 'seen' | 'problem'>>): Change =>
  (entries) =>
    entries.map((one) => (one.id === id ? { ...one, ...part } : one));

/** The games of a set by team. */
export const gamesOf = (set: Sets[number], team: Team): number => (team === 'A' ? set.team_a_games : set.team_b_games);

/** The winner; null if the score is level. */
export function winnerOf({ set_scores: sets, winning_team: winner }: Omit<ResultEntry, 'outcome'>): Team | null {
  const won = (team: Team, other: Team) => sets.filter((set) => gamesOf(set, team) > gamesOf(set, other)).length;
  const difference = won('A', 'B') - won('B', 'A');
  return winner ?? (difference === 0 ? null : difference > 0 ? 'A' : 'B');
}

/** Whether the service takes both for the same result. */
export function isSameResult(a: ResultEntry | null, b: ResultEntry | null): boolean {
  if (a === null || b === null) return a === b;
  const keyOf = (one: ResultEntry) =>
    JSON.stringify([one.outcome, winnerOf(one), one.set_scores.map((set) => [gamesOf(set, 'A'), gamesOf(set, 'B')])]);
  return keyOf(a) === keyOf(b);
}
