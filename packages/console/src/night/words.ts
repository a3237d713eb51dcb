/** The night in words, as the page and the screen on the wall show it. */
import type { Api } from '@bandeja/client';
import { fill, locale, texts } from '../language.ts';
import { formatWeekday } from '../numbers.ts';

const t = texts({
  round: ['Round {n}', 'Ronda {n}', 'Ronda {n}'],
  planned: ['Starting soon', 'A punto de empezar', 'Quase a começar'],
  closed: ['The night is over', 'La noche ha terminado', 'A noite terminou'],
  entered: ['{n} of {all} scores in', '{n} de {all} resultados', '{n} de {all} resultados'],
  to: ['{format} to {points} points', '{format} a {points} puntos', '{format} até {points} pontos'],
  americano: ['Americano', 'Americano', 'Americano'],
  mexicano: ['Mexicano', 'Mexicano', 'Mexicano'],
  balanced: ['Balanced matches', 'Partidos igualados', 'Encontros equilibrados'],
  teams: ['Fixed pairs', 'Parejas fijas', 'Duplas fixas'],
});

export function titleOf({ state, round }: Api.Night): string {
  if (state === 'closed') return t.closed;
  return round === null ? t.planned : fill(t.round, { n: round.round });
}

export const formatName = (format: Api.Plan['format']): string => t[format];

const formatOf = ({ format, points_per_match: points }: Api.Night): string =>
  points === null ? formatName(format) : fill(t.to, { format: formatName(format), points });

export function subtitleOf(night: Api.Night): string {
  const { state, round, open_courts: missing } = night;
  if (state === 'closed' || round === null) return formatOf(night);
  const all = round.courts.length;
  return `${fill(t.entered, { n: all - missing, all })} · ${formatOf(night)}`;
}

const dayOfClub = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

interface NamedNight extends Pick<Api.Night, 'name'> {
  readonly round: Pick<Api.NightRound, 'opened_at'> | null;
}

/**
 * The name of a night, else its day. Phones and screens of an open night are where the club is.
 * @param date the day of a recap, such as 2026-11-27
 */
export function nightName({ name, round }: NamedNight, date: string | null = null): string | null {
  if (name !== null) return name;
  if (date !== null) return dayOfClub.format(new Date(date));
  return round?.opened_at == null ? null : formatWeekday(round.opened_at);
}

/** “Club Norte · Friday americano”. */
export const clubAndNight = (night: NamedNight & Pick<Api.Night, 'club_name'>, date: string | null = null): string =>
  [night.club_name, nightName(night, date)].filter((part) => part !== null).join(' · ');
