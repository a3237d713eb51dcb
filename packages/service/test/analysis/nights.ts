/** Matches as a scorer notes them, seen by one player’s pair, which is team A by default. */

import type { Team } from '@bandeja/contract/match-enums';
import { MODEL, type PlayerState } from '@bandeja/rating';
import type { SetScore } from '../../src/history/match-columns.ts';
import { four } from '../../src/history/stored-states.ts';
import { type PlayedMatch, playedMatch } from '../../src/played/played-match.ts';
import type { PlayedMatchRow } from '../../src/played/played-matches-store.ts';
import { matchOf, type SheetSet } from '../ledger/score-sheet.ts';
import { setsOf } from '../support/matches.ts';

export interface Note {
  /** Game by game, or as a scoreline such as `6-4 3-6 10-8`, team A’s games first. */
  readonly sets?: string | readonly SheetSet[];
  /** The player’s team. */
  readonly as?: Team;
  /** Who won; by default who won more sets, then more games, else team A. */
  readonly won?: Team;
  /** The teammate’s username; null if hidden from the caller. */
  readonly beside?: string | null;
  /** d: how far the own pair was above the opponents, logits; by default they are equal. Null: the match is unrated. */
  readonly gap?: number | null;
  /** The player’s score before and after the match: null before it for a newcomer, after it for a match that is not rated. */
  readonly moved?: readonly [before: number | null, after: number | null];
  /** Variance of each of the four, logits²; S is four times as much. */
  readonly variance?: number;
}

/** The first match is the newest; one a day before each other. */
const NEWEST = Date.UTC(2026, 4, 1, 19);
export const DAY_MS = 86_400_000;

const shownOf = (score: number): number => (score - MODEL.ZERO) / MODEL.POINTS;

/** A match as read from the store, with the games of its sets as lists. */
export interface NotedMatch extends PlayedMatchRow {
  readonly set_scores: readonly SetScore[];
}

export function rowOf(note: Note = {}, columns: Partial<NotedMatch> = {}): NotedMatch {
  const { sets = [], as = 'A', beside = 'bea', gap = 0, variance = 0.25, moved = [1500, null] } = note;
  const set_scores = setScoresOf(sets);
  const winning_team = note.won ?? winnerOf(set_scores);
  const isOfFirstPair = winning_team === as;
  const isOwn = (slot: number): boolean => slot < 2 === isOfFirstPair;
  const mean = (slot: number): number => ((isOwn(slot) ? 1 : -1) * (gap ?? 0)) / 4;
  const played_at = columns.played_at ?? NEWEST;
  const slot = isOfFirstPair ? 1 : 3;
  const [before, after] = moved;
  const stateOf = (of: number): PlayerState =>
    of === slot - 1 && before === null
      ? null
      : { mean: mean(of), variance, shown: shownOf(before ?? 1500), at: played_at, played: 20 };
  return {
    played_at,
    winning_team,
    outcome: 'played',
    competition_type: null,
    scoring: null,
    set_scores,
    team: as,
    court_position: null,
    teammate_id: beside === null ? null : `id of ${beside}`,
    teammate_username: beside,
    all_visible: true,
    teammate_display_name: beside?.toUpperCase() ?? null,
    slot: gap === null ? null : slot,
    length: gap === null ? null : 1,
    before: gap === null ? null : four(stateOf),
    shown_after: after === null ? null : shownOf(after),
    ...columns,
  };
}

/** A match as its player saw it. */
export function aMatch(note: Note = {}, columns: Partial<NotedMatch> = {}): PlayedMatch {
  return playedMatch(rowOf(note, columns));
}

/** Equal matches, one per day. */
export function times(count: number, note: Note = {}, columns: Partial<NotedMatch> = {}): PlayedMatch[] {
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
