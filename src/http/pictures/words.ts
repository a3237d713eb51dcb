/** The card's sentences and figures as people read them. */
import type { Card, CardWindow } from '../../domain/card/index.ts';
import type { Progress } from '../../domain/progress/index.ts';

const MINUS = '−';

/** `+24`, `−7`, `0`. */
export const signed = (points: number): string =>
  points === 0 ? '0' : `${points > 0 ? '+' : MINUS}${Math.abs(points)}`;

const FORM_WORDS: Readonly<Record<Card['form']['label'], string>> = {
  hot: 'Hot',
  steady: 'Steady',
  cold: 'Cold',
  new: 'Just begun',
};

export const formWord = (label: Card['form']['label']): string => FORM_WORDS[label];

/** `4 wins in a row`; empty for a streak of one match. */
export function streakWords({ streak }: Card['form']): string {
  if (streak === null || streak.length < 2) return '';
  return `${streak.length} ${streak.result === 'W' ? 'wins' : 'losses'} in a row`;
}

const CONSISTENCY_WORDS: Readonly<Record<Card['consistency']['label'], string>> = {
  very_steady: 'Very steady',
  steady: 'Steady',
  changeable: 'Changeable',
  streaky: 'Streaky',
  new: 'Needs five matches with sets',
};

export const consistencyWord = (label: Card['consistency']['label']): string => CONSISTENCY_WORDS[label];

export const windowTitles = ['7 days', '30 days', '90 days'] as const;

/** `5 W · 2 L`, or a phrase for a window without matches; then shorter forms for large counts. */
export function windowWords({ matches, wins, losses }: CardWindow): [string, ...string[]] {
  if (matches === 0) return ['no match'];
  return [`${wins} W · ${losses} L`, `${wins} W ${losses} L`, `${wins}–${losses}`, matchesWords(matches)];
}

/** `1 match`, `48 matches`. */
export const matchesWords = (count: number): string => (count === 1 ? '1 match' : `${count} matches`);

/** With whom against whom. @param names the teammate’s, then the opponents’ */
export const othersWords = ([teammate, ...opponents]: readonly string[]): string =>
  `with ${teammate} v ${opponents.join(' & ')}`;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `1 May`, or `1 May 2025` if the year is not the current one; UTC. */
export function dayWords(instant: string, now: number): string {
  const at = new Date(instant);
  return (at.getUTCFullYear() === new Date(now).getUTCFullYear() ? day : dayAndYear).format(at);
}

/** How sure the score is and how it has moved, the longest form first. */
export function changeWords({ points, summary: { change } }: Progress, now: number): [string, ...string[]] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [''];
  const spread = `± ${last.uncertainty}`;
  const since = `${signed(change)} since ${dayWords(first.at, now)}`;
  return [`${spread} · ${since}`, `${spread} · ${signed(change)}`, spread];
}

/** What a chart says to those who cannot see it. */
export function progressWords({ player, points, summary }: Progress): { title: string; description: string } {
  const title = `${player.display_name}: ${summary.current} points`;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return { title, description: 'No rated match to show.' };
  const [from, to] = [first, last].map(({ at }) => dayWords(at, Number.NaN));
  return {
    title,
    description: `From ${summary.first} to ${summary.current} between ${from} and ${to}; lowest ${summary.lowest}, highest ${summary.peak}; the last score is ± ${last.uncertainty}.`,
  };
}
