import { Problem } from '@bandeja/contract/errors/problem';
import type { MatchPreview, PreviewedPlayer } from '@bandeja/contract/explanation';
import { formatInstant } from '@bandeja/contract/instant';
import type { MatchPreviewRequest } from '@bandeja/contract/match-bodies';
import { type Team, teams } from '@bandeja/contract/match-enums';
import { roundTo } from '@bandeja/contract/rounding';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import {
  lengthOf,
  type PlayerState,
  type PoolCalibration,
  pairEvidenceOf,
  predictMatch,
  scoreOf,
} from '@bandeja/rating';
import { currentPool } from '../calibration/pool.ts';
import type { PartnerContext } from '../context.ts';
import type { MatchFacts } from '../history/match-row.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import { readPlayerStatesAt } from '../history/ratings-store.ts';
import { scoringOfMatch, setsSeenByWinners } from '../history/score-sheet.ts';
import { rateForLedger } from '../history/states.ts';
import type { FourStates } from '../history/stored-states.ts';
import { eligibleFour } from '../matches/decide.ts';
import { type EligibleParticipant, findEligibleParticipants } from '../matches/participants-store.ts';
import { leaderOf } from '../matches/scoreline.ts';
import { readSubmission, type Submission } from '../matches/submission.ts';

/**
 * Computes the rating changes of a match for either winner. Nothing is stored. The match is rated at its point in the
 * history, by the same code as a submission, so that a submission gives the same result.
 * @throws {Problem} `invalid_body`, `participant_not_eligible`, as for a submission.
 */
export async function previewMatch(context: PartnerContext, body: MatchPreviewRequest): Promise<MatchPreview> {
  const submission = readPreview(body, context.now());
  return inSnapshot(context.database, async (transaction) => {
    const { participants } = submission;
    const eligible = await findEligibleParticipants(
      transaction,
      participants.map(({ profile_id, username }) => ({
        partner_id: context.actor.partnerId,
        player_id: profile_id,
        username,
      })),
    );
    const found = participants.map((_, slot) => eligible.find((one) => one.ref_index === slot));
    const players = eligibleFour(found, participants);
    if (players instanceof Problem) throw players;
    const ids = players.map((player) => player.id);
    const states = await readPlayerStatesAt(transaction, ids, submission.played_at);
    return previewOf(submission, players, states, await currentPool(transaction));
  });
}

type PreviewedName = Pick<EligibleParticipant, 'id' | 'username'>;

/** Reads the body as a submission. The winner is the team that leads by the scoreline, or A without a leader. */
function readPreview(body: MatchPreviewRequest, now: number): Submission {
  const sets = body.set_scores ?? [];
  const isWalkover = body.outcome === 'walkover';
  const winner = isWalkover
    ? 'A'
    : (leaderOf(sets, scoringOfMatch({ scoring: body.scoring ?? null, set_scores: asSetScores(sets) })) ?? 'A');
  const read = readSubmission(
    {
      ...body,
      played_at: body.played_at ?? formatInstant(now),
      trust_tier: body.trust_tier ?? 'partner_attested',
      external_ref: 'preview',
      winning_team: winner,
    },
    now,
  );
  if (read instanceof Problem) throw read;
  return read;
}

type SentSets = NonNullable<MatchPreviewRequest['set_scores']>;

const asSetScores = (sets: SentSets): MatchFacts['set_scores'] =>
  [...sets]
    .sort((a, b) => a.set_number - b.set_number)
    .map((set) => ({
      ...set,
      game_winners: set.game_winners ?? null,
      first_server_team: set.first_server_team ?? null,
    }));

function previewOf(
  submission: Submission,
  players: readonly PreviewedName[],
  states: ReadonlyMap<string, PlayerState>,
  { steepness, penalty }: PoolCalibration,
): MatchPreview {
  const facts: MatchFacts = { ...submission, player_ids: players.map((player) => player.id) };
  const stateOf = (team: Team): readonly [PlayerState, PlayerState] => {
    const [first = null, second = null] = players
      .filter((_, slot) => facts.teams[slot] === team)
      .map((player) => states.get(player.id));
    return [first ?? null, second ?? null];
  };
  const length = lengthOf(setsSeenByWinners(facts), scoringOfMatch(facts));
  const probability = predictMatch({
    first: stateOf('A'),
    second: stateOf('B'),
    at: facts.played_at,
    steepness,
    penalty,
    length,
    pairEvidence: pairEvidenceOf(facts.competition_type),
  });
  const [A, B] = teams.map((winner) => outcomeOf(winner, facts, submission, players, states));
  return {
    steepness,
    penalty,
    win_probability: { A: roundTo(probability, 4), B: roundTo(1 - probability, 4) },
    outcomes: { A: A ?? [], B: B ?? [] },
  };
}

/** The changes if `winner` won. The scoreline counts for the team that leads by it, and for both if it is level. */
function outcomeOf(
  winner: Team,
  facts: MatchFacts,
  submission: Submission,
  players: readonly PreviewedName[],
  states: ReadonlyMap<string, PlayerState>,
): PreviewedPlayer[] {
  const leader = leaderOf(facts.set_scores, scoringOfMatch(facts));
  const counts = leader === null || leader === winner;
  const match: MatchFacts = { ...facts, winning_team: winner, set_scores: counts ? facts.set_scores : [] };
  const rated = ratedMatch({ ...match, id: 'preview', trust_tier: submission.trust_tier });
  const [w0 = null, w1 = null, l0 = null, l1 = null] = rated.player_ids.map((id) => states.get(id));
  const before = [w0, w1, l0, l1] satisfies FourStates;
  const after = isRated({ status: 'completed', outcome: facts.outcome }) ? rateForLedger(rated, before).after : before;
  return players.map((player, index) => {
    const slot = rated.player_ids.indexOf(player.id);
    const [scoreBefore, scoreAfter] = [scoreOf(before[slot] ?? null), scoreOf(after[slot] ?? null)];
    return {
      profile_id: player.id,
      username: player.username,
      team: facts.teams[index] ?? 'A',
      service_score_before: scoreBefore,
      service_score_after: scoreAfter,
      delta: scoreAfter - scoreBefore,
    };
  });
}
