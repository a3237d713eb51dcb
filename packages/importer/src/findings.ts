import { DateEvidence, dayOf, type OrderEvidence, writtenDate } from './dates.ts';
import type { FaultGroup } from './faults.ts';
import { mayCountSets, readFlatRow, sidesOf } from './flat-row.ts';
import { sideNamed, zeroOrOne } from './header-words.ts';
import { type ReferenceFindings, ReferenceSearch } from './own-references.ts';
import { readClock, timeText, withoutMidnight, writtenTime } from './played-at.ts';
import { readResult } from './row-result.ts';
import type { FileRow } from './rows.ts';
import type { FlatEntry } from './table.ts';

/** Rows that lack something, and the first of them. */
export interface Lacking {
  readonly count: number;
  /** The first row’s number. */
  readonly line: number;
  /** Its text. */
  readonly text: string;
}

/** What the rows of a file leave open, seen in one pass before any is read. */
export interface Findings {
  readonly rows: number;
  readonly order: OrderEvidence;
  /** Rows whose time has no zone. */
  readonly zoneless: Lacking | null;
  /** Rows with a date and no time. */
  readonly timeless: Lacking | null;
  /** Every time is midnight, so the dates have none. */
  readonly midnight: Lacking | null;
  /** Every score may count sets won (2-1); null if one cannot, or there are none. */
  readonly setCounts: Lacking | null;
  /** Rows that team B won by the winner’s cell, and by the score if it has team A first. */
  readonly teamFirst: Lacking | null;
  /** Rows that team B won by the winner’s cell, and by the score only if it has the winner first. */
  readonly winnerFirst: Lacking | null;
  /** The column of the winner has 0 and 1, and no 2. */
  readonly zeros: ZeroWinners | null;
  readonly units: UnitEvidence | null;
  readonly references: ReferenceFindings;
}

/** Scores of a single pair of numbers each, which may count games or points; null if a score has more. */
export interface UnitEvidence {
  readonly rows: number;
  /** Scores that only points have, in a file without a winner: 8-8. */
  readonly level: Lacking | null;
  /** Scores that the service takes for points, such as 12-4. */
  readonly large: Lacking | null;
  /** Scores that it takes for games, such as 9-7. */
  readonly small: Lacking | null;
  /** The total of every score; null if they differ. */
  readonly total: number | null;
  /** Whether every session is named as an americano. */
  readonly isAmericano: boolean;
}

/** What the scores say of 0 in the column of the winner, with a row for each. */
export interface ZeroWinners extends Lacking {
  /** Rows in which 0 is team A by the score. */
  readonly teamA: Lacking | null;
  readonly teamB: Lacking | null;
}

/** Looks at every row of a file. @param entries reads it from its start each time */
export async function findingsOf(entries: () => AsyncIterable<FlatEntry | FileRow>): Promise<Findings> {
  const dates = new DateEvidence();
  const zoneless = new Counter();
  const timeless = new Counter();
  const setCounts = new Counter();
  const midnight = new Counter();
  const first = { A: new Counter(), B: new Counter() };
  const winners = new ZeroSearch();
  const units = new UnitSearch();
  let rows = 0;
  let hasGames = false;
  let hasTimes = false;
  const references = new ReferenceSearch();
  for await (const entry of entries()) {
    rows++;
    references.add(entry);
    if (!isFlat(entry)) continue;
    const { line, fields } = entry;
    const time = timeText(fields);
    if (time?.isMidnight) midnight.add(line, `${fields.played_at || fields.date} ${fields.time}`.trim());
    hasTimes ||= time?.isMidnight === false;
    lookAtTime(entry, dates, zoneless, timeless);
    const counts = mayCountSets(fields);
    if (counts === true) setCounts.add(line, fields.set_scores);
    hasGames ||= counts === false;
    winners.add(entry);
    units.add(entry);
    const sides = sidesOf(entry);
    if (sides?.winner === 'B') first[sides.leader].add(line, `${fields.winner}, ${sides.score}`);
  }
  if (midnight.result !== null && !hasTimes) {
    return { ...(await findingsOf(() => withoutTimes(entries()))), midnight: midnight.result };
  }
  return {
    rows,
    midnight: null,
    order: dates.result,
    zoneless: zoneless.result,
    timeless: timeless.result,
    setCounts: hasGames ? null : setCounts.result,
    teamFirst: first.B.result,
    winnerFirst: first.A.result,
    zeros: winners.result,
    units: units.result,
    references: await references.findings(entries),
  };
}

async function* withoutTimes(entries: AsyncIterable<FlatEntry | FileRow>): AsyncGenerator<FlatEntry | FileRow> {
  for await (const entry of entries) yield isFlat(entry) ? { ...entry, fields: withoutMidnight(entry.fields) } : entry;
}

const isFlat = (entry: FlatEntry | FileRow): entry is FlatEntry => entry.kind === 'flat';

function lookAtTime(entry: FlatEntry, dates: DateEvidence, zoneless: Counter, timeless: Counter): void {
  const { line, fields } = entry;
  const written = writtenTime(fields);
  if ('fault' in written || written.instant !== null) return;
  const date = writtenDate(written.date);
  if (date === null) return;
  dates.add(line, written.date, () => isReadable(entry));
  if (date.numbers === null && dayOf(date, 'ymd') === null) return;
  const text = `${written.date} ${fields.time}`.trim();
  if (written.time === '') timeless.add(line, text);
  const clock = readClock(written.time);
  if ('value' in clock && clock.value.zone === null) zoneless.add(line, text);
}

/** What else may be wrong with a row until it is settled how dates are read. */
const OPEN_FAULTS: ReadonlySet<FaultGroup> = new Set(['date', 'noTime', 'reference']);

/** Whether the row is not rejected for anything but its date. */
function isReadable({ line, fields, unused }: FlatEntry): boolean {
  if (fields.time !== '' && 'fault' in readClock(fields.time)) return false;
  return readFlatRow(line, fields, undefined, undefined, unused).faults.every(({ group }) => OPEN_FAULTS.has(group));
}

/** Finds a column of winners that counts from 0. */
class ZeroSearch {
  readonly #zeros = new Counter();
  readonly #teams = { A: new Counter(), B: new Counter() };
  #hasOne = false;
  #hasTwo = false;

  add(entry: FlatEntry): void {
    const { line, fields } = entry;
    const digit = zeroOrOne(fields.winner);
    if (digit === 0) this.#zeros.add(line, fields.winner);
    this.#hasOne ||= digit === 1;
    this.#hasTwo ||= digit === null && sideNamed(fields.winner) === 'B';
    const sides = digit === null ? null : sidesOf(entry, 'A');
    if (sides !== null)
      this.#teams[sides.leader === sides.winner ? 'A' : 'B'].add(line, `${fields.winner}, ${sides.score}`);
  }

  get result(): ZeroWinners | null {
    const zeros = this.#zeros.result;
    if (zeros === null || !this.#hasOne || this.#hasTwo) return null;
    return { ...zeros, teamA: this.#teams.A.result, teamB: this.#teams.B.result };
  }
}

const AMERICANO = /american|mexican/i;
const LARGE = 10;

/** Looks at what the scores of a file may count. */
class UnitSearch {
  readonly #level = new Counter();
  readonly #large = new Counter();
  readonly #small = new Counter();
  readonly #totals = new Set<number>();
  #rows = 0;
  #isSingle = true;
  #isAmericano = true;

  add({ line, fields, unused }: FlatEntry): void {
    if (fields.scoring !== '') return;
    const { sets = [], outcome = null } = readResult(fields, unused, []) ?? {};
    const [set] = sets;
    if (set === undefined || (outcome !== null && outcome !== 'played')) return;
    this.#rows++;
    this.#isSingle &&= sets.length === 1;
    this.#totals.add(set.a + set.b);
    this.#isAmericano &&= AMERICANO.test(fields.session_external_ref);
    const counter = Math.max(set.a, set.b) >= LARGE ? this.#large : this.#small;
    counter.add(line, `${set.a}-${set.b}`);
    if (set.a === set.b && fields.winner === '') this.#level.add(line, `${set.a}-${set.b}`);
  }

  get result(): UnitEvidence | null {
    if (!this.#isSingle || this.#rows === 0) return null;
    const [first, ...others] = this.#totals;
    return {
      rows: this.#rows,
      level: this.#level.result,
      large: this.#large.result,
      small: this.#small.result,
      total: others.length === 0 ? (first ?? null) : null,
      isAmericano: this.#isAmericano,
    };
  }
}

class Counter {
  #count = 0;
  #line = 0;
  #text = '';

  add(line: number, text: string): void {
    if (this.#count++ === 0) [this.#line, this.#text] = [line, text];
  }

  get result(): Lacking | null {
    return this.#count === 0 ? null : { count: this.#count, line: this.#line, text: this.#text };
  }
}
