/** Which player each name of a file means: decided before a row is sent, by rules that do not depend on the order of rows. */
import { groupBy } from '../collections.ts';
import { madeUsername } from './made-usernames.ts';
import { isDoubtful, nameKey, shownName, unmarked, withoutDoubt } from './name-forms.ts';
import type { FileName } from './names-of-file.ts';
import { NearNames } from './near-names.ts';
import { spelledOut } from './nicknames.ts';
import type { OwnPerson } from './own-people.ts';
import { isPlaceholder } from './placeholders.ts';
import { isFullName, isNamesake, isShortFor, SimilarNames, sortedWords } from './similar-names.ts';

/** The player that a name means, as a person has decided. */
export interface SettledName {
  readonly name: string;
  readonly username: string;
  /** Used if the player is registered; null for none. */
  readonly displayName: string | null;
  readonly countryCode: string | null;
  /** Whether the person calls the player new. */
  readonly isNew: boolean;
  /** The line of the players file, and its note; absent if the name is not from one. */
  readonly line?: number;
  readonly note?: string;
}

/** A player that a name may mean. */
export interface Candidate {
  /** Null for a name of the file that none of the club's people has yet. */
  readonly username: string | null;
  readonly displayName: string;
}

/**
 * Why it is not decided which player a name means: several people have it; it may be another form of their names, or have a typing
 * error; someone of another name has the username that would be made from it; the file marks it as doubtful; it is not a person’s name.
 */
export type Doubt = 'namesakes' | 'similar' | 'username' | 'marked' | 'placeholder';

/** The player that a name means. */
export type Meaning =
  /** From the players file. */
  | { readonly kind: 'settled'; readonly username: string }
  /** One of the club's own people has this name. */
  | { readonly kind: 'found'; readonly username: string }
  /** A new player, with this username if it is free. */
  | { readonly kind: 'new'; readonly username: string }
  /** It may mean several people, or be another form of a name. Only a person can decide. */
  | { readonly kind: 'unclear'; readonly doubt: Doubt; readonly candidates: readonly Candidate[] };

/** Someone to be registered whose username the service may know as someone else's. */
export interface NewPerson {
  readonly key: string;
  readonly displayName: string;
  /** The players file gives the username, so the person gets no other. */
  readonly isChosen: boolean;
  /** The players file calls the person new, so the username is not in use. */
  readonly isNew: boolean;
  /** The players file gives the display name, by which it can mean a player of another partner. */
  readonly isNamed: boolean;
}

/** The facts known before names are resolved. */
export interface Known {
  readonly own: readonly OwnPerson[];
  /** By key. */
  readonly settled: ReadonlyMap<string, SettledName>;
}

/** The people of a file. */
export class People {
  readonly #names: ReadonlyMap<string, FileName>;
  readonly #meanings = new Map<string, Meaning>();
  readonly #newPeople = new Map<string, NewPerson>();
  /** Usernames that no other name of the file may get. */
  readonly #reserved: Set<string>;
  readonly #attempts = new Map<string, number>();
  /** For unclear names, by key. */
  readonly #suggestions = new Map<string, string>();

  constructor(names: ReadonlyMap<string, FileName>, { own, settled }: Known) {
    this.#names = names;
    this.#reserved = new Set([...own.map(({ username }) => username), ...usernamesIn(settled)]);
    const ownByKey = groupBy(own, ({ displayName }) => nameKey(displayName));
    const inRows = [...names.values()].filter(isCertain).map(({ key }) => key);
    const known = [...inRows, ...ownByKey.keys()];
    const similar = new SimilarNames(known, new Set(ownByKey.keys()));
    const near = new NearNames(known);
    // The names of the club's people are always right.
    const rowsOf: RowsOf = (key) => (ownByKey.has(key) ? Number.POSITIVE_INFINITY : (names.get(key)?.rows ?? 0));
    const shorter = shorterForms(known, similar, rowsOf);
    const candidatesFor = (keys: readonly string[]): Candidate[] =>
      distinct(keys.flatMap((key) => candidatesOf(key, ownByKey, settled, names)));
    const holders = new Map([...settledPeople(settled), ...own].map((person) => [person.username, person]));
    for (const name of names.values()) {
      const given = settled.get(name.key);
      if (given !== undefined) {
        this.#meanings.set(name.key, { kind: 'settled', username: given.username });
        continue;
      }
      const base = withoutDoubt(name.key);
      if (isPlaceholder(name.name)) {
        this.#meanings.set(name.key, { kind: 'unclear', doubt: 'placeholder', candidates: [] });
        continue;
      }
      const isMarked = base !== name.key;
      const meaning = isMarked ? null : (meaningAmongOwn(name, ownByKey) ?? meaningByUsername(name, holders));
      if (meaning !== null) {
        this.#meanings.set(name.key, meaning);
        continue;
      }
      const misspelt = [base, ...spelledOut(base)].flatMap((key) => near.of(key));
      const others = [
        ...similar.of(base).filter((key) => !shorter.get(key)?.includes(base) && !isRarerOrder(key, name, rowsOf)),
        ...(shorter.get(base) ?? []),
        ...misspelt.filter((key) => isMoreFrequent(key, name, rowsOf)),
      ];
      if (!isMarked && others.length === 0) this.#giveUsername(name);
      else {
        const candidates = candidatesFor(isMarked ? [base, ...others] : others);
        this.#meanings.set(name.key, { kind: 'unclear', doubt: isMarked ? 'marked' : 'similar', candidates });
      }
    }
    const ownUsernames = new Set(own.map(({ username }) => username));
    // Of several names of one player, the one that is shown counts, else the longest: it comes last.
    const inTurn = [...settled.values()].sort(
      (one, other) =>
        Number(one.displayName !== null) - Number(other.displayName !== null) || one.name.length - other.name.length,
    );
    for (const { username, name, displayName, isNew } of inTurn) {
      if (ownUsernames.has(username)) continue;
      const shown = displayName ?? shownName(unmarked(name));
      this.#newPeople.set(username, {
        key: nameKey(shown),
        displayName: shown,
        isChosen: true,
        isNew,
        isNamed: displayName !== null,
      });
    }
  }

  /** The names in rows that can be sent, in the order of their keys, with what they mean. */
  get all(): readonly { readonly name: FileName; readonly meaning: Meaning }[] {
    return [...this.#names.values()].flatMap((name) => {
      const meaning = this.#meanings.get(name.key);
      return meaning === undefined || name.rows === 0 ? [] : [{ name, meaning }];
    });
  }

  /** The same, and unclear names of other rows: they are settled with the others. */
  get toSettle(): typeof this.all {
    const unclear = [...this.#names.values()].flatMap((name) => {
      const meaning = this.#meanings.get(name.key);
      return meaning?.kind === 'unclear' && name.rows === 0 ? [{ name, meaning }] : [];
    });
    return [...this.all, ...unclear];
  }

  /** The player that the name means; undefined for a name that the file does not have. */
  meaningOf(key: string): Meaning | undefined {
    return this.#meanings.get(key);
  }

  /** The usernames with which people are to be registered. */
  get newUsernames(): readonly string[] {
    return [...this.#newPeople.keys()];
  }

  /** Who is to be registered with this username, made or chosen; undefined if one of the club's people has it. */
  newPersonAt(username: string): NewPerson | undefined {
    return this.#newPeople.get(username);
  }

  /** The username of a name that was not free; gives the next one and reserves it. */
  nextUsername({ key }: Pick<NewPerson, 'key'>): string {
    for (let attempt = (this.#attempts.get(key) ?? 0) + 1; ; attempt++) {
      const username = madeUsername(key, attempt);
      if (this.#reserved.has(username)) continue;
      this.#attempts.set(key, attempt);
      this.#reserved.add(username);
      return username;
    }
  }

  /** A username that a new player of this name may get; it is offered where the name is unclear. */
  suggestionFor(key: string): string {
    return this.#suggestions.get(key) ?? this.nextSuggestion(key);
  }

  /** The next one, if another partner has the player of the last one. */
  nextSuggestion(key: string): string {
    const last = this.#suggestions.get(key);
    for (let attempt = 0, isPast = last === undefined; ; attempt++) {
      const username = madeUsername(withoutDoubt(key), attempt);
      if (isPast && !this.#reserved.has(username)) {
        this.#suggestions.set(key, username);
        return username;
      }
      isPast ||= username === last;
    }
  }

  /** No other name of the file has this username: names with the same one are similar, and so unclear. */
  #giveUsername({ key, name }: FileName): void {
    const username = madeUsername(key, 0);
    this.#reserved.add(username);
    this.#meanings.set(key, { kind: 'new', username });
    this.#newPeople.set(username, { key, displayName: name, isChosen: false, isNew: true, isNamed: false });
  }
}

type RowsOf = (key: string) => number;

/** Whether the name may be another spelling of a doubtful one. */
const isCertain = ({ key, name, rows }: FileName): boolean => rows > 0 && !isDoubtful(key) && !isPlaceholder(name);

/**
 * For names that contain a full name which is in more rows, those full names: “Tomás Gallego (sub)” beside “Tomás Gallego”. There the longer
 * name is in question.
 */
function shorterForms(
  known: readonly string[],
  similar: SimilarNames,
  rowsOf: RowsOf,
): ReadonlyMap<string, readonly string[]> {
  const isOther = (short: string, long: string): boolean =>
    isShortFor(short, long) && !isNamesake(short, long) && rowsOf(short) > rowsOf(long);
  const pairs = [...new Set(known)]
    .filter(isFullName)
    .flatMap((short) => similar.of(short).flatMap((long) => (isOther(short, long) ? [{ short, long }] : [])));
  return new Map(
    [...groupBy(pairs, ({ long }) => long)].map(([long, found]) => [long, found.map(({ short }) => short)]),
  );
}

/** Of two names of the file that differ by a typing error, the one in more rows is right. */
const isMoreFrequent = (other: string, { key, rows }: FileName, rowsOf: RowsOf): boolean =>
  other !== key && (rowsOf(other) > rows || (rowsOf(other) === rows && other < key));

/** Whether the other name has the same words in another order, in fewer rows: “RUIZ ANA” once beside “Ana Ruiz”. */
const isRarerOrder = (other: string, { key, rows }: FileName, rowsOf: RowsOf): boolean =>
  sortedWords(other) === sortedWords(withoutDoubt(key)) && rowsOf(other) < rows;

const usernamesIn = (settled: Known['settled']): string[] => [...settled.values()].map(({ username }) => username);
const candidate = ({ username, displayName }: OwnPerson): Candidate => ({ username, displayName });

const settledPeople = (settled: Known['settled']): OwnPerson[] =>
  [...settled.values()].map(({ username, name, displayName }) => ({ username, displayName: displayName ?? name }));

/** What the names of the club's own people say; null if none of them has this one. */
function meaningAmongOwn({ key }: FileName, ownByKey: ReadonlyMap<string, readonly OwnPerson[]>): Meaning | null {
  const same = ownByKey.get(key) ?? [];
  const [one, ...more] = same;
  if (one === undefined) return null;
  return more.length === 0
    ? { kind: 'found', username: one.username }
    : { kind: 'unclear', doubt: 'namesakes', candidates: same.map(candidate) };
}

/** Someone known has the username that would be made, and another name: probably the same person, but only a person can decide. */
function meaningByUsername({ key }: FileName, holders: ReadonlyMap<string, OwnPerson>): Meaning | null {
  const holder = holders.get(madeUsername(key, 0));
  if (holder === undefined) return null;
  return { kind: 'unclear', doubt: 'username', candidates: [candidate(holder)] };
}

/** Each player once: one with several names has the longest of them. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const byPlayer = groupBy(candidates, ({ username, displayName }) => username ?? ` ${displayName}`);
  return [...byPlayer.values()].flatMap((same) =>
    same.toSorted((one, other) => other.displayName.length - one.displayName.length).slice(0, 1),
  );
}

function candidatesOf(
  key: string,
  ownByKey: ReadonlyMap<string, readonly OwnPerson[]>,
  settled: Known['settled'],
  names: ReadonlyMap<string, FileName>,
): Candidate[] {
  const own = (ownByKey.get(key) ?? []).map(candidate);
  if (own.length > 0) return own;
  const inFile = names.get(key);
  if (inFile === undefined) return [];
  return [{ username: settled.get(key)?.username ?? null, displayName: inFile.name }];
}
