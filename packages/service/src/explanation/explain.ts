import type { ExplainedParticipant, MatchExplanation } from '@bandeja/contract/explanation';
import type { Team } from '@bandeja/contract/match-enums';
import { roundTo } from '@bandeja/contract/rounding';
import {
  changePartNames,
  expectedShareBefore,
  explainChange,
  isStated,
  knownState,
  levelOf,
  type PlayerState,
  type PoolCalibration,
  type RatedMatch,
  rateMatch,
  type Scale,
  scoreOf,
  uncertaintyOfVariance,
} from '@bandeja/rating';
import type { LedgerRow } from '../history/ledger-store.ts';
import { isHidden, type MatchRowWithNames } from '../history/match-row.ts';
import { firstTeam, modelInput } from '../history/rated-match.ts';
import { scoringOfMatch } from '../history/score-sheet.ts';
import type { Language } from '../messages/languages.ts';
import { type PartFacts, partMessage } from './part-messages.ts';

interface ByTeam {
  readonly A: number;
  readonly B: number;
}

const byTeam = (winner: Team, ofWinners: number): ByTeam => {
  const [own, other] = [roundTo(ofWinners, 4), roundTo(1 - ofWinners, 4)];
  return winner === 'A' ? { A: own, B: other } : { A: other, B: own };
};

/** The explanation of a match that is not rated. */
export function unratedExplanation(matchId: string): MatchExplanation {
  return {
    match_id: matchId,
    model_version: null,
    steepness: null,
    penalty: null,
    win_probability: null,
    expected_games_share: null,
    games_share: null,
    weight: null,
    participants: [],
  };
}

/**
 * Explains a rated match. The parts are computed again from its ledger row, with the same formula.
 * @param pool the calibration for the shown probabilities
 * @param scale of the levels
 */
export function explainMatch(
  match: MatchRowWithNames,
  ledger: LedgerRow,
  pool: PoolCalibration,
  { language, scale }: { readonly language: Language; readonly scale: Scale },
): MatchExplanation {
  const { before } = ledger;
  const input = modelInput(ledger);
  const { units } = input;
  const [w0, w1, l0, l1] = before;
  const { steepness, penalty } = pool;
  const first = firstTeam(match);
  const rated = rateMatch({
    winners: [w0, w1],
    losers: [l0, l1],
    ...input,
    steepness,
    penalty,
  });
  const share = units === null ? null : units.won / (units.won + units.lost);
  const { winProbability, learningGap } = rated.expected;
  const expectedShare = units === null ? null : expectedShareBefore(learningGap, units);
  // The expectation of the match, three shares of the uncertainty, and the pair evidence would reveal the rating of the hidden player.
  const isAnyHidden = match.names.some(isHidden);
  return {
    match_id: match.id,
    model_version: ledger.model_version,
    steepness,
    penalty,
    win_probability: isAnyHidden ? null : byTeam(first, winProbability),
    expected_games_share: isAnyHidden || expectedShare === null ? null : byTeam(first, expectedShare),
    games_share: share === null ? null : byTeam(first, share),
    weight: roundTo(ledger.weight, 4),
    participants: match.player_ids.map((playerId, index) => {
      const slot = ledger.player_ids.indexOf(playerId);
      const state = before[slot as 0];
      const teammate = before[teammateOf(slot) as 0];
      const facts = factsOf(match, rated, { slot, expectedShare, share, state, teammate, scale });
      const explained = explainParticipant(match, rated, { index, slot, before: state, facts, language });
      return isAnyHidden ? { ...explained, ...NOT_BESIDE_HIDDEN } : explained;
    }),
  };
}

/** The slot of the other player of the same team. */
const teammateOf = (slot: number): number => slot + 1 - 2 * (slot % 2);

function factsOf(
  match: MatchRowWithNames,
  { expected, after, priors, parts }: RatedMatch,
  player: {
    readonly slot: number;
    readonly expectedShare: number | null;
    readonly share: number | null;
    readonly state: PlayerState;
    readonly teammate: PlayerState;
    readonly scale: Scale;
  },
): PartFacts {
  const [known, mate] = [knownState(player.state), knownState(player.teammate)];
  const [stateAfter, prior, part] = [after[player.slot as 0], priors[player.slot as 0], parts[player.slot as 0]];
  const points = isStated(player.state) ? player.state.points : null;
  const isOfFirst = player.slot < 2;
  const own = (ofWinners: number | null): number | null =>
    ofWinners === null ? null : isOfFirst ? ofWinners : 1 - ofWinners;
  return {
    result: match.winning_team === null ? 'drew' : isOfFirst ? 'won' : 'lost',
    winProbability: own(expected.winProbability) ?? 0,
    expectedShare: own(player.expectedShare),
    share: own(player.share),
    unit: scoringOfMatch(match) ?? 'games',
    stated: points === null ? null : { service_score: points, level: levelOf(points, player.scale) },
    scoreBefore: scoreOf(player.state),
    uncertaintyBefore: uncertaintyOfVariance(prior.variance),
    isTeammateRated: mate !== null,
    teammateAbove: known === null || mate === null ? 0 : mate.mean - known.mean,
    moved: part.result + part.margin,
    held: stateAfter.shown - stateAfter.mean,
  };
}

/** They depend on the states of all four, or of the teammate. */
const NOT_BESIDE_HIDDEN = { parts: null, uncertainty_before: null, share_of_uncertainty: null };

/** The fields of a player that is no longer visible to the partner. */
const NOT_SHOWN = {
  service_score_before: null,
  service_score_after: null,
  delta: null,
  parts: null,
  uncertainty_before: null,
  uncertainty_after: null,
  share_of_uncertainty: null,
};

function explainParticipant(
  match: MatchRowWithNames,
  { after, priors, parts, expected }: RatedMatch,
  player: {
    readonly index: number;
    readonly slot: number;
    readonly before: Parameters<typeof explainChange>[1];
    readonly facts: PartFacts;
    readonly language: Language;
  },
): ExplainedParticipant {
  const { index, slot, before, facts, language } = player;
  const name = match.names[index];
  const who = {
    profile_id: name?.id ?? null,
    username: name?.username ?? null,
    team: match.teams[index] ?? 'A',
  };
  if (name?.display_name == null) return { ...who, ...NOT_SHOWN };
  const [state, prior, moved] = [after[slot as 0], priors[slot as 0], parts[slot as 0]];
  const points = explainChange(moved, before, state);
  return {
    ...who,
    service_score_before: scoreOf(before),
    service_score_after: scoreOf(state),
    delta: points.total,
    parts: changePartNames
      .filter((code) => points[code] !== 0)
      .map((code) => ({ code, points: points[code], ...partMessage(language, code, points[code], facts) })),
    uncertainty_before: uncertaintyOfVariance(prior.variance),
    uncertainty_after: uncertaintyOfVariance(state.variance),
    share_of_uncertainty: roundTo(prior.variance / expected.totalVariance, 4),
  };
}
