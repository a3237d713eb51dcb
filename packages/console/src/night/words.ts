/** The night in words, as the page and the screen on the wall show it. */
import type { Api } from '@bandeja/client';
import { language, locale, texts } from '../language.ts';
import { formatWeekday } from '../numbers.ts';

const t = texts('console.night.words');

/** What several pages and the screen call alike. */
export const shared = texts('console.night.words_shared');

export function titleOf({ state, round }: Api.Night): string {
  if (state === 'closed') return t('closed');
  return round === null ? t('planned') : t('round', { n: round.round });
}

export const formatName = (format: Api.Plan['format']): string => t(format);

const formatOf = ({ format, points_per_match: points }: Api.Night): string =>
  points === null ? formatName(format) : t('to', { format: formatName(format), points });

export function subtitleOf(night: Api.Night): string {
  const { state, round, open_courts: missing } = night;
  if (state === 'closed' || round === null) return formatOf(night);
  const all = round.courts.length;
  return `${t('entered', { n: all - missing, all })} · ${formatOf(night)}`;
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
  nightName(name, startedAt) ?? t('unnamed');

interface NamedNight extends Pick<Api.Night, 'name' | 'club_name'> {
  readonly round: Pick<Api.NightRound, 'opened_at'> | null;
}

/** “Club Norte · Friday americano”. Phones and screens of an open night are where the club is. @param day that of the recap */
export const clubAndNight = ({ name, club_name: club, round }: NamedNight, day: string | null = null): string =>
  [club, nightName(name, day ?? round?.opened_at ?? null)].filter((part) => part !== null).join(' · ');
