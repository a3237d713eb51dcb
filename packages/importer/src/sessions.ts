/** The session of a match: a night, a round of a league, a tournament. Matches of one session have a recap together. */

import type { Fields } from './columns.ts';
import { textOf } from './json-value.ts';
import type { RowResult } from './results.ts';
import type { FileRow, ReadyRow } from './rows.ts';

/** How matches get their sessions where the file does not say it. */
export interface SessionRules {
  /** The session of all matches that do not say it; null for none. */
  readonly name: string | null;
  /** One session for each day. */
  readonly isByDay: boolean;
}

export const NO_SESSION_RULES: SessionRules = { name: null, isByDay: false };

/** A match that begins earlier belongs to the night before. */
const NIGHT_ENDS_AT_HOUR = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The session of a row; empty for none. A round is a part of a tournament or league: “Liga, Jornada 3”. If the file names neither, it is
 * a round of its year: every season has a Jornada 3.
 * @param playedAt RFC 3339, with the zone of the place; null if it cannot be read
 */
export function sessionOf(fields: Fields, playedAt: string | null, { name, isByDay }: SessionRules): string {
  const whole = fields.session_external_ref || name || '';
  if (isByDay && playedAt !== null) return joined(whole || fields.venue_label, nightOf(playedAt));
  if (!isRound(fields.round)) return whole;
  return whole === '' ? joined(fields.round, playedAt?.slice(0, 4) ?? '') : joined(whole, fields.round);
}

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

/** A round has a number. “Final” and “1/4” are stages of a tournament that is one session. */
function isRound(text: string): boolean {
  return /\d/.test(text) && !/^1\/\d/.test(text);
}

/** The day on which a night began, by the clocks of the place. */
function nightOf(playedAt: string): string {
  const isAfterMidnight = Number(playedAt.slice(11, 13)) < NIGHT_ENDS_AT_HOUR;
  const day = Date.parse(`${playedAt.slice(0, 10)}T00:00:00Z`);
  return new Date(isAfterMidnight ? day - DAY_MS : day).toISOString().slice(0, 10);
}

/** A session of more days is probably several. */
const SESSION_DAYS_MAX = 31;

/** Finds sessions whose matches are far apart. */
export class SessionSpans {
  readonly #spans = new Map<string, { from: number; to: number }>();
  readonly #long = new Set<string>();

  /** @returns the first and the last day of the row’s session, if this row makes it too long; otherwise null */
  add({ submission }: Pick<ReadyRow, 'submission'>): string | null {
    const session = textOf(submission['session_external_ref']);
    const time = Date.parse(textOf(submission['played_at']) ?? '');
    if (session === null || session === '' || Number.isNaN(time) || this.#long.has(session)) return null;
    const span = this.#spans.get(session) ?? { from: time, to: time };
    [span.from, span.to] = [Math.min(span.from, time), Math.max(span.to, time)];
    this.#spans.set(session, span);
    if (span.to - span.from <= SESSION_DAYS_MAX * DAY_MS) return null;
    this.#long.add(session);
    const [from, to] = [span.from, span.to].map((at) => new Date(at).toISOString().slice(0, 10));
    return `“${session}” has matches from ${from} to ${to}`;
  }
}

/** Finds the session of the last match that is stored. */
export class LastSession {
  name: string | null = null;
  readonly #common: string | null;
  /** The sessions of rows without a result, by line. */
  readonly #open = new Map<number, string>();

  /** @param common the session of rows that have none */
  constructor(common: string | null) {
    this.#common = common;
  }

  /** Notes the sessions of rows that go by. */
  async *of(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow> {
    for await (const row of rows) {
      const session = row.kind === 'faulty' ? null : (textOf(row.submission['session_external_ref']) ?? this.#common);
      if (session !== null) this.#open.set(row.line, session);
      yield row;
    }
  }

  add({ line, status }: Pick<RowResult, 'line' | 'status'>): void {
    if (status === 'created' || status === 'duplicate') this.name = this.#open.get(line) ?? this.name;
    this.#open.delete(line);
  }
}
