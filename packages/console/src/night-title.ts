import { language, texts } from './language.ts';
import { formatWeekday } from './numbers.ts';

const t = texts({ planned: ['Planned night', 'Noche planificada', 'Noite planeada'] });

/** What people call a night: its name, else its weekday and day, such as “Friday 27 November”. @param startedAt null before round 1 */
export function nightTitle(name: string | null, startedAt: string | null): string {
  if (name !== null) return name;
  return startedAt === null ? t.planned : capitalized(formatWeekday(startedAt));
}

const capitalized = (text: string): string => `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}`;
