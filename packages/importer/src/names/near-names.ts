import { indexBy } from './similar-names.ts';

/** Names with this many letters may have two errors. */
const LONG_NAME = 12;
/** A single word with this many letters may have two errors. */
const LONG_WORD = 8;
/** In shorter words another letter makes another name: Ana and Ada, Gil and Gal. */
const GIVEN_NAME_MIN = 5;
const OTHER_WORD_MIN = 4;
/** The longest word of two letters and one of three are compared: “Un” and “Uno”. */
const WORD_MIN = 3;

/** Finds among many names those from which a name differs by a typing error. */
export class NearNames {
  /** Keys by a word and its place, and by initials: names that are near have one of them in common. */
  readonly #buckets: ReadonlyMap<string, readonly string[]>;

  constructor(keys: Iterable<string>) {
    this.#buckets = indexBy(keys, bucketsOf);
  }

  of(key: string): readonly string[] {
    const candidates = new Set(bucketsOf(key).flatMap((bucket) => this.#buckets.get(bucket) ?? []));
    return [...candidates].filter((other) => areNear(key, other)).sort();
  }
}

function bucketsOf(key: string): readonly string[] {
  const words = key.split(' ');
  const initials = words.map(([letter = '']) => letter).join('');
  return [...words.map((word, place) => `${place} ${word}`), initials, key.replaceAll(' ', '')];
}

/** Whether two names differ by one letter, or two that changed places; long names by two such errors. */
function areNear(one: string, other: string): boolean {
  if (one === other) return false;
  if (one.replaceAll(' ', '') === other.replaceAll(' ', '')) return true;
  const [words, others] = [one.split(' '), other.split(' ')];
  if (words.length !== others.length) return false;
  let errors = 0;
  for (const [place, word] of words.entries()) {
    errors += errorsBetween(word, others[place] ?? '', place === 0);
    if (errors > 2) return false;
  }
  const letters = Math.min(one.length, other.length) - words.length + 1;
  return errors === 1 || letters >= LONG_NAME;
}

/** The typing errors between two words: 0, 1 or 2; more if they are different words. */
function errorsBetween(word: string, other: string, isGivenName: boolean): number {
  if (word === other) return 0;
  const [shorter, longer] = word.length <= other.length ? [word, other] : [other, word];
  // 1 and 2 are two people, and so are Mario and Maria, Daniel and Daniela.
  if (longer.length < WORD_MIN || /\d/.test(word + other) || (isGivenName && areGenders(shorter, longer)))
    return DIFFERENT;
  if (isOneError(shorter, longer)) {
    const isReplaced = shorter.length === longer.length && !isTransposed(shorter, longer);
    return isReplaced && longer.length < (isGivenName ? GIVEN_NAME_MIN : OTHER_WORD_MIN) ? DIFFERENT : 1;
  }
  const isLong = shorter.length >= LONG_WORD;
  return isLong && withoutOne(longer).some((part) => part === shorter || isOneError(...byLength(part, shorter)))
    ? 2
    : DIFFERENT;
}

const DIFFERENT = 3;

const areGenders = (shorter: string, longer: string): boolean =>
  longer === `${shorter}a` ||
  (/[aoe]$/.test(shorter) && /[aoe]$/.test(longer) && shorter.slice(0, -1) === longer.slice(0, -1));

const byLength = (one: string, other: string): [string, string] =>
  one.length <= other.length ? [one, other] : [other, one];

/** A letter is missing, another one, or changed places with the next. */
function isOneError(shorter: string, longer: string): boolean {
  if (longer.length - shorter.length > 1) return false;
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at++;
  if (longer.length > shorter.length) return shorter.slice(at) === longer.slice(at + 1);
  return shorter.slice(at + 1) === longer.slice(at + 1) || isTransposed(shorter, longer);
}

function isTransposed(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

const withoutOne = (word: string): string[] => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
