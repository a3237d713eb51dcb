/** Facts about all rows of a file, found before any is read. */

import { sideNamed, zeroOrOne } from '../columns/header-words.ts';
import type { Entry, FlatRow } from '../columns/table.ts';
import { isReadable } from '../rows.ts';
import { type DateExample, dayOf, orderOf, writtenDate } from './dates.ts';
import { readClock, timeText, withoutMidnight, writtenTime } from './played-at.ts';
import { readResult } from './result.ts';
import { mayCountSets, readRow, sidesOf } from './row.ts';

/** Rows that have something in common, and the first of them. */
export interface Lacking {
  readonly count: number;
  readonly line: number;
  readonly text: string;
}

export type Findings = ReturnType<typeof findingsOf>;
export type UnitEvidence = NonNullable<ReturnType<typeof unitsIn>>;

const isFlat = (entry: Entry): entry is FlatRow => entry.kind === 'flat';

/** Looks at every row. Its entries have no times if all are midnight. */
export function findingsOf(all: readonly Entry[]) {
  const times = all.filter(isFlat).flatMap((row) => {
    const time = timeText(row.fields);
    return time === null ? [] : [{ row, ...time }];
  });
  const areMidnight = times.length > 0 && times.every(({ isMidnight }) => isMidnight);
  const midnight = new Counter();
  for (const { row } of areMidnight ? times : [])
    midnight.add(row.line, `${row.fields.played_at || row.fields.date} ${row.fields.time}`.trim());
  const entries = areMidnight
    ? all.map((entry) => (isFlat(entry) ? { ...entry, fields: withoutMidnight(entry.fields) } : entry))
    : all;
  const rows = entries.filter(isFlat);
  return {
    entries,
    midnight: midnight.result,
    ...timesIn(rows),
    ...sidesIn(rows),
    setCounts: setCountsIn(rows),
    zeros: zerosIn(rows),
    units: unitsIn(rows),
    references: referencesIn(entries),
  };
}

/** The order of dates, rows whose time has no zone, and rows with a date and no time. */
function timesIn(rows: readonly FlatRow[]) {
  const [zoneless, timeless] = [new Counter(), new Counter()];
  const dates: (DateExample & { readonly row: FlatRow })[] = [];
  for (const row of rows) {
    const { line, fields } = row;
    const written = writtenTime(fields);
    if ('fault' in written || written.value.instant !== null) continue;
    const date = writtenDate(written.value.date);
    if (date === null) continue;
    dates.push({ line, text: written.value.date, row });
    if (date.numbers === null && dayOf(date, 'ymd') === null) continue;
    const text = `${written.value.date} ${fields.time}`.trim();
    if (written.value.time === '') timeless.add(line, text);
    const clock = readClock(written.value.time);
    if ('value' in clock && clock.value.zone === null) zoneless.add(line, text);
  }
  return {
    order: orderOf(dates, ({ row }) => isOtherwiseReadable(row)),
    zoneless: zoneless.result,
    timeless: timeless.result,
  };
}

/** Faults that a row may have until it is settled how dates are read. */
const OPEN_FAULTS = new Set(
  'not_a_date invalid_date days_of_month not_in_order no_zone no_time no_reference'.split(' '),
);

function isOtherwiseReadable(row: FlatRow): boolean {
  if (row.fields.time !== '' && 'fault' in readClock(row.fields.time)) return false;
  return readRow(row).faults.every(({ code }) => OPEN_FAULTS.has(code.slice('fault.'.length)));
}

/** Rows that team B won by the winner’s cell, and by the score if it has team A first, or if it has the winner first. */
function sidesIn(rows: readonly FlatRow[]) {
  const first = { A: new Counter(), B: new Counter() };
  for (const row of rows) {
    const sides = sidesOf(row);
    if (sides?.winner === 'B') first[sides.leader].add(row.line, `${row.fields.winner}, ${sides.score}`);
  }
  return { teamFirst: first.B.result, winnerFirst: first.A.result };
}

/** Scores that all may count sets won (2-1); null if one cannot, or there are none. */
function setCountsIn(rows: readonly FlatRow[]): Lacking | null {
  const counter = new Counter();
  for (const { line, fields } of rows) {
    const counts = mayCountSets(fields);
    if (counts === false) return null;
    if (counts === true) counter.add(line, fields.set_scores);
  }
  return counter.result;
}

/** 0 in a column of winners that has 0 and 1, and no 2; with the rows in which it is team A or team B by the score. */
function zerosIn(rows: readonly FlatRow[]) {
  const zeros = new Counter();
  const teams = { A: new Counter(), B: new Counter() };
  let hasOne = false;
  for (const row of rows) {
    const { line, fields } = row;
    const digit = zeroOrOne(fields.winner);
    if (digit === null && sideNamed(fields.winner) === 'B') return null;
    if (digit === 0) zeros.add(line, fields.winner);
    hasOne ||= digit === 1;
    const sides = digit === null ? null : sidesOf(row, 'A');
    if (sides !== null) teams[sides.leader === sides.winner ? 'A' : 'B'].add(line, `${fields.winner}, ${sides.score}`);
  }
  if (zeros.result === null || !hasOne) return null;
  return { ...zeros.result, teamA: teams.A.result, teamB: teams.B.result };
}

const AMERICANO = /american|mexican/i;
const LARGE = 10;

/**
 * Scores of a single pair of numbers each, which may count games or points: `level` ones, which only points have (8-8), `large` ones, which the
 * service takes for points (12-4), and `small` ones, which it takes for games (9-7). `sets` are rows with several sets beside them.
 */
function unitsIn(rows: readonly FlatRow[]) {
  const [level, large, small, several] = [new Counter(), new Counter(), new Counter(), new Counter()];
  const totals = new Set<number>();
  let count = 0;
  let isAmericano = true;
  for (const { line, fields, unused } of rows) {
    if (fields.scoring !== '') continue;
    const { sets = [], outcome = null, text = '' } = readResult(fields, unused) ?? {};
    const [set, ...more] = sets;
    if (set === undefined || (outcome !== null && outcome !== 'played')) continue;
    if (more.length > 0) {
      several.add(line, text);
      continue;
    }
    count++;
    totals.add(set.a + set.b);
    isAmericano &&= AMERICANO.test(fields.session_external_ref);
    (Math.max(set.a, set.b) >= LARGE ? large : small).add(line, `${set.a}-${set.b}`);
    if (set.a === set.b && fields.winner === '') level.add(line, `${set.a}-${set.b}`);
  }
  if (count === 0) return null;
  const [total, ...others] = totals;
  return {
    ...{ rows: count, level: level.result, large: large.result, small: small.result, isAmericano },
    ...{ total: others.length === 0 ? (total ?? null) : null, sets: several.result },
  };
}

const SHORT_NUMBER = /^\d{1,4}$/;

/**
 * The references that two rows with different content have, and whether all are small numbers, as where a club counts its matches. A row
 * that comes twice with all its cells is one match.
 */
function referencesIn(entries: readonly Entry[]) {
  const first = new Map<string, Entry>();
  const repeated: { readonly reference: string; readonly lines: readonly [number, number] }[] = [];
  for (const entry of entries) {
    const reference = isFlat(entry) ? entry.fields.external_ref : isReadable(entry.row) ? entry.row.externalRef : '';
    if (reference === '') continue;
    const earlier = first.get(reference);
    if (earlier === undefined) first.set(reference, entry);
    else if (contentOf(earlier) !== contentOf(entry))
      repeated.push({ reference, lines: [lineOf(earlier), lineOf(entry)] });
  }
  const areNumbers = first.size > 0 && [...first.keys()].every((reference) => SHORT_NUMBER.test(reference));
  return { repeated, areNumbers };
}

const lineOf = (entry: Entry): number => (isFlat(entry) ? entry.line : entry.row.line);
const contentOf = (entry: Entry): string =>
  JSON.stringify(isFlat(entry) ? entry.fields : [entry.row.match, entry.row.participants]);

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
