/**
 * Answers about players that a process has worked out, for whoever asks for them again.
 *
 * What is kept is never trusted: each time, the database is asked in which versions the rows are that it was made of, and
 * whether the caller may still see the player (`../store/analysis/answer-versions.ts`). So an answer is what it would be if it were
 * worked out anew, on every node, and without anything kept only slower.
 */
import { isDeepStrictEqual } from 'node:util';
import { type AnswerVersions, readVersions } from '../store/analysis/answer-versions.ts';
import type { Context } from './context.ts';

/** An answer that was worked out, with all that tells whether it still holds. */
export interface WorkedOut<View extends object> {
  readonly view: View;
  readonly madeOf: AnswerVersions;
  /** Whatever in it depends on the time of reading, as of a time: where this is the same, the answer is. */
  readonly momentOf: (at: number) => unknown;
  /** The last instant, ms, of which `momentOf` says all: then a window loses a match. */
  readonly until: number;
}

/** What is asked for: the verb with its options, and who asks about whom. */
export interface AskedAnswer {
  readonly what: string;
  readonly partnerId: string;
  /** In its canonical form. */
  readonly username: string;
}

/** An answer that is kept. */
interface Entry extends WorkedOut<object> {
  /** When it was worked out, ms. */
  readonly from: number;
  readonly moment: unknown;
  readonly bytes: number;
}

/**
 * A row's version is a number of 32 bits that comes again after four thousand million transactions. No database makes so
 * many within an hour, so within one the same number is the same version.
 */
const AGE_MAX_MS = 3_600_000;

const BYTES_MAX = 12 * 2 ** 20;
const ENTRIES_MAX = 5_000;
/**
 * What an entry takes in memory, seen on cards and analyses of 9,000 characters of JSON: 1.5 bytes a character as objects,
 * one as it is sent, 0.9 for each of the three pictures of a card; and what stands around it.
 */
const BYTES_PER_CHARACTER = 5;
const ENTRY_BYTES = 1_000;

/** The answers that a process has kept, within bounds: who has not been asked about for longest is forgotten first. */
export class KeptAnswers {
  readonly #bytesMax: number;
  readonly #entriesMax: number;
  /** In the order of their use, the longest unused first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor({ bytesMax = BYTES_MAX, entriesMax = ENTRIES_MAX } = {}) {
    this.#bytesMax = bytesMax;
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** About how many bytes are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  find(asked: AskedAnswer): Entry | undefined {
    const key = keyOf(asked);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  keep(asked: AskedAnswer, { view, madeOf, momentOf, until }: WorkedOut<object>, from: number): void {
    this.forget(asked);
    const key = keyOf(asked);
    const { versions, otherPlaces } = madeOf;
    const characters = key.length + versions.length + BYTES_PER_CHARACTER * JSON.stringify(view).length;
    const bytes = ENTRY_BYTES + characters + otherPlaces.byteLength;
    // A copy, since what the database gave is a piece of something larger, which would be kept with it.
    const own = { versions, otherPlaces: new Uint8Array(otherPlaces) };
    this.#entries.set(key, { view, madeOf: own, momentOf, until, from, moment: momentOf(from), bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax && this.#entries.size <= this.#entriesMax) break;
      this.#remove(oldest, entry);
    }
  }

  forget(asked: AskedAnswer): void {
    const key = keyOf(asked);
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#remove(key, entry);
  }

  #remove(key: string, { bytes }: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= bytes;
  }
}

/** Neither partners' ids nor usernames have blanks. */
const keyOf = ({ what, partnerId, username }: AskedAnswer): string => `${partnerId} ${username} ${what}`;

/**
 * The answer that was kept, if it still holds, the very same object then; else as it is worked out now.
 * @param workOut finds the answer as of a time, or throws. `asked` says all that it depends on besides the database.
 */
export async function keptOrWorkedOut<View extends object>(
  { database, now, keptAnswers }: Context,
  asked: AskedAnswer,
  workOut: (at: number) => Promise<WorkedOut<View>>,
): Promise<View> {
  const at = now();
  if (keptAnswers === undefined) return (await workOut(at)).view;
  const entry = keptAnswers.find(asked);
  if (entry !== undefined) {
    const { versions, otherPlaces } = entry.madeOf;
    const holds =
      holdsAt(entry, at) && (await readVersions(database, asked.partnerId, asked.username, otherPlaces)) === versions;
    // What is kept under a key was worked out for it.
    if (holds) return entry.view as View;
    // Also where nothing comes in its place: about a player who has gone out of sight the next ask is as if never seen.
    keptAnswers.forget(asked);
  }
  const worked = await workOut(at);
  keptAnswers.keep(asked, worked, at);
  return worked.view;
}

/** Whether as far as the time goes the answer is still the same. A clock may also have been set back. */
function holdsAt({ from, until, moment, momentOf }: Entry, at: number): boolean {
  return at >= from && at <= until && at - from < AGE_MAX_MS && isDeepStrictEqual(momentOf(at), moment);
}
