/** The card's sentences and figures as people read them. */
import type { Card, CardWindow } from '../../domain/card/index.ts';
import type { Progress } from '../../domain/progress/index.ts';
import type { Night, Ranked } from './recap/night.ts';

const MINUS = '−';

/** `+24`, `−7`, `0`. */
export const signed = (points: number): string =>
  points === 0 ? '0' : `${points > 0 ? '+' : MINUS}${Math.abs(points)}`;

const FORM_WORDS: Readonly<Record<Card['form']['label'], string>> = {
  hot: 'Hot',
  mixed: 'Mixed',
  cold: 'Cold',
  new: 'Just begun',
};

export const formWord = (label: Card['form']['label']): string => FORM_WORDS[label];

const RESULT_WORDS = { W: 'wins', D: 'draws', L: 'losses' } as const;

/** `4 wins in a row`; empty for a streak of one match. */
export function streakWords({ streak }: Card['form']): string {
  if (streak === null || streak.length < 2) return '';
  return `${streak.length} ${RESULT_WORDS[streak.result]} in a row`;
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

/** Where the score stands among all; empty while that is not known. */
export const percentileWords = (percentile: number | null): string =>
  percentile === null ? '' : `Higher than ${percentile} % of rated players`;

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

/** What stands at the top of the night: a number and what it counts. */
export function nightTotals({ matches, unique_players, average_duration_minutes: minutes }: Night): [string, string][] {
  const { count } = unique_players;
  const totals: [string, string][] = [
    [String(matches.completed), matches.completed === 1 ? 'match' : 'matches'],
    [String(count), count === 1 ? 'player' : 'players'],
  ];
  if (minutes !== null) totals.push([String(Math.round(minutes)), 'minutes a match']);
  return totals;
}

/** `5–1`, with draws `5–1–1` (won, drawn, lost); `61 points` where the night is ranked so. */
export function recordWords({ wins, draws = 0, losses, games_won }: Ranked, rankedBy: Night['ranked_by']): string {
  if (rankedBy === 'points') return games_won === 1 ? '1 point' : `${games_won} points`;
  return (draws === 0 ? [wins, losses] : [wins, draws, losses]).join('–');
}

export const newWord = 'first night';

/** How many players are not shown. */
export const moreWords = (count: number): string => `and ${count} more`;

export const togetherWords = (names: readonly string[]): string => names.join(' & ');

/** Two names against the other two. */
export const againstWords = (names: readonly string[]): string =>
  `${togetherWords(names.slice(0, 2))} v ${togetherWords(names.slice(2))}`;

export const pairRecordWords = (wins: number, played: number): string => `Won ${wins} of ${played} together`;

export function upsetWords(probability: number, score: string | null): string {
  const share = Math.max(Math.round(probability * 100), 1);
  return [...(score === null ? [] : [score]), `a ${share} % chance before the match`].join(' · ');
}

export const closestWords = (score: string, isDraw: boolean): string => (isDraw ? `${score} · draw` : score);

/** What the poster says to those who cannot see it, with whole names. */
export function nightWords(night: Night, title: string): { title: string; description: string } {
  const date = night.started_at === null ? '' : `, ${dayWords(night.started_at, Number.NaN)}`;
  const first = night.leaderboard.filter(({ rank }) => rank === 1).map(({ display_name }) => display_name);
  const totals = nightTotals(night).map((words) => words.join(' '));
  const winners = first.length === 0 ? '' : ` First: ${first.join(', ')}.`;
  return { title: `${title}${date}`, description: `${totals.join(', ')}.${winners}` };
}
