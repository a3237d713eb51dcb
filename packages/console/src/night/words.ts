/** The night in words, as the page and the screen on the wall show it. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../language.ts';

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
