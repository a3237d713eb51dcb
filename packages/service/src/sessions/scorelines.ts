import { formatInstant } from '@bandeja/contract/instant';
import type { Team } from '@bandeja/contract/match-enums';
import { roundTo } from '@bandeja/contract/rounding';
import type { PlayerName, Scoreline } from '@bandeja/contract/session-rows';
import type { SessionRecap } from '@bandeja/contract/sessions';
import type { MatchRowWithNames } from '../history/match-row.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import { totalsOf } from '../matches/scoreline.ts';
import { placesOf } from '../ranking/players.ts';

/** A match was close if the losers won at least this share of all games. */
export const CLOSE_SHARE_MIN = 0.43;
/** A match was lopsided if the losers won at most this share of all games. */
export const LOPSIDED_SHARE_MAX = 0.25;

interface Scored {
  readonly match: MatchRowWithNames;
  /** The losers’ share of all games, unrounded. */
  readonly share: number;
}

/**
 * The closest and the most lopsided match, and the number of close and lopsided ones, over matches with a scoreline that were played
 * to the end. The later of two equal ones counts. A draw can be the closest, but not the most lopsided. A match that is
 * both counts as the most lopsided only.
 */
export class Scorelines {
  #closest: Scored | null = null;
  #lopsided: Scored | null = null;
  #closeMatches = 0;
  #lopsidedMatches = 0;
  #areAllInPoints = true;

  add(match: MatchRowWithNames): void {
    const share = match.outcome === 'played' ? loserShare(match) : null;
    if (share === null) return;
    this.#areAllInPoints &&= scoringOfMatch(match) === 'points';
    if (this.#closest === null || share >= this.#closest.share) this.#closest = { match, share };
    const isDraw = match.winning_team === null;
    if (!isDraw && (this.#lopsided === null || share <= this.#lopsided.share)) this.#lopsided = { match, share };
    this.#closeMatches += Number(share >= CLOSE_SHARE_MIN);
    this.#lopsidedMatches += Number(share <= LOPSIDED_SHARE_MAX);
  }

  /** Whether there are scorelines, all of them in points. */
  get isInPoints(): boolean {
    return this.#closest !== null && this.#areAllInPoints;
  }

  view(): SessionRecap['scorelines'] {
    // A 6–2 6–2 that is the only match of the session is hardly the closest.
    const isOnly = this.#closest?.match === this.#lopsided?.match;
    return {
      closest: isOnly ? null : this.#closest && viewOf(this.#closest),
      most_lopsided: this.#lopsided && viewOf(this.#lopsided),
      close_matches: this.#closeMatches,
      lopsided_matches: this.#lopsidedMatches,
    };
  }
}

function viewOf({ match, share }: Scored): Scoreline {
  return { ...scorelineOf(match), set_scores: setScoresOf(match), games_share_loser: roundTo(share, 4) };
}

/** The losers' share of all games, one half in a draw; null without a scoreline. */
function loserShare(match: MatchRowWithNames): number | null {
  if (match.set_scores.length === 0) return null;
  const { A, B } = totalsOf(match.set_scores, scoringOfMatch(match));
  return (match.winning_team === 'A' ? B.games : A.games) / (A.games + B.games);
}

/** The scoreline of a match: the winner's games first, or team A's in a draw. Fields that need a scoreline are null without one. */
export function scorelineOf(match: MatchRowWithNames) {
  const places = placesOf(match);
  const team = (letter: Team): PlayerName[] =>
    places.filter((place) => place.team === letter).map((place) => place.name);
  const share = loserShare(match);
  return {
    match_id: match.id,
    played_at: formatInstant(match.played_at),
    winning_team: match.winning_team,
    set_scores: share === null ? null : setScoresOf(match),
    games_share_loser: share === null ? null : roundTo(share, 4),
    players: { A: team('A'), B: team('B') },
  };
}

function setScoresOf({ set_scores, winning_team }: MatchRowWithNames): string {
  return set_scores
    .map(({ team_a_games: a, team_b_games: b }) => (winning_team === 'B' ? `${b}-${a}` : `${a}-${b}`))
    .join(' ');
}
