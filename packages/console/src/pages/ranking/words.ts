import { texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import type { Window } from '../players/WindowSelect.tsx';

const t = texts('console.ranking.words');

export const rankingTitle = (): string => t('title');

export const rankingSubtitle = (window: Window): string =>
  t('subtitle', { day: formatDay(new Date().toISOString()), n: Number.parseInt(window, 10) });
