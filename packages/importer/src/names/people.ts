/** Which player each name of a file means: decided before a row is sent, by rules that do not depend on the order of rows. */
import { groupBy } from '../collections.ts';
import { madeUsername } from './made-usernames.ts';
import { isDoubtful, nameKey, shownName, unmarked, withoutDoubt } from './name-forms.ts';
import type { FileName } from './names-of-file.ts';
import { NearNames } from './near-names.ts';
import { spelledOut } from './nicknames.ts';
import { isPlaceholder } from './placeholders.ts';
import { keyOf } from './players.ts';
import { isFullName, isNamesake, isShortFor, SimilarNames, sortedWords } from './similar-names.ts';
import type { OwnPerson } from './stored-players.ts';

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

export type Meaning =
  | { readonly kind: 'settled'; readonly username: string }
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

export interface Known {
  /** Without the players that the open import of the file has registered, so that names mean the same as when it began. */
  readonly own: readonly OwnPerson[];
  readonly settled: ReadonlyMap<string, SettledName>;
  /** The usernames of those players, by key. */
  readonly registered?: ReadonlyMap<string, string>;
}

export class People {
  readonly #names: ReadonlyMap<string, FileName>;
  readonly #meanings = new Map<string, Meaning>();
  readonly #newPeople = new Map<string, NewPerson>();
  /** Usernames that no other name of the file may get. */
  readonly #reserved: Set<string>;
  readonly #suggestions = new Map<string, string>();
  readonly #registered: ReadonlyMap<string, string>;
  readonly #registeredUsernames: ReadonlySet<string>;

  constructor(names: ReadonlyMap<string, FileName>, { own, settled, registered = new Map() }: Known) {
    this.#names = names;
    this.#registered = registered;
    this.#registeredUsernames = new Set(registered.values());
    const ownUsernames = new Set(own.map(({ username }) => username));
    this.#reserved = new Set([...ownUsernames, ...[...settled.values()].map(({ username }) => username)]);
    const meaningOf = meaningsBy(names, { own, settled });
    for (const name of names.values()) {
      const meaning = meaningOf(name);
      this.#meanings.set(name.key, this.#meaningNow(meaning));
      // No other name of the file has this username: names with the same one are similar, and so unclear.
      if (meaning.kind === 'new') {
        this.#reserved.add(meaning.username);
        if (this.isRegistered(meaning.username)) continue;
        const person = { key: name.key, displayName: name.name, isChosen: false, isNew: true, isNamed: false };
        this.#newPeople.set(meaning.username, person);
      }
    }
    // Of several names of one player, the one that is shown counts, else the longest: it comes last.
    const inTurn = [...settled.values()].sort(
      (one, other) =>
        Number(one.displayName !== null) - Number(other.displayName !== null) || one.name.length - other.name.length,
    );
    for (const { username, name, displayName: given, isNew } of inTurn) {
      if (ownUsernames.has(username) || this.isRegistered(username)) continue;
      const displayName = given ?? shownName(unmarked(name));
      const person = { key: nameKey(displayName), displayName, isChosen: true, isNew, isNamed: given !== null };
      this.#newPeople.set(username, person);
    }
  }

  #meaningNow(meaning: Meaning): Meaning {
    if (meaning.kind !== 'new' && meaning.kind !== 'settled') return meaning;
    const username = this.#registered.get(keyOf(meaning.username));
    if (username === undefined) return meaning;
    return { kind: meaning.kind === 'new' ? 'found' : 'settled', username };
  }

  /** Whether the open import of the file has registered a player that has this username, or was to get it. */
  isRegistered(username: string): boolean {
    return this.#registered.has(keyOf(username)) || this.#registeredUsernames.has(username);
  }

  /** The names in rows that can be sent, in the order of their keys, with what they mean. */
  get all(): readonly { readonly name: FileName; readonly meaning: Meaning }[] {
    return this.#named(({ rows }) => rows > 0);
  }

  /** The same, and unclear names of other rows: they are settled with the others. */
  get toSettle(): typeof this.all {
    return [...this.all, ...this.#named(({ rows }) => rows === 0).filter(({ meaning }) => meaning.kind === 'unclear')];
  }

  #named(isWanted: (name: FileName) => boolean): typeof this.all {
    return [...this.#names.values()].filter(isWanted).flatMap((name) => {
      const meaning = this.#meanings.get(name.key);
      return meaning === undefined ? [] : [{ name, meaning }];
    });
  }

  /** Undefined for a name that the file does not have. */
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

  /** A username that a new player of this name may get; it is offered where the name is unclear. */
  suggestionFor(key: string): string {
    let attempt = 0;
    while (this.#reserved.has(madeUsername(withoutDoubt(key), attempt))) attempt++;
    return this.#suggestions.get(key) ?? madeUsername(withoutDoubt(key), attempt);
  }

  suggest(key: string, username: string): void {
    this.#suggestions.set(key, username);
  }
}

/** Decides what names mean. */
function meaningsBy(names: ReadonlyMap<string, FileName>, { own, settled }: Known): (name: FileName) => Meaning {
  const ownByKey = groupBy(own, ({ displayName }) => nameKey(displayName));
  const known = [...[...names.values()].filter(isCertain).map(({ key }) => key), ...ownByKey.keys()];
  const similar = new SimilarNames(known, new Set(ownByKey.keys()));
  const near = new NearNames(known);
  // The names of the club's people are always right.
  const rowsOf: RowsOf = (key) => (ownByKey.has(key) ? Number.POSITIVE_INFINITY : (names.get(key)?.rows ?? 0));
  const shorter = shorterForms(known, similar, rowsOf);
  const people = [...settled.values()].map(({ username, name, displayName }) => ({
    username,
    displayName: displayName ?? name,
  }));
  const holders = new Map([...people, ...own].map((person) => [person.username, person]));
  const candidatesOf = (key: string): readonly Candidate[] => {
    const inFile = names.get(key);
    const others = inFile && [{ username: settled.get(key)?.username ?? null, displayName: inFile.name }];
    return ownByKey.get(key) ?? others ?? [];
  };
  return (name) => {
    const { key } = name;
    const given = settled.get(key);
    if (given !== undefined) return { kind: 'settled', username: given.username };
    if (isPlaceholder(name.name)) return unclear('placeholder', []);
    const base = withoutDoubt(key);
    const isMarked = base !== key;
    const namesakes = isMarked ? [] : (ownByKey.get(key) ?? []);
    const [one, ...more] = namesakes;
    if (one !== undefined)
      return more.length > 0 ? unclear('namesakes', namesakes) : { kind: 'found', username: one.username };
    // Probably the same person, but only a person can decide.
    const holder = isMarked ? undefined : holders.get(madeUsername(key, 0));
    if (holder !== undefined) return unclear('username', [holder]);
    const misspelt = [base, ...spelledOut(base)].flatMap((form) => near.of(form));
    const others = [
      ...similar.of(base).filter((other) => !shorter.get(other)?.includes(base) && !isRarerOrder(other, name, rowsOf)),
      ...(shorter.get(base) ?? []),
      ...misspelt.filter((other) => isMoreFrequent(other, name, rowsOf)),
    ];
    if (isMarked) return unclear('marked', [base, ...others].flatMap(candidatesOf));
    if (others.length > 0) return unclear('similar', others.flatMap(candidatesOf));
    return { kind: 'new', username: madeUsername(key, 0) };
  };
}

/** Each player is a candidate once: one with several names has the longest of them. */
function unclear(doubt: Doubt, candidates: readonly Candidate[]): Meaning {
  const byPlayer = groupBy(candidates, ({ username, displayName }) => username ?? ` ${displayName}`);
  const distinct = [...byPlayer.values()].flatMap((same) =>
    same.toSorted((one, other) => other.displayName.length - one.displayName.length).slice(0, 1),
  );
  return { kind: 'unclear', doubt, candidates: distinct };
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
