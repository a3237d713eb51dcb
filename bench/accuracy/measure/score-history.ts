/** The scores that players see, followed through a history. */
import { replay, scoreOfShown } from '../../../src/rating/index.ts';
import type { MatchSet } from '../data/match-set.ts';

/** Matches of about the same difference of score between the two sides. */
export interface ScoreGapBin {
  /** Mean difference in points: the first side's two scores added, less the other side's. */
  readonly gap: number;
  readonly matches: number;
  /** Share that the first side won. */
  readonly observed: number;
  /** Mean probability that the model gave it. */
  readonly predicted: number;
}

/** One player's score after each of their matches. */
export interface ScorePath {
  /** Player index. */
  readonly player: number;
  readonly points: readonly { readonly at: number; readonly score: number }[];
}

/** What the plots show of a history. */
export interface ScoreHistory {
  readonly gaps: readonly ScoreGapBin[];
  readonly paths: readonly ScorePath[];
}

const GAP_WIDTH = 100;
/** Wider gaps than this are rare, and won nearly always. */
const GAP_MAX = 800;
/** A share of fewer matches than this says nothing. */
const BIN_MIN = 20;
const PATHS = 5;

/** Follows a history with the constants in use; gaps are those of the rows to score. */
export function scoreHistoryOf(set: MatchSet): ScoreHistory {
  const { matches, playerCount } = set;
  const { history, winProbability } = replay(matches, { playerCount, keepHistory: true });
  const shown = history?.shown ?? new Float64Array();
  const followed = mostPlayed(set);
  const paths = followed.map((player): ScorePath & { points: { at: number; score: number }[] } => ({
    player,
    points: [],
  }));
  const score = new Float64Array(playerCount).fill(scoreOfShown(null));
  const bins = new Map<number, { gap: number; matches: number; won: number; predicted: number }>();
  for (let row = 0; row < matches.at.length; row += 1) {
    const scoreAt = (slot: number): number => score[matches.players[4 * row + slot] as number] as number;
    const winners = scoreAt(0) + scoreAt(1) - (scoreAt(2) + scoreAt(3));
    const isFirst = set.isFirstWinner[row] === 1;
    if (row >= set.scoreFrom) {
      const probability = winProbability[row] as number;
      addGap(bins, isFirst ? winners : -winners, isFirst, isFirst ? probability : 1 - probability);
    }
    for (let slot = 0; slot < 4; slot += 1) {
      const player = matches.players[4 * row + slot] as number;
      score[player] = scoreOfShown(shown[4 * row + slot] as number);
      const path = followed.indexOf(player);
      if (path >= 0) paths[path]?.points.push({ at: matches.at[row] as number, score: score[player] as number });
    }
  }
  return { gaps: finish(bins), paths };
}

function mostPlayed({ matches: { players }, playerCount }: MatchSet): number[] {
  const played = new Int32Array(playerCount);
  for (const player of players) played[player] = (played[player] as number) + 1;
  return Array.from(played.keys())
    .sort((a, b) => (played[b] as number) - (played[a] as number) || a - b)
    .slice(0, PATHS);
}

function addGap(
  bins: Map<number, { gap: number; matches: number; won: number; predicted: number }>,
  gap: number,
  isWon: boolean,
  predicted: number,
): void {
  if (Math.abs(gap) > GAP_MAX) return;
  const key = Math.round(gap / GAP_WIDTH);
  const bin = bins.get(key) ?? { gap: 0, matches: 0, won: 0, predicted: 0 };
  bin.gap += gap;
  bin.matches += 1;
  bin.won += Number(isWon);
  bin.predicted += predicted;
  bins.set(key, bin);
}

function finish(
  bins: ReadonlyMap<number, { gap: number; matches: number; won: number; predicted: number }>,
): ScoreGapBin[] {
  return [...bins.values()]
    .filter(({ matches }) => matches >= BIN_MIN)
    .map(({ gap, matches, won, predicted }) => ({
      gap: gap / matches,
      matches,
      observed: won / matches,
      predicted: predicted / matches,
    }))
    .sort((a, b) => a.gap - b.gap);
}
