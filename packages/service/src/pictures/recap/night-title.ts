/** What people call a session on its poster. */
import type { PictureTexts } from '../picture-texts.ts';
import type { NightTitle, PosterSession } from './poster-session.ts';

type Named = Pick<PosterSession, 'name' | 'session_external_ref' | 'started_at' | 'ended_at'>;

/** A reference that is a date, or ends with one, as those of `bandeja import --session-by-day`. */
const DATED = /^(?:(.*\S),\s+)?(\d{4}-\d\d-\d\d)$/u;
const COURT = /^(?:court|pista|quadra|campo|cancha|terrain|piste)s?(?:\s+(?:central|centrale|\p{L}|\p{N}+))?$/iu;

/** The name that people gave to the session; else its day. The club and the place are shown beside it. */
export function titleOf(session: Named, texts: PictureTexts): NightTitle {
  const { session_external_ref: ref } = session;
  if (session.name !== null) return { title: session.name, isDate: false };
  const [, series = '', date] = DATED.exec(ref) ?? [];
  const given = date !== undefined ? series : isName(ref) ? ref : '';
  if (given !== '' && !COURT.test(given)) return { title: given, isDate: false };
  if (session.started_at !== null && texts.hasSeveralDays(session)) return { title: texts.days(session), isDate: true };
  const day = date !== undefined && !Number.isNaN(Date.parse(date)) ? date : session.started_at;
  return day === null ? { title: ref, isDate: false } : { title: texts.longDay(day), isDate: true };
}

/** Whether people would read a reference as a name: `Liga de primavera`, `Jornada 3`, `Americano`; not `night-42`. */
const isName = (ref: string): boolean =>
  (/\p{L}{2}/u.test(ref) && /\s/u.test(ref.trim())) || /^(?:\p{Lu}\p{Ll}+|\p{Lo}+)$/u.test(ref);
