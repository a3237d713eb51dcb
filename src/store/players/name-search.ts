/**
 * Finds players by beginnings of the words of their names, in the order of names.
 *
 * There are two ways, and which of them is short depends on how many players have the words and where they stand. To walk along the
 * index of names is short if many have them. To look the words up in the index of words, and sort, is short if few have them. So
 * both take turns, each turn longer than the one before, in one section of the order after the other; the first that comes to an
 * end decides. What a search costs is at most a few times what the shorter way costs.
 */
import type { Statement, Transaction } from '../engine/database.ts';
import { ABOVE_ALL, sectionsOf } from './name-sections.ts';
import { compareBytes } from './name-words.ts';

/** A place in a list by name. */
export interface NameKey {
  readonly sort_name: string;
  readonly username: string;
}

export type Found = NameKey & { readonly id: string };

export interface Search {
  readonly partnerId: string;
  /** The beginnings of words, without case and accents; none asks for all. */
  readonly words: readonly string[];
  /** Only players after this place. */
  readonly after: NameKey | null;
  readonly limit: number;
  /** How many players the first turn looks at. By default some milliseconds' worth. */
  readonly firstTurn?: number;
}

const FIRST_TURN = 2_000;
/** How many times as many the next turn looks at. */
const LONGER = 4;

/** The statements that look for some of the players. */
export interface Ways {
  readonly walk: Statement;
  readonly lookUp: Statement;
}

// Parameters: $1 and $2 the place after which to begin, $3 the partner, $4 how many to find, $5 the words as patterns, $6 the name
// below which to end, $7 a roster or null, $8 how many players to look at, and $9 the words for the index. Both give those found,
// and last, without an id, the place to which a turn came that did not come to the end.

const IN_SECTION = '(p.sort_name, p.username) > ($1::text, $2::text) and p.sort_name < $6::text';
const HAS_WORDS = 'p.name_words like all ($5::text[])';
/** What the index of words has of a player, as in migrations/0002_find_players.sql. */
const INDEXED_WORDS = `array_to_tsvector((string_to_array(p.name_words, ','))[2:])`;

/**
 * Walks along an index of names.
 * @param walked whose index that is.
 * @param which who of these is found.
 */
export const walkAlong = (walked: string, which: string): string => `
  with walked as materialized (
    select p.sort_name, p.username, p.name_words from players p where ${walked} and ${IN_SECTION}
    order by p.sort_name, p.username limit $8::integer),
  named as materialized (
    select p.sort_name, p.username from walked p where ${HAS_WORDS} order by p.sort_name, p.username),
  found as (
    select p.id, p.sort_name, p.username from named
    cross join lateral (select * from players where username = named.username limit 1) p
    where ${which} order by named.sort_name, named.username limit $4::integer)
  select * from found union all
  (select null, p.sort_name, p.username from walked p offset $8::integer - 1 limit 1)`;

/** Looks words up, and sorts who has them. */
export const lookUpWords = (which: string): string => `
  with looked_up as materialized (select p.* from players p where ${INDEXED_WORDS} @@ $9::tsquery limit $8::integer),
  found as (
    select p.id, p.sort_name, p.username from looked_up p where ${IN_SECTION} and ${HAS_WORDS} and ${which}
    order by p.sort_name, p.username limit $4::integer)
  select * from found union all
  (select null, '', '' from looked_up offset $8::integer - 1 limit 1)`;

/** The first of the players after the place who have all the words. */
export async function findAlongNames(
  snapshot: Transaction,
  ways: Ways,
  search: Search,
  roster: string | null = null,
): Promise<Found[]> {
  const { partnerId, words, limit, firstTurn = FIRST_TURN } = search;
  const patterns = patternsOf(words);
  const found: Found[] = [];
  let at: NameKey = search.after ?? { sort_name: '', username: '' };
  const turn = async (way: Statement, below: string, length: number, ...query: string[]): Promise<Turn> => {
    const wanted = limit - found.length;
    const values = [at.sort_name, at.username, partnerId, wanted, patterns, below, roster, length, ...query];
    return turnOf(await snapshot.query<Row>(way, values));
  };
  /** @returns whether all to the end were seen, or enough found */
  const walkOn = async (below: string, length: number): Promise<boolean> => {
    const walked = await turn(ways.walk, below, length);
    found.push(...walked.found);
    at = walked.end ?? at;
    return walked.end === null || found.length === limit;
  };
  if (await walkOn(ABOVE_ALL, firstTurn)) return found;
  for (const { from, below, query } of sectionsOf(words)) {
    if (compareBytes(at.sort_name, below) >= 0) continue;
    if (compareBytes(at.sort_name, from) < 0) at = { sort_name: from, username: '' };
    for (let length = firstTurn; ; length *= LONGER) {
      if (query !== null) {
        const lookedUp = await turn(ways.lookUp, below, length, query);
        if (lookedUp.end === null) {
          found.push(...lookedUp.found);
          break;
        }
      }
      if (await walkOn(below, length)) break;
    }
    if (found.length === limit) break;
  }
  return found;
}

type Row = NameKey & { readonly id: string | null };

interface Turn {
  readonly found: readonly Found[];
  /** Where it stopped before the end; null if it came to the end. */
  readonly end: NameKey | null;
}

function turnOf(rows: readonly Row[]): Turn {
  const found = rows.filter((row): row is Found => row.id !== null);
  return { found, end: rows.find(({ id }) => id === null) ?? null };
}

/** Words as `name_words` has them: after a blank. They have letters and digits only, so nothing is to be escaped. */
export const patternsOf = (words: readonly string[]): string[] => words.map((word) => `% ${word}%`);

/** By name, in the order of the database. */
export const byName = (a: NameKey, b: NameKey): number =>
  compareBytes(a.sort_name, b.sort_name) || (a.username < b.username ? -1 : 1);
