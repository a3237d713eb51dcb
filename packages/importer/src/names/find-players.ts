/** Finds the players that a file means. Nothing is stored. */
import { type Bandeja, BandejaError } from '@bandeja/client';
import { canonicalUsername, isUsername } from '@bandeja/contract/username';
import { message, misread } from '../message.ts';
import type { Reading } from '../reading.ts';
import { isReadable } from '../rows.ts';
import { readAll } from '../send/reads.ts';
import { type Decisions, settledBy } from './decisions.ts';
import { nameKey } from './name-forms.ts';
import { findNamed, type Names } from './names.ts';
import type { SettledName } from './people.ts';
import { isPlaceholder } from './placeholders.ts';
import { NO_OTHERS, type OtherPlayers, type PlayerReader, Players, type PlayersKind, type Seat } from './players.ts';
import { type Clash, readOwnPeople, readPublic } from './stored-players.ts';

export interface FindOptions {
  readonly kind: PlayersKind;
  readonly registers: boolean;
  readonly isPublic?: boolean;
  /** The names that a players file settles, by key. */
  readonly settled?: ReadonlyMap<string, SettledName>;
  readonly decisions?: Decisions;
}

/** What a person chose about the players, kept with an import. */
export type KeptPlayers = Pick<FindOptions, 'kind' | 'registers' | 'decisions'>;

/** The players of a file, and what its names mean; null if it has usernames or ids. */
export interface FoundPlayers {
  readonly players: Players;
  readonly names: Names | null;
}

/** @throws {BandejaError} if the caller may not read players, or the service does not respond */
export async function findPlayers(client: Bandeja, reading: Reading, options: FindOptions): Promise<FoundPlayers> {
  const { kind, registers } = options;
  if (kind === 'names' && reading.plan !== null) {
    const settled = options.settled ?? settledBy(options.decisions ?? {});
    return await findNamed(client, reading, settled, options);
  }
  if (typeof kind === 'object') {
    const reader = await idReader(client, reading, kind.ids);
    const parts = { reader, others: NO_OTHERS, profiles: new Map(), mode: 'new', registers: () => false } as const;
    return { players: new Players(reading, parts), names: null };
  }
  return { players: await findUsernames(client, reading, registers), names: null };
}

/** Takes texts as usernames, in lower case. A name is never guessed to be one. */
async function findUsernames(client: Bandeja, reading: Reading, registers: boolean): Promise<Players> {
  const { own, others } = await lookUp(client, reading);
  const isFresh = (username: string): boolean => registers && !own.has(username) && !others.meant.has(username);
  const reader: PlayerReader = {
    seatOf(text): Seat {
      const username = canonicalUsername(text);
      // A username such as player1 or sam.guest may be on purpose.
      if (isPlaceholder(username) && !/\d|[a-z][._-][a-z]/.test(username))
        return misread('fault.placeholder', { text });
      if (!isUsername(username)) return misread('fault.not_a_username', { text });
      return isFresh(username) ? { fresh: username } : { username };
    },
    identityOf: canonicalUsername,
  };
  const profiles = reading.envelope.players;
  return new Players(reading, { reader, others, profiles, mode: 'either', registers: isFresh });
}

/** Looks up the usernames of the rows that can be sent: a username may be another person's. */
async function lookUp(
  client: Bandeja,
  reading: Reading,
): Promise<{ readonly own: ReadonlyMap<string, string>; readonly others: OtherPlayers }> {
  const given = reading.envelope.players;
  const usernames = [...new Set(reading.rows.filter(isReadable).flatMap(usernamesIn))];
  const named = usernames.filter((username) => given.get(username)?.display_name !== undefined);
  try {
    const people = usernames.length === 0 ? [] : await readOwnPeople(client);
    const own = new Map(people.map(({ username, displayName }) => [username, displayName]));
    const unknown = usernames.filter((username) => !own.has(username));
    const meant = await readPublic(client, unknown);
    const clashes = named.flatMap((username): Clash[] => {
      const name = given.get(username)?.display_name ?? '';
      const stored = own.get(username) ?? meant.get(username);
      // Registered without a name.
      const isNameless = own.has(username) && stored === username;
      if (stored === undefined || nameKey(stored) === nameKey(name) || isNameless) return [];
      const owner = own.has(username) ? 'own' : 'other';
      const text = message('player.other_name', { username, stored, given: name, owner });
      return [{ text, stored, isNew: false }];
    });
    const unconfirmed = new Map([...meant].filter(([username]) => !named.includes(username)));
    return { own, others: { clashes, meant, unconfirmed } };
  } catch (error) {
    // A key that may submit need not be one that may read. Without display names there is nothing to compare.
    if (named.length > 0 || !(error instanceof BandejaError) || error.code !== 'insufficient_scope') throw error;
    return { own: new Map(), others: NO_OTHERS };
  }
}

function usernamesIn({ players, participants }: Reading['rows'][number]): readonly string[] {
  const sent = participants === null || !Array.isArray(participants.sent) ? [] : participants.sent;
  const texts = participants === null ? players : sent.map((one) => (one as { username?: unknown } | null)?.username);
  return texts.flatMap((text) => (typeof text === 'string' && isUsername(text) ? [canonicalUsername(text)] : []));
}

/** Reads texts as a partner's own ids of its players. */
async function idReader(client: Bandeja, { rows }: Reading, kind: string): Promise<PlayerReader> {
  const values = [...new Set(rows.flatMap(({ players }) => players))].filter((text) => text !== '');
  const seats = await readAll(values, (value) => playerOfId(client, kind, value));
  const found = new Map(values.map((value, index) => [value, seats[index]]));
  return {
    seatOf: (text) => found.get(text) ?? misread('fault.unknown_id', { kind, text }),
    identityOf: (text) => text,
  };
}

async function playerOfId(client: Bandeja, kind: string, text: string): Promise<Seat> {
  const { data } = await client.players.list({ external_id: `${kind}:${text}` });
  const [player] = data;
  if (player === undefined) return misread('fault.unknown_id', { kind, text });
  // Rows name players by username, which may mean another player.
  const meant = await client.players.get(player.username);
  if (meant.id === player.id) return { username: player.username };
  const values = { kind, text, name: player.display_name, username: player.username, other: meant.display_name };
  return misread('fault.id_of_another', values);
}
