/** The night in words, as the page and the screen on the wall show it. */
import type { Api } from '@bandeja/client';
import { fill, language, locale, texts } from '../language.ts';
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
  unnamed: ['Planned night', 'Noche planificada', 'Noite planeada'],
});

/** What several pages and the screen call alike. */
export const shared = texts({
  night: ['Club night', 'Noche del club', 'Noite do clube'],
  tv: ['Show on a screen', 'Mostrar en una pantalla', 'Mostrar num ecrã'],
  soon: ['The first round is not open yet', 'La primera ronda aún no está abierta', 'A primeira ronda ainda não abriu'],
  over: ['Time!', '¡Tiempo!', 'Tempo!'],
  final: ['Final ranking', 'Clasificación final', 'Classificação final'],
  none: ['No result was entered', 'No se anotó ningún resultado', 'Não foi registado nenhum resultado'],
  ended: [
    'This night’s link has ended',
    'El enlace de esta noche ya no es válido',
    'O link desta noite já não é válido',
  ],
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

/**
 * What people call a night: its name, else its day, such as “Friday 27 November”. Null without both.
 * @param day an instant, or the day of a recap, such as 2026-11-27
 */
export function nightName(name: string | null, day: string | null): string | null {
  if (name !== null || day === null) return name;
  const shown = day.includes('T') ? formatWeekday(day) : dayOfClub.format(new Date(day));
  return `${shown.charAt(0).toLocaleUpperCase(language)}${shown.slice(1)}`;
}

/** @param startedAt null before round 1 */
export const nightTitle = (name: string | null, startedAt: string | null): string =>
  nightName(name, startedAt) ?? t.unnamed;

interface NamedNight extends Pick<Api.Night, 'name' | 'club_name'> {
  readonly round: Pick<Api.NightRound, 'opened_at'> | null;
}

/** “Club Norte · Friday americano”. Phones and screens of an open night are where the club is. @param day that of the recap */
export const clubAndNight = ({ name, club_name: club, round }: NamedNight, day: string | null = null): string =>
  [club, nightName(name, day ?? round?.opened_at ?? null)].filter((part) => part !== null).join(' · ');
