/** Fills an empty, migrated database with players who have names as people have them, with partners of every size and their rosters. */
import { createHash, randomUUID } from 'node:crypto';
import { nameColumns } from '@bandeja/service/players/name-words';
import { REST_BYTES, timeOrderedUuid } from '@bandeja/service/runtime/time-ordered-uuid';
import { seeded } from '@bandeja/service/test/support/seeded';
import type pg from 'pg';
import { CopyStream } from '../seed/copy.ts';
import { personName, usernameOf } from './names.ts';

/** How many people of their own the partners have who ask in the bench, for each player of all; the rest have as many as each other. */
const SHARES = { 'Club 0': 1e-6, 'Club 1': 1e-4, 'Club 2': 3e-3, 'Club 3': 3e-2 } as const;
const OTHERS = 2_000;
const PRIVATE = 0.25;
const FIRST_AT = Date.UTC(2022, 0, 1);
const MS_A_PLAYER = 10_000;
/** Guests of a partner: one for so many of its own. */
const OWN_A_GUEST = 20;

/** @returns the partners that ask, by name */
export async function seedPeople(client: pg.Client, players: number): Promise<void> {
  const random = seeded(7);
  const names = [...Object.keys(SHARES), ...Array.from({ length: OTHERS }, (_, index) => `Club ${index + 4}`)];
  const partners = names.map((name) => ({ name, id: randomUUID() }));
  const at = new Date(FIRST_AT).toISOString();
  const intoPartners = new CopyStream(client, 'partners', ['id', 'name', 'plan', 'created_at']);
  for (const { id, name } of partners) await intoPartners.write([id, name, 'pro', at]);
  await intoPartners.end();
  const columns = ['id', 'username', 'display_name', 'profile_is_public', 'creator_partner_id', 'created_at'];
  const into = new CopyStream(client, 'players', [...columns, 'sort_name', 'name_words']);
  for (let index = 0; index < players; index += 1) {
    const name = personName(random);
    const player = { display_name: name, username: usernameOf(name, index, random) };
    const { sort_name, name_words } = nameColumns(player);
    const isPublic = random() < PRIVATE ? 'f' : 't';
    const creator = partners[creatorOf(random(), random(), players)]?.id ?? '';
    const createdAt = FIRST_AT + index * MS_A_PLAYER;
    const id = timeOrderedUuid(7, createdAt, createHash('md5').update(`${index}`).digest().subarray(0, REST_BYTES));
    const seenAt = new Date(createdAt).toISOString();
    await into.write([id, player.username, name, isPublic, creator, seenAt, sort_name, name_words]);
  }
  await into.end();
}

function creatorOf(share: number, other: number, players: number): number {
  let rest = share;
  for (const [index, of] of Object.values(SHARES).entries()) {
    rest -= Math.max(of, 10 / players);
    if (rest < 0) return index;
  }
  return 4 + Math.floor(other * OTHERS);
}

/** Ratings as after some matches for three in five, and rosters: all own people of the partners that ask, and guests. */
export const ASKING = Object.keys(SHARES);

export const FILL_RATINGS = `insert into player_ratings (player_id, mean, variance, shown, last_played_at, matches_played, last_match_id,
    model_version)
  select id, mean, case when played > 0 then 4 * power(0.93, least(played, 60)) + 0.3 end, mean - 1, at, played,
    case when played > 0 then id end, case when played > 0 then 'pair-2' end
  from (select id, played, case when played > 0 then 2.2 * (random() + random() + random() - 1.5) end as mean,
      case when played > 0 then now() - interval '700 days' * random() end as at
    from (select id, case when random() < 0.6 then ceil(3 / (random() + 0.02))::integer else 0 end as played from players) p) p`;

export const FILL_ROSTERS = `
  insert into rosters (partner_id, slug, created_at)
    select p.id, slug, now() from partners p cross join (values ('members'), ('ladder'), ('guests')) s(slug)
    where p.name in ('Club 0', 'Club 1', 'Club 2', 'Club 3');
  insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
    select creator_partner_id, 'members', p.id, now(), false from players p join partners c on c.id = p.creator_partner_id
    where c.name in ('Club 0', 'Club 1', 'Club 2', 'Club 3');
  insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
    select partner_id, 'ladder', player_id, now(), false from (
      select m.*, row_number() over (partition by partner_id order by md5(player_id::text)) as n from roster_members m) m
    where n <= 200;
  insert into roster_members (partner_id, slug, player_id, added_at, is_guest)
    select c.id, 'guests', p.id, now(), true from partners c
    join lateral (select count(*) / ${OWN_A_GUEST} as guests from players o where o.creator_partner_id = c.id) o on true
    join lateral (select id, creator_partner_id from players tablesample system (1) repeatable (5) limit o.guests) p
      on p.creator_partner_id <> c.id
    where c.name in ('Club 1', 'Club 2', 'Club 3');`;
