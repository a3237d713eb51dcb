/**
 * Players by the words of their names, in the order of names.
 *
 * A word that many have is found by walking the index of names until enough have it; one that few have by the index of words.
 * Which of the two it is shows when the walk has come to {@link WALK_MAX} players.
 */
import { type Queryable, type Statement, statement, type Transaction } from '../engine/database.ts';
import { LISTED_COLUMNS } from './player-columns.ts';
import type { FoundPlayer } from './player-search.ts';
import { visibleTo } from './visibility.ts';

/** A place in a list by name. */
export interface NameKey {
  readonly sort_name: string;
  readonly username: string;
}

/** A player in a list by name. */
export type Person = FoundPlayer & NameKey & { readonly is_own: boolean };

/** What is asked of one part of a list. */
export interface PeopleRequest {
  readonly partnerId: string;
  /** A `tsquery`; null asks for all. */
  readonly words: string | null;
  /** Only players after this place. */
  readonly after: NameKey | null;
  readonly limit: number;
}

type Found = NameKey & { readonly id: string };

/** Some milliseconds. */
const WALK_MAX = 4_000;

// In all statements: $1 and $2 the place, $3 the partner, $4 the limit, $5 the words.
const AFTER = '(p.sort_name, p.username) > ($1::text, $2::text)';
const IN_ORDER = 'order by sort_name, username limit $4::integer';
const HAS_WORDS = 'p.name_words @@ $5::tsquery';
const KEY = 'p.id, p.sort_name, p.username';
const CREATED = 'p.creator_partner_id = $3';
/** The rest of those whom the partner may see. */
const STRANGER = `p.profile_is_public and p.creator_partner_id <> $3 and not exists (
  select from roster_members m where m.player_id = p.id and m.partner_id = $3)`;

/** The limit stands in the text, since the plan depends on it. */
const walked = (columns: string, rows: string): string => `select ${columns} from players p
  where ${rows} and ${AFTER} order by p.sort_name, p.username limit ${WALK_MAX}`;
/** Ends when it has enough. */
const walkOver = (rows: string, among: string): string =>
  `select ${KEY} from (${walked('p.*', rows)}) p where ${among} and ${HAS_WORDS} ${IN_ORDER}`;
const countOver = (rows: string): string => `select count(*)::integer as walked from (${walked('', rows)}) p`;
/** Materialized, or the planner may take the index of names nevertheless and walk over all there are. */
const allOf = (rows: string): string =>
  `with found as materialized (select ${KEY} from players p where ${HAS_WORDS} and ${rows} and ${AFTER})
   select id, sort_name, username from found ${IN_ORDER}`;

const listCreated = statement(
  'people_created',
  `select ${KEY} from players p where ${CREATED} and ${AFTER} ${IN_ORDER}`,
);
const walkCreated = statement('people_walk_created', walkOver(CREATED, 'true'));
const countCreated = statement('people_count_created', countOver(CREATED));
const allCreated = statement('people_all_created', allOf(CREATED));
const walkPublic = statement('people_walk_public', walkOver('p.profile_is_public', STRANGER));
const countPublic = statement('people_count_public', countOver('p.profile_is_public'));
const allPublic = statement('people_all_public', allOf(STRANGER));

/** What `bench:people` has the plans shown of. */
export const peopleStatements = { walkPublic, allPublic, walkCreated, allCreated } as const;

// With a limit, for the reason of `MEMBERS`.
const guests = statement(
  'people_guests',
  `select distinct ${KEY} from roster_members m
   cross join lateral (select * from players where id = m.player_id limit 1) p
   where m.partner_id = $3 and m.is_guest and ($5::text is null or ${HAS_WORDS}) and ${AFTER} ${IN_ORDER}`,
);
const members = statement(
  'people_members',
  `select ${KEY} from roster_members m
   cross join lateral (select * from players where id = m.player_id limit 1) p
   where m.partner_id = $3 and m.slug = $6 and ($5::text is null or ${HAS_WORDS}) and ${AFTER} ${IN_ORDER}`,
);

const details = statement(
  'people_details',
  `select ${LISTED_COLUMNS}, p.country_code, p.profile_is_public, p.sort_name
   from unnest($2::uuid[]) with ordinality as asked(id, n)
   cross join lateral (select * from players where id = asked.id limit 1) p
   join player_ratings r on r.player_id = p.id
   where ${visibleTo('p', '$1')} order by asked.n`,
);

/** The partner's own people, who are those that it created and those on its rosters. */
export async function readOwnPeople(snapshot: Transaction, request: PeopleRequest): Promise<Person[]> {
  const [created, invited] = await Promise.all([
    request.words === null
      ? snapshot.query<Found>(listCreated, placeValues(request))
      : findAlong(snapshot, { walk: walkCreated, all: allCreated }, request, () =>
          snapshot.query<Walked>(countCreated, placeValues(request).slice(0, 3)),
        ),
    snapshot.query<Found>(guests, [...placeValues(request), request.words]),
  ]);
  const found = [...created, ...invited].sort(byName).slice(0, request.limit);
  return detailsOf(snapshot, request.partnerId, found, true);
}

/** The members of one of its rosters. */
export async function readMemberPeople(
  snapshot: Transaction,
  request: PeopleRequest & { readonly slug: string },
): Promise<Person[]> {
  const found = await snapshot.query<Found>(members, [...placeValues(request), request.words, request.slug]);
  return detailsOf(snapshot, request.partnerId, found, true);
}

/** The players with the words whom it may see without them being its own. */
export async function readOtherPeople(
  snapshot: Transaction,
  request: PeopleRequest & { readonly words: string },
): Promise<Person[]> {
  const found = await findAlong(snapshot, { walk: walkPublic, all: allPublic }, request, () =>
    snapshot.query<Walked>(countPublic, placeValues(request).slice(0, 2)),
  );
  return detailsOf(snapshot, request.partnerId, found, false);
}

interface Walked {
  readonly walked: number;
}

async function findAlong(
  snapshot: Transaction,
  { walk, all }: { readonly walk: Statement; readonly all: Statement },
  request: PeopleRequest,
  count: () => Promise<Walked[]>,
): Promise<Found[]> {
  const values = [...placeValues(request), request.words];
  const found = await snapshot.query<Found>(walk, values);
  if (found.length === request.limit) return found;
  const [seen] = await count();
  return seen?.walked === WALK_MAX ? snapshot.query<Found>(all, values) : found;
}

const placeValues = ({ partnerId, after, limit }: PeopleRequest) => [
  after?.sort_name ?? '',
  after?.username ?? '',
  partnerId,
  limit,
];

async function detailsOf(
  database: Queryable,
  partnerId: string,
  found: readonly Found[],
  is_own: boolean,
): Promise<Person[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const people = await database.query<FoundPlayer & NameKey>(details, [partnerId, ids]);
  return people.map((person) => ({ ...person, is_own }));
}

/** The order of the collation "C", which is that of UTF-8. */
function byName(a: NameKey, b: NameKey): number {
  return Buffer.compare(Buffer.from(a.sort_name), Buffer.from(b.sort_name)) || (a.username < b.username ? -1 : 1);
}
