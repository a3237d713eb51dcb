import { fill, texts } from '../../language.ts';
import { formatDay } from '../../numbers.ts';
import type { Window } from '../players/WindowSelect.tsx';

const t = texts({
  title: ['Club ranking', 'Clasificación del club', 'Classificação do clube'],
  subtitle: [
    'All your players on {day}, changes over {n} days',
    'Todos tus jugadores a {day}, cambios en {n} días',
    'Todos os seus jogadores a {day}, variações em {n} dias',
  ],
});

export const rankingTitle = t.title;

export const rankingSubtitle = (window: Window): string =>
  fill(t.subtitle, { day: formatDay(new Date().toISOString()), n: Number.parseInt(window, 10) });
