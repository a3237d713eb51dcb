import { type Instant, instant } from '@bandeja/postgres/database';

/** The place of a match in a list that is ordered by time: its instant in ms and its id. */
export interface TimeKey {
  readonly played_at: number;
  readonly id: string;
}

/** A period of time; null leaves a side open. */
export interface TimeWindow {
  /** Inclusive, ms. */
  readonly since: number | null;
  /** Exclusive, ms. */
  readonly until: number | null;
}

/**
 * A caller's instant as a database value. Instants before 1970 become 1970: no match is older, so comparisons give the same
 * result, and the database rejects the years 0 to 99.
 */
export function instantSince1970(ms: number): Instant;
export function instantSince1970(ms: number | null): Instant | null;
export function instantSince1970(ms: number | null): Instant | null {
  return ms === null ? null : instant(Math.max(ms, 0));
}

/** The values of a statement that is put together from conditions. */
export type Values = (string | number | Instant)[];

/**
 * The conditions of a list, newest first. It contains only the requested ones, so that each form of the list has its own
 * plan. Pushes their values to `values`.
 * @param columns the columns that the list is ordered by.
 * @param after the last key of the page before; the list goes on below it.
 */
export function newestFirst(
  columns: { readonly playedAt: string; readonly id: string },
  window: TimeWindow,
  after: TimeKey | null,
  values: Values,
): string[] {
  const conditions: string[] = [];
  const parameter = (value: string | Instant): string => `$${values.push(value)}`;
  if (window.since !== null) conditions.push(`${columns.playedAt} >= ${parameter(instantSince1970(window.since))}`);
  if (window.until !== null) conditions.push(`${columns.playedAt} < ${parameter(instantSince1970(window.until))}`);
  if (after !== null) {
    const at = parameter(instant(after.played_at));
    conditions.push(`(${columns.playedAt}, ${columns.id}) < (${at}, ${parameter(after.id)})`);
  }
  return conditions;
}

/** The parts of a statement's name that identify its form. */
export function nameParts(window: TimeWindow, after: object | null): string[] {
  return [
    ...(window.since === null ? [] : ['since']),
    ...(window.until === null ? [] : ['until']),
    ...(after === null ? [] : ['after']),
  ];
}
