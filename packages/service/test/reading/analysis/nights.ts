/** Matches as a scorer beside the court notes them, seen from one player’s pair, which is team A unless it is said otherwise. */

import type { Team } from '@bandeja/contract/match-enums';
import type { SetScore } from '../../../src/matches/compact.ts';
import type { PlayerMatchRow } from '../../../src/reading/analysis/player-matches-store.ts';
import { type SeenMatch, seenMatch } from '../../../src/reading/analysis/seen-match.ts';
import { matchOf, type SheetSet } from '../../ledger/score-sheet.ts';
import { setsOf } from '../../support/matches.ts';

export interface Note {
  /** Game by game, or as it is spoken: `6-4 3-6 10-8`, team A’s games first. */
  readonly sets?: string | readonly SheetSet[];
  /** The player’s team. */
  readonly as?: Team;
  /** Who won; by default who won more sets, then more games, else team A. */
  readonly won?: Team;
  /** The teammate’s username; null for one whom the caller may not see. */
  readonly beside?: string | null;
  /** d: how far the own pair was above the opponents, logits; by default they are equal. Null: it stands in no ledger. */
  readonly gap?: number | null;
  /** Variance of each of the four, logits²; S is four times as much. */
  readonly variance?: number;
}

/** The first match is the newest; one a day before each other. */
const NEWEST = Date.UTC(2026, 4, 1, 19);
export const DAY_MS = 86_400_000;

/** A match as it is read from the store, with the games of its sets as lists. */
export interface NotedMatch extends PlayerMatchRow {
  readonly set_scores: readonly SetScore[];
}

export function rowOf(note: Note = {}, columns: Partial<NotedMatch> = {}): NotedMatch {
  const { sets = [], as = 'A', beside = 'bea', gap = 0, variance = 0.25 } = note;
  const set_scores = setScoresOf(sets);
  const winning_team = note.won ?? winnerOf(set_scores);
  const isOfFirstPair = winning_team === as;
  const isOwn = (slot: number): boolean => slot < 2 === isOfFirstPair;
  const mean = (slot: number): number => ((isOwn(slot) ? 1 : -1) * (gap ?? 0)) / 4;
  const played_at = columns.played_at ?? NEWEST;
  return {
    played_at,
    winning_team,
    isOfFirstPair,
    outcome: 'played',
    competition_type: null,
    scoring: null,
    set_scores,
    team: as,
    court_position: null,
    teammate: beside === null ? null : { id: `id of ${beside}`, username: beside, display_name: beside.toUpperCase() },
    length: gap === null ? null : 1,
    before: gap === null ? null : [0, 1, 2, 3].flatMap((slot) => [mean(slot), variance, mean(slot) - 1, played_at, 20]),
    own_shown_before: null,
    own_shown_after: null,
    ...columns,
  };
}

/** A match as its player saw it. */
export function aMatch(note: Note = {}, columns: Partial<NotedMatch> = {}): SeenMatch {
  return seenMatch(rowOf(note, columns));
}

/** So many of the same, one a day. */
export function times(count: number, note: Note = {}, columns: Partial<NotedMatch> = {}): SeenMatch[] {
  return Array.from({ length: count }, (_, day) => aMatch(note, { played_at: NEWEST - day * DAY_MS, ...columns }));
}

function setScoresOf(sets: string | readonly SheetSet[]): readonly SetScore[] {
  if (typeof sets !== 'string') return matchOf(sets).set_scores;
  return setsOf(sets).map(({ set_number, team_a_games, team_b_games }) => {
    return { set_number, team_a_games, team_b_games, game_winners: null, first_server_team: null };
  });
}

function winnerOf(sets: readonly SetScore[]): Team {
  const by = (of: (set: SetScore) => number): number => sets.reduce((sum, set) => sum + of(set), 0);
  const ahead = by((set) => Math.sign(set.team_a_games - set.team_b_games));
  return (ahead || by((set) => set.team_a_games - set.team_b_games)) < 0 ? 'B' : 'A';
}
