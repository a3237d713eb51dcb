/**
 * Finds players by beginnings of the words of their names, in the order of names.
 *
 * There are two ways, and which of them is short depends on how many players have the words and where they stand. To walk along the
 * index of names is short if many have them. To look the words up in the index of words, and sort, is short if few have them. So
 * both take turns, each turn longer than the one before, in one section of the order after the other; the first that comes to an
 * end decides. What a search costs is at most a few times what the shorter way costs.
 */
import { type Statement, statement, type Transaction } from '@bandeja/postgres/database';
import { ABOVE_ALL, type Section, sectionsOf } from './name-sections.ts';
import { compareBytes } from './name-words.ts';

/** A place in a list by name. */
export interface NameKey {
  readonly sort_name: string;
  readonly username: string;
  readonly id: string;
}

/** Before the first place. */
export const START: NameKey = { sort_name: '', username: '', id: '00000000-0000-0000-0000-000000000000' };

export interface Search {
  readonly partnerId: string;
  /** The beginnings of words, without case and accents; none asks for all. */
  readonly words: readonly string[];
  /** Only players after this place. */
  readonly after: NameKey | null;
  readonly limit: number;
  /** How many players the first walk looks at. */
  readonly firstWalk?: number;
}

/** How many players the first turns look at: to look one up takes four times as long as to walk past one, but is more often enough. */
const FIRST_WALK = 10_000;
const LOOK_UPS_A_WALK = 0.8;
/** How many times as many the next turn looks at. */
const LONGER = 4;
/** Where most players may have the words, walks are tried from short to long before anything is looked up. */
const [SHORT_WALK, LONG_WALK] = [1 / LONGER, LONGER ** 2];

/**
 * For the transaction of a search. Reading the table from its beginning looks cheap to the planner where it takes a word to be
 * common, and a look-up of common words must remember some hundred thousand players, or it reads whole pages for each.
 */
export const searchSettings = statement(
  'people_settings',
  `select set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`,
);

/** The statements that look for some of the players. */
export interface Ways {
  readonly walk: Statement;
  readonly lookUp: Statement;
}

// Parameters: $1, $2 and $9 the place after which to begin, $3 the partner, $4 how many to find, $5 the words as patterns, $6 the name
// below which to end, $7 a roster or null, $8 how many players to look at, and $10 the words for the index. Both give those found,
// and last the place to which a turn came that did not come to the end.

const IN_SECTION = '(p.sort_name, p.username, p.id) > ($1::text, $2::text, $9::uuid) and p.sort_name < $6::text';
const HAS_WORDS = 'p.name_words like all ($5::text[])';
/** The expression of the index `players_by_word`; the planner uses the index only if they are equal. */
const INDEXED_WORDS = `array_to_tsvector((string_to_array(p.name_words, ','))[2:])`;

/**
 * Walks along an index of names.
 * @param walked whose index that is.
 * @param which who of these is found.
 */
export const walkAlong = (walked: string, which: string): string => `
  with walked as materialized (
    select p.id, p.sort_name, p.username, p.name_words from players p where ${walked} and ${IN_SECTION}
    order by p.sort_name, p.username, p.id limit $8::integer),
  named as materialized (
    select p.id, p.sort_name, p.username from walked p where ${HAS_WORDS} order by p.sort_name, p.username, p.id),
  found as (
    select p.id, p.sort_name, p.username from named
    cross join lateral (select * from players where id = named.id limit 1) p
    where ${which} order by named.sort_name, named.username, named.id limit $4::integer)
  select f.*, false as is_end from found f union all
  (select p.id, p.sort_name, p.username, true from walked p offset $8::integer - 1 limit 1)`;

/** Looks words up, and sorts who has them. */
export const lookUpWords = (which: string): string => `
  with looked_up as materialized (select p.* from players p where ${INDEXED_WORDS} @@ $10::tsquery limit $8::integer),
  found as (
    select p.id, p.sort_name, p.username from looked_up p where ${IN_SECTION} and ${HAS_WORDS} and ${which}
    order by p.sort_name, p.username, p.id limit $4::integer)
  select f.*, false as is_end from found f union all
  (select null, '', '', true from looked_up offset $8::integer - 1 limit 1)`;

/** The first of the players after the place who have all the words. */
export async function findAlongNames(
  snapshot: Transaction,
  ways: Ways,
  search: Search,
  roster: string | null = null,
): Promise<NameKey[]> {
  const { words, firstWalk = FIRST_WALK } = search;
  const run = new SearchRun(snapshot, ways, search, roster);
  if (await run.walk(ABOVE_ALL, firstWalk)) return run.found;
  const { rarest, areCommon } = await rarestOf(snapshot, words, run.at);
  for (const section of sectionsOf(rarest)) {
    const patience = areCommon || section.isAtPlace ? LONG_WALK : 1;
    if (run.startAt(section)) await run.findIn(section, firstWalk, patience);
    if (run.isDone) break;
  }
  return run.found;
}

class SearchRun {
  readonly found: NameKey[] = [];
  /** Up to here all were seen. */
  at: NameKey;
  /** Which share of the players had the words in the last walk. */
  #density = 0;
  readonly #snapshot: Transaction;
  readonly #ways: Ways;
  readonly #search: Search;
  readonly #roster: string | null;
  readonly #patterns: string[];

  constructor(snapshot: Transaction, ways: Ways, search: Search, roster: string | null) {
    this.at = search.after ?? START;
    this.#snapshot = snapshot;
    this.#ways = ways;
    this.#search = search;
    this.#roster = roster;
    this.#patterns = patternsOf(search.words);
  }

  get isDone(): boolean {
    return this.found.length === this.#search.limit;
  }

  /** @returns false if all of the section was seen already */
  startAt({ from, below }: Section): boolean {
    if (compareBytes(this.at.sort_name, below) >= 0) return false;
    if (compareBytes(this.at.sort_name, from) < 0) this.at = { ...START, sort_name: from };
    return true;
  }

  /** @param patience how many first walks are made before anything is looked up */
  async findIn({ below, query }: Section, firstWalk: number, patience: number): Promise<void> {
    for (let length = firstWalk * (patience === 1 ? 1 : SHORT_WALK / LONGER); ; ) {
      const isWalkEnough = this.#density * length * LONGER >= this.#search.limit - this.found.length;
      if (query !== null && !isWalkEnough && length >= firstWalk * patience) {
        const { found, end } = await this.#turn(this.#ways.lookUp, below, length * LOOK_UPS_A_WALK, query);
        if (end === null) return void this.found.push(...found);
      }
      length *= LONGER;
      if (await this.walk(below, length)) return;
    }
  }

  /** @returns whether it came to the end or found enough */
  async walk(below: string, length: number): Promise<boolean> {
    const { found, end } = await this.#turn(this.#ways.walk, below, length);
    this.found.push(...found);
    this.at = end ?? this.at;
    this.#density = found.length / length;
    return end === null || this.isDone;
  }

  async #turn(way: Statement, below: string, length: number, ...query: string[]): Promise<Turn> {
    const { partnerId, limit } = this.#search;
    const { sort_name, username, id } = this.at;
    const wanted = limit - this.found.length;
    const asked = [
      sort_name,
      username,
      partnerId,
      wanted,
      this.#patterns,
      below,
      this.#roster,
      Math.ceil(length),
      id,
      ...query,
    ];
    const rows = await this.#snapshot.query<NameKey & { readonly is_end: boolean }>(way, asked);
    return { found: rows.filter(({ is_end }) => !is_end), end: rows.find(({ is_end }) => is_end) ?? null };
  }
}

interface Turn {
  readonly found: readonly NameKey[];
  /** Where it stopped before the end; null if it came to the end. */
  readonly end: NameKey | null;
}

const SAMPLE = 2_000;
/** A word that more of a sample have is looked for among the players that another word finds, or along the names. */
const COMMON = 0.03 * SAMPLE;

const sampleWords = statement(
  'people_sample_words',
  `with sample as materialized (
     select sort_name, name_words from players where profile_is_public and (sort_name, username) > ($1::text, $2::text)
     order by sort_name, username limit ${SAMPLE})
   select asked.word, (select count(*)::integer from sample
     where name_words like '% ' || asked.word || '%' and not starts_with(sort_name, asked.word)) as players
   from unnest($3::text[]) as asked(word) order by players, length(asked.word) desc, asked.word collate "C"`,
);

/** The words to look up: a rare one is enough; of common ones two, since few have both. */
async function rarestOf(
  snapshot: Transaction,
  words: readonly string[],
  at: NameKey,
): Promise<{ rarest: readonly string[]; areCommon: boolean }> {
  if (words.length === 0) return { rarest: [], areCommon: true };
  const sampled = await snapshot.query<{ word: string; players: number }>(sampleWords, [
    at.sort_name,
    at.username,
    words,
  ]);
  const [first, second] = sampled;
  if (first === undefined) throw new Error('a sample of words has no words');
  const isEnough = second === undefined || first.players === 0 || second.players > COMMON;
  return { rarest: isEnough ? [first.word] : [first.word, second.word], areCommon: first.players > COMMON };
}

/** Words as `name_words` has them: after a blank. They have no other characters than letters, marks and digits, so nothing is to be escaped. */
export const patternsOf = (words: readonly string[]): string[] => words.map((word) => `% ${word}%`);

/** By name, in the order of the database. */
export const byName = (a: NameKey, b: NameKey): number =>
  compareBytes(a.sort_name, b.sort_name) || compareBytes(a.username, b.username) || compareBytes(a.id, b.id);
