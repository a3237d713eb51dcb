/** Results of courts, as the night page and the console enter and show them. Nothing here knows an address. */
import type { Api } from '@bandeja/client';
import { distinctNames } from '@bandeja/contract/distinct-names';
import { texts } from '../language.ts';
import { joinPair, type Named, shownName } from '../names.ts';
import type { Court, ResultEntry, Team } from './entries.ts';

/** The settings that decide which pad is shown. */
export interface Rules {
  readonly scoring: 'points' | 'games';
  /** Null: a match ends by time. */
  readonly points_per_match: number | null;
  /** Sets of a match in games. */
  readonly sets: 1 | 3;
}

export const rulesOf = ({ scoring, points_per_match, sets }: Api.Plan | Api.Night): Rules => ({
  scoring,
  points_per_match,
  sets: sets === 3 ? 3 : 1,
});

const t = texts('console.results.court');

export const courtName = ({ court, name }: Pick<Court, 'court' | 'name'>): string => name ?? t('court', { n: court });

export type NameOf = (number: number) => string;

interface Numbered extends Named {
  readonly number: number;
}

/** Players with the same name get their numbers behind it. */
export function nameOfIn({ players }: { readonly players: readonly Numbered[] }): NameOf {
  const shown = distinctNames(players.map((player) => ({ forms: [shownName(player)], number: player.number })));
  const names = new Map(players.map(({ number }, index) => [number, shown[index]]));
  return (number) => names.get(number) ?? `#${number}`;
}

export const pairOf = (court: Court, team: Team): readonly number[] => (team === 'A' ? court.team_a : court.team_b);

export function pairName(court: Court, team: Team, nameOf: NameOf): string {
  const [a = 0, b = 0] = pairOf(court, team);
  return joinPair(nameOf(a), nameOf(b));
}

/** “15–9”, “6–4 3–6 10–7”; with the winner's names for a match that was not played to the end. */
export function scoreText(result: ResultEntry, court: Court, nameOf: NameOf): string {
  const score = result.set_scores.map((set) => `${set.team_a_games}–${set.team_b_games}`).join(' ');
  if (result.outcome === 'played') return score;
  const names = pairName(court, result.winning_team ?? 'A', nameOf);
  return `${score} ${t(result.outcome, { names })}`.trim();
}

/** The body of an entry. @param seen the revision of the result that the person saw; null if there was none */
export const resultSubmission = (entry: ResultEntry, court: Court, seen: number | null): Api.ResultSubmission => ({
  seen,
  players: { A: court.team_a, B: court.team_b },
  set_scores: entry.set_scores,
  outcome: entry.outcome,
  // Level points are a draw, which the score says.
  winning_team: entry.winning_team ?? undefined,
});
