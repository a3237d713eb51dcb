/** Players by the words of their names, in the order of names. */
import { type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { externalIdsOf } from './external-ids-store.ts';
import { LISTED_COLUMNS } from './listed-players-store.ts';
import {
  byName,
  findAlongNames,
  lookUpWords,
  type NameKey,
  patternsOf,
  type Search,
  START,
  type Ways,
  walkAlong,
} from './name-search-store.ts';
import type { FoundPlayer } from './player-search-store.ts';
import { STARTING_LEVEL } from './store.ts';
import { visibleTo } from './visibility-store.ts';

/** A player in a list by name. */
export type Person = FoundPlayer & NameKey & { readonly is_own: boolean };

/** An entry of a list by name, before its details are read. */
export type FoundPerson = NameKey & { readonly is_own: boolean };

/** The filter of one part of a list. */
export interface PeopleRequest extends Search {
  /** Only members of this roster of the partner; null for all. */
  readonly roster: string | null;
}

/** For a roster with more members than this, the partner's people are filtered by membership. For a smaller one, its members are filtered by name. */
const MEMBERS_MAX = 5_000;

const CREATED = 'p.creator_partner_id = $3';
const MEMBER = `($7::text is null or (
  select true from roster_members m where m.partner_id = $3 and m.slug = $7 and m.player_id = p.id limit 1))`;
/** The other visible players: public and on none of the partner's rosters. Without the limit, all members may be read. */
const STRANGER = `p.profile_is_public and p.creator_partner_id <> $3 and $7::text is null and (
  select true from roster_members m where m.player_id = p.id and m.partner_id = $3 limit 1) is null`;

const waysToCreated: Ways = {
  walk: statement('people_walk_created', walkAlong(CREATED, MEMBER)),
  lookUp: statement('people_look_up_created', lookUpWords(`${CREATED} and ${MEMBER}`)),
};
const waysToStrangers: Ways = {
  walk: statement('people_walk_strangers', walkAlong('p.profile_is_public', STRANGER)),
  lookUp: statement('people_look_up_strangers', lookUpWords(STRANGER)),
};

const listCreated = statement(
  'people_created',
  `select p.id, p.sort_name, p.username from players p where ${CREATED} and (p.sort_name, p.username, p.id) > ($1::text, $2::text, $5::uuid)
   order by p.sort_name, p.username, p.id limit $4::integer`,
);

// Without the limit, the planner may read all players.
const members = (which: string): string => `select distinct p.id, p.sort_name, p.username from roster_members m
  cross join lateral (select * from players where id = m.player_id limit 1) p
  where m.partner_id = $3 and ${which} and p.name_words like all ($5::text[])
    and (p.sort_name, p.username, p.id) > ($1::text, $2::text, $7::uuid)
  order by p.sort_name, p.username, p.id limit $4::integer`;
const guests = statement('people_guests', members('m.is_guest and ($6::text is null or m.slug = $6)'));
const membersOf = statement('people_members', members('m.slug = $6'));

const roster = statement('people_roster', 'select slug from rosters where partner_id = $1 and slug = $2');

const countMembers = statement(
  'people_count_members',
  `select count(*)::integer as count from (
     select from roster_members where partner_id = $1 and slug = $2 limit ${MEMBERS_MAX + 1}) m`,
);

const details = statement(
  'people_details',
  `select ${LISTED_COLUMNS}, ${STARTING_LEVEL}, p.country_code, p.profile_is_public, p.sort_name, ${externalIdsOf('p', '$1')}
   from unnest($2::uuid[]) with ordinality as asked(id, n)
   cross join lateral (select * from players where id = asked.id limit 1) p
   join player_ratings r on r.player_id = p.id
   where ${visibleTo('p', '$1')} order by asked.n`,
);

/** Whether the partner has such a roster. */
export async function hasRoster(snapshot: Transaction, partnerId: string, slug: string): Promise<boolean> {
  return (await snapshot.query(roster, [partnerId, slug])).length > 0;
}

/** The partner's own people: the players that it created and those on its rosters. */
export async function findOwnPeople(snapshot: Transaction, request: PeopleRequest): Promise<FoundPerson[]> {
  if (request.roster !== null && (await isSmall(snapshot, request.partnerId, request.roster))) {
    return asOwn(await snapshot.query<NameKey>(membersOf, memberValues(request)));
  }
  const [created, invited] = await Promise.all([
    findCreated(snapshot, request),
    snapshot.query<NameKey>(guests, memberValues(request)),
  ]);
  return asOwn([...created, ...invited].sort(byName).slice(0, request.limit));
}

/** The visible players with the words that are not the partner's own people. */
export async function findOtherPeople(snapshot: Transaction, search: Search): Promise<FoundPerson[]> {
  const found = await findAlongNames(snapshot, waysToStrangers, search);
  return found.map((person) => ({ ...person, is_own: false }));
}

/** The details of the people that the partner may see. */
export async function readPeople(
  database: Queryable,
  partnerId: string,
  found: readonly FoundPerson[],
): Promise<Person[]> {
  if (found.length === 0) return [];
  const isOwn = new Map(found.map(({ id, is_own }) => [id, is_own]));
  const people = await database.query<FoundPlayer & NameKey>(details, [partnerId, [...isOwn.keys()]]);
  return people.map((person) => ({ ...person, is_own: isOwn.get(person.id) ?? false }));
}

function findCreated(snapshot: Transaction, request: PeopleRequest): Promise<NameKey[]> {
  const { partnerId, words, after, limit, roster } = request;
  if (words.length > 0 || roster !== null) return findAlongNames(snapshot, waysToCreated, request, roster);
  const { sort_name, username, id } = after ?? START;
  return snapshot.query<NameKey>(listCreated, [sort_name, username, partnerId, limit, id]);
}

async function isSmall(snapshot: Transaction, partnerId: string, roster: string): Promise<boolean> {
  const [counted] = await snapshot.query<{ count: number }>(countMembers, [partnerId, roster]);
  return counted === undefined || counted.count <= MEMBERS_MAX;
}

const memberValues = ({ after, partnerId, limit, words, roster }: PeopleRequest) => {
  const { sort_name, username, id } = after ?? START;
  return [sort_name, username, partnerId, limit, patternsOf(words), roster, id];
};

const asOwn = (found: readonly NameKey[]): FoundPerson[] => found.map((person) => ({ ...person, is_own: true }));
