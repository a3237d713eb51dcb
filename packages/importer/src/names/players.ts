/** The players that a file means, decided before a row is sent. */
import type { Api } from '@bandeja/client';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { columnName } from '../columns/header.ts';
import { playerColumns } from '../columns/names.ts';
import { digestOf } from '../digest.ts';
import { isObject, type PlayerProfile } from '../file/json.ts';
import { type Fault, faultOf, type Misreading, misread } from '../message.ts';
import type { Reading } from '../reading.ts';
import type { Row } from '../rows.ts';
import type { Clash } from './stored-players.ts';

export type PlayersKind = 'names' | 'usernames' | { readonly ids: string };

export type Seat =
  | { readonly username: string }
  /** Someone to be registered, under this username if it is free. */
  | { readonly fresh: string }
  | { readonly fault: Misreading };

/** Reads the texts of rows as players. */
export interface PlayerReader {
  seatOf(text: string): Seat;
  /** What stays the same of a player when a name is settled otherwise: references are derived from it. */
  identityOf(text: string): string;
}

/** The players of a file that may be other people. */
export interface OtherPlayers {
  /** Usernames that their players cannot have. Nothing can be sent. */
  readonly clashes: readonly Clash[];
  /** Players of other partners that the rows mean: username → display name. */
  readonly meant: ReadonlyMap<string, string>;
  /** Those of them that a person must confirm. */
  readonly unconfirmed: ReadonlyMap<string, string>;
}

export const NO_OTHERS: OtherPlayers = { clashes: [], meant: new Map(), unconfirmed: new Map() };

export interface Lineup {
  readonly participants: readonly Participant[];
  /** A name for each player; null for one that only the service knows. */
  readonly persons: readonly (string | null)[];
}

type Participant = Api.ImportMatch['participants'][number];

export class Players {
  readonly others: OtherPlayers;
  readonly #reading: Reading;
  readonly #parts: PlayersParts;
  /** Usernames by their keys. */
  readonly #fresh = new Map<string, string>();

  constructor(reading: Reading, parts: PlayersParts) {
    this.others = parts.others;
    this.#reading = reading;
    this.#parts = parts;
  }

  /** The players of a row, or its faults. */
  lineupOf(row: Row): Lineup | { readonly faults: readonly Fault[] } {
    if (row.participants !== null) return this.#sentLineup(row.participants.sent);
    const seats = row.players.map((text) => (text === '' ? null : this.#parts.reader.seatOf(text)));
    const faults = seats.flatMap((seat, place) => {
      if (seat === null || !('fault' in seat)) return [];
      return [faultOf(seat.fault, [columnName(this.#reading.plan, playerColumns[place] ?? 'team_a_1')])];
    });
    const persons = seats.map((seat) => (seat === null || 'fault' in seat ? null : personOf(seat)));
    const all = [...faults, ...this.#repeated(row.players, persons), ...row.faults];
    if (all.length > 0) return { faults: all };
    const participants = seats.map((seat, place): Participant => {
      const team = place < 2 ? 'A' : 'B';
      if (seat !== null && 'fresh' in seat) return { player: this.#keyOf(seat.fresh), team };
      return { username: seat !== null && 'username' in seat ? seat.username : '', team };
    });
    return { participants, persons };
  }

  /** The players of a row as a derived reference has them. */
  identitiesOf({ players, participants }: Row): readonly unknown[] {
    if (participants === null) return players.map((text) => this.#parts.reader.identityOf(text));
    return sentParticipants(participants.sent).map(({ profile_id: id, username }) => id ?? username);
  }

  /** The players that a batch names by their keys. */
  registrationsFor(rows: readonly Pick<Api.ImportMatch, 'participants'>[]): readonly Api.ImportPlayer[] {
    const keys = rows.flatMap(({ participants }) => sentParticipants(participants).map(({ player }) => player));
    return [...new Set(keys)].flatMap((key) => {
      const username = key === undefined ? undefined : this.#fresh.get(key);
      return key === undefined || username === undefined
        ? []
        : [{ key, username, ...this.#parts.profiles.get(username), mode: this.#parts.mode }];
    });
  }

  /** The name of someone to be registered, by the key; null if the file gives none. */
  nameOf(key: string): string | null {
    return this.#parts.profiles.get(this.#fresh.get(key) ?? '')?.display_name ?? null;
  }

  #keyOf(username: string): string {
    const key = keyOf(username);
    this.#fresh.set(key, username);
    return key;
  }

  #sentLineup(sent: unknown): Lineup {
    const participants = sentParticipants(sent).map((one): Participant => {
      const { username, ...rest } = one;
      const own = typeof username === 'string' && isUsername(username) ? canonicalUsername(username) : null;
      if (own === null || !this.#parts.registers(own)) return one as object as Participant;
      return { ...rest, player: this.#keyOf(own) } as Participant;
    });
    const persons = sentParticipants(sent).map(({ username }) =>
      typeof username === 'string' && isUsername(username) ? canonicalUsername(username) : null,
    );
    return { participants: Array.isArray(sent) ? participants : (sent as readonly Participant[]), persons };
  }

  #repeated(texts: readonly string[], persons: readonly (string | null)[]): readonly Fault[] {
    const identities = texts.map((text) => (text === '' ? '' : this.#parts.reader.identityOf(text)));
    return texts.flatMap((text, place): Fault[] => {
      const [identity = '', person = null] = [identities[place], persons[place]];
      if (identity !== '' && identities.indexOf(identity) < place)
        return [faultOf(misread('fault.twice', { text }).fault)];
      const earlier = person === null ? place : persons.indexOf(person);
      if (earlier === place) return [];
      const username = shownPerson(person ?? '');
      return [faultOf(misread('fault.one_player', { text: texts[earlier] ?? '', other: text, username }).fault)];
    });
  }
}

interface PlayersParts {
  readonly reader: PlayerReader;
  readonly others: OtherPlayers;
  readonly profiles: ReadonlyMap<string, PlayerProfile>;
  readonly mode: 'either' | 'new';
  /** Usernames of matches in the form of the API that are registered if they are missing. */
  readonly registers: (username: string) => boolean;
}

type SentParticipant = Readonly<Record<string, unknown>> & { readonly player?: string; readonly username?: unknown };

const sentParticipants = (sent: unknown): readonly SentParticipant[] =>
  (Array.isArray(sent) ? sent : []).filter(isObject) as readonly SentParticipant[];

const personOf = (seat: { readonly username: string } | { readonly fresh: string }): string =>
  'username' in seat ? seat.username : `+${seat.fresh}`;
const shownPerson = (person: string): string => person.replace(/^\+/, '');

/** The key of someone to be registered: the same in every attempt, and no name. */
export const keyOf = digestOf;
