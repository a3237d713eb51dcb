import type { StartingLevelScale, StartingLevelSource } from '@bandeja/contract/starting-level';
import { batchLookups } from '@bandeja/postgres/batch-lookups';
import { type Queryable, type Statement, statement, type Transaction } from '@bandeja/postgres/database';
import { boolean, nullable, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';
import { playerRatings } from '../history/ratings-store.ts';
import { isPlayerSettling } from '../history/settling-store.ts';
import { uuidForm } from '../validation/validator.ts';
import { externalIdsOf, type WithExternalIds } from './external-ids-store.ts';
import { nameColumns } from './name-words.ts';
import { PERCENTILE } from './percentiles-store.ts';
import { namedPlayer, ofPlayer, visibleTo } from './visibility-store.ts';

/** The columns of a new player. */
export const players = table('players', {
  id: uuid,
  /** Lower case. */
  username: text,
  display_name: text,
  country_code: nullable(text),
  profile_is_public: boolean,
  creator_partner_id: uuid,
  created_at: timestamptz,
  /** See {@link nameColumns}. */
  sort_name: text,
  name_words: text,
});

export interface NewPlayer extends Omit<RowOf<typeof players>, 'sort_name' | 'name_words'> {}

const profile = players.only('id', 'username', 'display_name', 'country_code', 'profile_is_public');
const rating = playerRatings.only('mean', 'variance', 'shown', 'last_played_at', 'matches_played', 'stated_points');

/** A starting level as sent. Its points are in `stated_points`. */
export interface StatedWords {
  readonly value: number;
  readonly scale: StartingLevelScale;
  readonly source: StartingLevelSource;
  /** ms since 1970 */
  readonly stated_at: number;
  /** The partner that registered the player. */
  readonly creator: string;
}

/** A player with the current state of the rating model. Its first four numbers are null until the player has a rated match. */
export interface PlayerRow extends RowOf<typeof profile>, RowOf<typeof rating> {
  /** The starting level as sent. */
  readonly starting_level: StatedWords | null;
  /** Whether a settlement may still change the state. */
  readonly is_settling: boolean;
  /** See `percentiles-store.ts`; meaningless while the player is provisional. */
  readonly percentile: number | null;
}

/** {@link PlayerRow.starting_level}, from `players p` and `player_ratings r`. */
export const STATED_WORDS = `case when r.stated_points is not null then (
    select json_build_object('value', s.value, 'scale', s.scale, 'source', s.source, 'creator', p.creator_partner_id,
      'stated_at', (extract(epoch from s.stated_at) * 1000)::bigint)
    from player_starting_levels s where s.player_id = p.id) end`;
export const STARTING_LEVEL = `${STATED_WORDS} as starting_level`;

/** {@link PlayerRow.is_settling}, from `players p` and `player_ratings r`. */
export const IS_SETTLING = isPlayerSettling('r');

/** The columns of {@link PlayerRow}, of `players p` and `player_ratings r`. */
export const PLAYER_COLUMNS = `${profile.select('p')}, ${rating.select('r')}, ${STARTING_LEVEL},
  ${IS_SETTLING} as is_settling, ${PERCENTILE} as percentile`;

// If several transactions register a username at once, the others wait for the first one, and one of them inserts. Existing players
// are looked up first, because `on conflict` would also wait for a transaction that is changing one. The order of usernames prevents
// deadlocks. A private player is registered beside a public one that the partner has on no roster. Names have no statistics, so that
// without the order and the limit the planner would expect thousands of players with a username, and read all of them.
const insert = statement(
  'players_insert',
  `with inserted as (
     insert into players (${players.select()})
     select n.* from (${players.source()}) n
     where (
         select true from players p where p.username = n.username and (
           p.creator_partner_id = n.creator_partner_id or (p.profile_is_public and n.profile_is_public) or exists (
             select from roster_members m where m.player_id = p.id and m.partner_id = n.creator_partner_id))
         order by p.creator_partner_id limit 1) is null
       and not (n.profile_is_public and exists (
         select from erasures e where e.name_hash = erased_name_hash(n.username) and e.partner_id <> n.creator_partner_id))
     order by n.username collate "C", n.creator_partner_id
     on conflict do nothing
     returning id, username, creator_partner_id
   ),
   rated as (insert into player_ratings (player_id, region) select id, creator_partner_id from inserted),
   logged as (
     insert into event_log (partner_id, position, kind, subject_id)
     select creator_partner_id, (select event_position()), 'player.registered', id from inserted
   )
   select id from inserted`,
);

/**
 * Inserts players without ratings. It skips usernames that mean another player for the partner ({@link namedPlayer}), unless that is a
 * public one on none of its rosters and a private player is added. The username of an erased public player is taken for public players of
 * all partners except its creator.
 * @param added without duplicate usernames of a partner
 * @returns the ids of the inserted players
 */
export async function insertPlayers(transaction: Transaction, added: readonly NewPlayer[]): Promise<Set<string>> {
  const rows = added.map((player) => ({ ...player, ...nameColumns(player) }));
  const inserted = await transaction.query<{ id: string }>(insert, players.values(rows));
  return new Set(inserted.map(({ id }) => id));
}

export const PUBLIC_USERNAME_UNIQUE = 'players_public_username_unique';

/** A player as a partner names it. */
export interface AskedPlayer {
  readonly partnerId: string;
  readonly username: string;
}

/** A player that a registration names. */
export interface RegisteringPlayer extends AskedPlayer {
  /** The id of the player if it is new. */
  readonly newId: string;
}

const lockRegistered = statement(
  'players_lock_registered',
  `select p.id, asked.n::integer as asked
   from unnest($1::uuid[], $2::text[], $3::uuid[]) with ordinality as asked(partner_id, username, new_id, n)
   join players p on p.id = coalesce(
     (select i.id from players i where i.id = asked.new_id),
     (select named.id from ${namedPlayer('p.id', 'asked.partner_id', 'asked.username')} named))
   where ${visibleTo('p', 'asked.partner_id')} order by p.id for share of p`,
);

/**
 * {@link lockVisiblePlayer} for players that this transaction may have inserted. A new player is not looked up by its name: that would take
 * longer if another partner has a private player of this name.
 * @returns the ids of the locked players, by index
 */
export async function lockRegisteredPlayers(
  transaction: Transaction,
  asked: readonly RegisteringPlayer[],
): Promise<Map<number, string>> {
  const values = [
    asked.map(({ partnerId }) => partnerId),
    asked.map(({ username }) => username),
    asked.map(({ newId }) => newId),
  ];
  const locked = await transaction.query<{ asked: number; id: string }>(lockRegistered, values);
  return new Map(locked.map(({ asked: place, id }) => [place - 1, id]));
}

const lockVisible = ofPlayer((named, by) =>
  statement(
    ['players_lock_visible', by].join('_'),
    `select p.id from ${named('p.id', '$1', '$2')} named join players p on p.id = named.id
     where ${visibleTo('p', '$1')} for share of p`,
  ),
);

/**
 * Locks a visible player until the transaction ends, so that it cannot turn private. A transaction that adds a roster membership
 * takes this lock first, and checks visibility again in a later statement, whose snapshot includes every earlier change.
 *
 * It does not wait for a player that the partner may not see: the delay would reveal that the player exists.
 * @returns false if the player is invisible or doesn't exist. Treat it as absent from then on: a later statement could see it, but it
 *   isn't locked.
 */
export async function lockVisiblePlayer(transaction: Transaction, partnerId: string, key: string): Promise<boolean> {
  return (await transaction.query(lockVisible.of(key), [partnerId, key])).length > 0;
}

const visible = ofPlayer((named, by) =>
  statement(
    ['players_visible', by].join('_'),
    `select asked.n::integer as asked, p.creator_partner_id, ${PLAYER_COLUMNS}, ${externalIdsOf('p', 'asked.partner_id')}
     from unnest($1::uuid[], $2::text[]) with ordinality as asked(partner_id, username, n)
     cross join lateral ${named('p.*', 'asked.partner_id', 'asked.username')} p
     join player_ratings r on r.player_id = p.id`,
  ),
);

/** A player with the partner that registered it, and the ids of the partner that reads it. */
export interface VisiblePlayer extends PlayerRow, WithExternalIds {
  readonly creator_partner_id: string;
}

interface AskedKey {
  readonly partnerId: string;
  /** A username or an id. */
  readonly key: string;
}

/** @returns a row for each, in the order given; undefined for one who is invisible or does not exist */
async function readAll(
  database: Queryable,
  which: Statement,
  asked: readonly AskedKey[],
): Promise<(VisiblePlayer | undefined)[]> {
  const values = [asked.map((one) => one.partnerId), asked.map((one) => one.key)];
  const found = await database.query<VisiblePlayer & { readonly asked: number }>(which, values);
  const rows = new Map(found.map((row) => [row.asked, row]));
  return asked.map((_, index) => rows.get(index + 1));
}

/** The players with these ids, as far as the partners may see them. */
export const readVisiblePlayers = (
  database: Queryable,
  asked: readonly { readonly partnerId: string; readonly playerId: string }[],
): Promise<(VisiblePlayer | undefined)[]> =>
  readAll(
    database,
    visible.byId,
    asked.map(({ partnerId, playerId }) => ({ partnerId, key: playerId })),
  );

const lookUpName = batchLookups<AskedKey, VisiblePlayer>((database, asked) => readAll(database, visible.byName, asked));
const lookUpId = batchLookups<AskedKey, VisiblePlayer>((database, asked) => readAll(database, visible.byId, asked));

/** The player with this username or id if the partner may see it; else undefined, as for one that never existed. */
export function readVisiblePlayer(
  database: Queryable,
  partnerId: string,
  key: string,
): Promise<VisiblePlayer | undefined> {
  return (uuidForm.test(key) ? lookUpId : lookUpName)(database, { partnerId, key });
}

/** The cursor of a list by username: the last player of the page. */
export interface UsernameKey {
  readonly username: string;
}

/** New values. For `country_code`, undefined keeps the value and null removes it; for the others, null keeps it. */
export interface PlayerChange {
  readonly display_name: string | null;
  readonly country_code: string | null | undefined;
  readonly profile_is_public: boolean | null;
}

const update = statement(
  'players_update',
  `with updated as (
     update players set
       display_name = coalesce($3, display_name),
       sort_name = case when $3 is null then sort_name else $7 end,
       name_words = case when $3 is null then name_words else $8 end,
       country_code = case when $4 then $5 else country_code end,
       profile_is_public = coalesce($6, profile_is_public),
       version = version + 1
     where username = $2 and creator_partner_id = $1
     returning *
   )
   select ${PLAYER_COLUMNS}, ${externalIdsOf('p', '$1')} from updated p join player_ratings r on r.player_id = p.id`,
);

const reserved = statement(
  'players_reserved_username',
  `select exists (
     select from erasures e where e.name_hash = erased_name_hash($2) and e.partner_id <> $1
   ) as is_reserved`,
);

/** Whether another partner has erased a public player with this username. */
export async function isReservedUsername(database: Queryable, { partnerId, username }: AskedPlayer): Promise<boolean> {
  return (await database.query<{ is_reserved: boolean }>(reserved, [partnerId, username]))[0]?.is_reserved === true;
}

/**
 * Changes a player that the partner created.
 * @returns the changed player, or undefined if there is none
 * @throws {ConstraintViolation} of {@link PUBLIC_USERNAME_UNIQUE} if another public player has the username
 */
export async function updatePlayerRow(
  transaction: Transaction,
  of: { readonly partnerId: string; readonly username: string },
  change: PlayerChange,
): Promise<(PlayerRow & WithExternalIds) | undefined> {
  const names = nameColumns({ display_name: change.display_name ?? '', username: of.username });
  const values = [
    of.partnerId,
    of.username,
    change.display_name,
    change.country_code !== undefined,
    change.country_code ?? null,
    change.profile_is_public,
    names.sort_name,
    names.name_words,
  ];
  return (await transaction.query<PlayerRow & WithExternalIds>(update, values))[0];
}
