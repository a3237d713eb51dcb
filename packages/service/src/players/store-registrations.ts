import { randomBytes } from 'node:crypto';
import type { RegisteredPlayer, Registration } from '@bandeja/contract/players';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Transaction } from '@bandeja/postgres/database';
import type { Language } from '../reading/messages/languages.ts';
import {
  deleteRosters,
  ensureRosters,
  insertVisibleMembers,
  listSlugsOfPlayers,
  type RosterKey,
} from '../rosters/store.ts';
import { REST_BYTES, timeOrderedUuid } from '../runtime/time-ordered-uuid.ts';
import { type AskedPlayer, insertPlayers, lockVisiblePlayers, type NewPlayer, readVisiblePlayers } from './store.ts';
import { playerView } from './view.ts';

/** A registration that has passed every check that needs no database. */
export interface Registrant {
  readonly partnerId: string;
  /** The language of the response. */
  readonly language: Language;
  readonly registration: Registration;
}

/** The result of a registration. A taken username belongs to a player that the partner may not see. */
export type StoredRegistration =
  | { readonly status: 'created' | 'existing'; readonly player: RegisteredPlayer }
  | { readonly status: 'taken' };

/** A registrant with the canonical username. */
type Named = AskedPlayer & Pick<Registrant, 'registration' | 'language'>;
type Joining = Named & RosterKey;

/**
 * Registers players, or finds those with these usernames, and puts them on their rosters, in three round trips including COMMIT.
 * If two registrations have the same username, the first one creates the player. A registration whose username is taken creates
 * neither a membership nor a roster.
 */
export async function storeRegistrations(
  transaction: Transaction,
  registrants: readonly Registrant[],
  now: number,
): Promise<StoredRegistration[]> {
  const named = registrants.map(({ partnerId, language, registration }) => {
    return { partnerId, language, username: canonicalUsername(registration.username), registration };
  });
  const firsts = [...uniqueBy(named, ({ username }) => username).values()];
  const wished = joining(named);
  // Rosters before players, as in all transactions that lock both.
  const created = wished.length === 0 ? [] : await ensureRosters(transaction, rostersOf(wished), now);
  const [inserted, locked] = await Promise.all([
    insertPlayers(
      transaction,
      firsts.map((one) => newPlayer(one, now)),
    ),
    lockVisiblePlayers(transaction, named),
  ]);
  // A player who was invisible when the locks were taken counts as absent, even if a later statement could see it.
  const seen = named.filter((_, index) => locked.has(index));
  const joined = joining(seen);
  const [rows] = await Promise.all([
    readVisiblePlayers(transaction, seen),
    joined.length > 0 && insertVisibleMembers(transaction, joined, now),
    discardUnused(transaction, created, joined),
  ]);
  const found = seen.flatMap((one, index) => {
    const row = rows[index];
    return row === undefined ? [] : [{ one, row }];
  });
  const asked = found.map(({ one, row }) => ({ partnerId: one.partnerId, playerId: row.id }));
  const slugs = listSlugsOfPlayers(transaction, asked);
  transaction.commitWithLast();
  const rosters = await slugs;
  const players = new Map(
    found.map(({ one, row }, index) => [one, { ...playerView(row, now, one.language), rosters: rosters[index] ?? [] }]),
  );
  const creators = new Set(firsts.filter(({ username }) => inserted.has(username)));
  return named.map((one) => {
    const player = players.get(one);
    if (player === undefined) return { status: 'taken' };
    return { status: creators.has(one) ? 'created' : 'existing', player };
  });
}

function newPlayer({ partnerId, username, registration }: Named, now: number): NewPlayer {
  return {
    id: newPlayerId(now),
    username,
    display_name: registration.display_name ?? username,
    country_code: registration.country_code ?? null,
    profile_is_public: registration.profile_is_public ?? (registration.roster_slug ?? null) === null,
    creator_partner_id: partnerId,
    created_at: now,
  };
}

/** The registrations with a roster. */
function joining(named: readonly Named[]): Joining[] {
  return named.flatMap((one) => {
    const slug = one.registration.roster_slug ?? null;
    return slug === null ? [] : [{ ...one, slug }];
  });
}

const rosterKey = ({ partnerId, slug }: RosterKey): string => `${partnerId} ${slug}`;

const rostersOf = (wished: readonly Joining[]): RosterKey[] => [...uniqueBy(wished, rosterKey).values()];

/** Deletes the rosters that were created for registrations whose usernames are taken. */
async function discardUnused(
  transaction: Transaction,
  created: readonly RosterKey[],
  joined: readonly RosterKey[],
): Promise<void> {
  const used = new Set(joined.map(rosterKey));
  const unused = created.filter((roster) => !used.has(rosterKey(roster)));
  if (unused.length > 0) await deleteRosters(transaction, unused);
}

/** The first of the entries with each key. */
function uniqueBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T> {
  return new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
}

/**
 * The id of a new player: a UUIDv7. The members of a club are registered together and play together, so a recap, a ranking or an
 * analysis reads neighbouring entries of every index that begins with a player.
 * @param now ms since 1970.
 */
export function newPlayerId(now: number): string {
  return timeOrderedUuid(7, now, randomBytes(REST_BYTES));
}
