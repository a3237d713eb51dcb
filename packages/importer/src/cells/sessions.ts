/** The session of a match: a night, a round of a league, a tournament. Matches of one session have a recap together. */
import type { Fields } from '../columns/names.ts';
import { message, type Note } from '../message.ts';
import type { Row } from '../rows.ts';

/** How matches get their sessions where the file does not say it. */
export interface SessionRules {
  /** The session of all matches that do not say it; null for none. */
  readonly name: string | null;
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

function nightOf(playedAt: string): string {
  const isAfterMidnight = Number(playedAt.slice(11, 13)) < NIGHT_ENDS_AT_HOUR;
  const day = Date.parse(`${playedAt.slice(0, 10)}T00:00:00Z`);
  return new Date(isAfterMidnight ? day - DAY_MS : day).toISOString().slice(0, 10);
}

/** A session of more days is probably several. */
const SESSION_DAYS_MAX = 31;

/** Notes the sessions whose matches are far apart, at the row that makes each too long. */
export function withLongSessions(rows: readonly Row[]): readonly Row[] {
  const spans = new Map<string, { from: number; to: number }>();
  const long = new Set<string>();
  return rows.map((row) => {
    const { session_external_ref: session, played_at: at } = row.match;
    const time = Date.parse(at ?? '');
    if (row.faults.length > 0 || !session || Number.isNaN(time) || long.has(session)) return row;
    const span = spans.get(session) ?? { from: time, to: time };
    [span.from, span.to] = [Math.min(span.from, time), Math.max(span.to, time)];
    spans.set(session, span);
    if (span.to - span.from <= SESSION_DAYS_MAX * DAY_MS) return row;
    long.add(session);
    const [from = '', to = ''] = [span.from, span.to].map((day) => new Date(day).toISOString().slice(0, 10));
    const note: Note = message('note.long_session', { session, from, to });
    return { ...row, notes: [...row.notes, note] };
  });
}
