import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import { formatInstant } from '@bandeja/contract/instant';
import type { MatchSubmission } from '@bandeja/contract/match-bodies';
import type { Team } from '@bandeja/contract/match-enums';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import type { ResultPut } from '@bandeja/contract/plan-bodies';
import type { EnteredResult } from '@bandeja/contract/plans';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Lineup } from '@bandeja/planner';
import type { WriterContext } from '../context.ts';
import type { PlannedCourt } from '../history/match-row.ts';
import { matchView } from '../history/match-view.ts';
import { amendMatch } from '../matches/amend.ts';
import { enteredBy } from '../matches/amended-match.ts';
import { leaderOf } from '../matches/scoreline.ts';
import { readMatch } from '../matches/store.ts';
import type { Guard } from '../matches/store-matches.ts';
import { readSubmission, type Submission } from '../matches/submission.ts';
import { type SubmissionOptions, submitMatch } from '../matches/submit.ts';
import { voidMatch } from '../matches/transitions.ts';
import { faultyRequest } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { closedNight, requireNotClosed } from './change.ts';
import { idOf, type Night, readNight } from './night.ts';
import { isSameLineup, numbersOf, type PlanRow } from './plan-rows.ts';
import { type CourtKey, type CourtState, nextReference, PlanResults } from './results.ts';
import { lineupOf } from './rounds.ts';
import { refuse } from './settings.ts';
import { type ResultRow, readPlan, readResults } from './store.ts';
import { nightResult, nightRound, resultView, roundView } from './view.ts';

/** How often an entry is decided again because another one of the same court came first. */
const ATTEMPTS_MAX = 5;

export interface EnteredCourt extends EnteredResult {
  readonly isNew: boolean;
}

/**
 * Enters the result of a court, or corrects it. The same result again changes nothing. Of two different ones, the caller that has not
 * seen the other is refused.
 * @param context of a key or a link
 * @throws {Problem} `plan_not_found`, `invalid_body`, `invalid_transition` before the round is opened and once the night is closed, `lineup_changed`,
 *   `result_conflict`, `link_may_not_score`, `participant_not_eligible`
 */
export async function enterResult(
  context: WriterContext,
  ref: string,
  key: CourtKey,
  body: ResultPut,
): Promise<EnteredCourt> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const night = await readNight(context.database, context.actor.partnerId, ref);
    const { plan, results } = night;
    const lineup = lineupAt(plan, key);
    refuse(scoreFaults(plan, body));
    const sent = submissionOf(context, night, key, lineup, body);
    const submission = readSubmission(sent, context.now());
    if (submission instanceof Problem) throw submission;
    checkLineup(night, key, lineup, body);
    const before = results.at(key);
    const { result, revision } = before;
    if (result !== null && hasSameScore(result, submission)) {
      return { match: await readResultMatch(context, result), revision, changed: false, isNew: false };
    }
    requireNotClosed(plan);
    checkLink(context, plan, key, result);
    checkSeen(body.seen, before);
    const match = await (result === null
      ? submit(context, sent, { guard: guardOf(plan, key, lineup), court: courtOf(context, plan, key) })
      : amend(context, result, sent, notClosed(plan)));
    if (match === null) continue;
    const ofEarlier = revision - (result?.revision ?? 0);
    return {
      match: withoutUsual(match),
      revision: ofEarlier + match.revision,
      changed: true,
      isNew: result === null,
    };
  }
  throw new Problem('overloaded', 'Others keep changing this court.');
}

function lineupAt(plan: PlanRow, { round, court }: CourtKey): Lineup {
  const lineup = lineupOf(plan, { round, court });
  if (lineup === undefined)
    throw notFound('plan_not_found', `${plan.session_external_ref}, round ${round}, court ${court}`);
  return lineup;
}

function scoreFaults({ settings }: PlanRow, { set_scores: sets, outcome }: ResultPut): Fault[] {
  const pointer = pointerTo('set_scores');
  const count = sets?.length ?? 0;
  if (count > settings.sets) {
    const detail = settings.sets === 1 ? 'Must have one set.' : `Must have at most ${settings.sets} sets.`;
    return [{ pointer, code: 'out_of_range', detail }];
  }
  if (outcome === 'retired' || outcome === 'walkover') return [];
  if (count === 0) return [{ pointer, code: 'required', detail: 'A match that was played needs its score.' }];
  const { points_per_match: points } = settings;
  const [set] = sets ?? [];
  const sum = (set?.team_a_games ?? 0) + (set?.team_b_games ?? 0);
  if (points === null || sum === points) return [];
  const detail = `The points add up to ${sum}, but a match has ${points}. If it was stopped, send \`"outcome": "retired"\`.`;
  return [{ pointer: pointerTo('set_scores', 0), code: 'out_of_range', detail }];
}

function submissionOf(
  { actor, now }: WriterContext,
  { plan, results }: Night,
  key: CourtKey,
  lineup: Lineup,
  body: ResultPut,
): MatchSubmission {
  const { settings, session_external_ref } = plan;
  const isPending = actor.kind === 'link' && settings.link_results === 'await_confirmation';
  const team = (name: Team, numbers: Lineup['teamA']) =>
    numbers.map((number) => ({ profile_id: idOf(settings, number), team: name }));
  return {
    external_ref: nextReference(plan, key, results.at(key).voided),
    played_at: formatInstant(plan.rounds[key.round - 1]?.opened_at ?? now()),
    winning_team: body.winning_team ?? leaderOf(body.set_scores ?? [], settings.scoring),
    trust_tier: isPending ? 'player_confirmed' : 'partner_attested',
    participants: [...team('A', lineup.teamA), ...team('B', lineup.teamB)],
    set_scores: body.set_scores ?? null,
    outcome: body.outcome ?? 'played',
    scoring: settings.scoring,
    competition_type: settings.competition_type,
    venue_label: settings.venue_label,
    session_external_ref,
  };
}

function checkLineup(night: Night, key: CourtKey, lineup: Lineup, body: ResultPut): void {
  const sent = { court: key.court, teamA: body.players.A, teamB: body.players.B };
  if (!isSameLineup(sent, lineup)) {
    const four = numbersOf(lineup).join(', ');
    const detail = `Court ${key.court} of round ${key.round} has the players ${four} now.`;
    const round = roundView(night, key.round, { chanceOf: () => null });
    throw new Problem('lineup_changed', detail, { extensions: { round: round && nightRound(round) } });
  }
  if (night.plan.rounds[key.round - 1]?.opened_at == null) {
    throw new Problem('invalid_transition', `Round ${key.round} is not open yet. Open it first.`);
  }
}

/** A link enters missing results, and corrects those of the open round until the next one opens. */
function checkLink({ actor }: WriterContext, { open_round }: PlanRow, { round }: CourtKey, result: ResultRow | null) {
  if (actor.kind !== 'link' || result === null || round === open_round) return;
  throw new Problem('link_may_not_score', 'A later round is open. Ask the organizer to correct this result.');
}

const scoreKey = ({ set_scores, winning_team, outcome }: Pick<Submission, 'set_scores' | 'winning_team' | 'outcome'>) =>
  JSON.stringify([set_scores, winning_team, outcome]);
const hasSameScore = (row: ResultRow, submission: Submission): boolean => scoreKey(row) === scoreKey(submission);

/** @throws {Problem} `result_conflict` if the caller has not seen this state */
function checkSeen(seen: number | null, state: CourtState): void {
  const current = resultView(state);
  if (seen === (current?.revision ?? null)) return;
  const is = current === null ? 'has no result now' : `has a result at revision ${current.revision}`;
  const detail = `You ${seen === null ? 'saw no result' : `saw revision ${seen}`}, but the court ${is}.`;
  throw new Problem('result_conflict', detail, { extensions: { current: current && nightResult(current) } });
}

/**
 * Without warnings for what a night makes normal: the same four within minutes, and any sum of points, which the plan checks or
 * leaves to the clock.
 */
const withoutUsual = (match: MatchViewWithWarnings): MatchViewWithWarnings => ({
  ...match,
  warnings: match.warnings.filter(
    ({ code }) => code !== 'same_players_nearby' && (code !== 'unusual_score' || match.scoring !== 'points'),
  ),
});

const OVERTAKEN = new Problem('revision_conflict');

/** Rejects the first entry of a court if the night was closed, or its round was changed or undone, since the plan was read. */
const guardOf =
  (plan: PlanRow, key: CourtKey, lineup: Lineup): Guard =>
  async (transaction) => {
    const now = await readPlan(transaction, plan.partner_id, plan.session_external_ref);
    if (now?.id !== plan.id || !isSameLineup(lineupOf(now, key), lineup)) return OVERTAKEN;
    const [before, round] = [plan, now].map(({ rounds }) => rounds[key.round - 1]);
    return round?.opened_at !== before?.opened_at || now.state === 'closed' ? OVERTAKEN : null;
  };

/** Rejects a change of a stored result if the night was closed since the plan was read. */
const notClosed =
  ({ partner_id, session_external_ref }: PlanRow): Guard =>
  async (transaction) => {
    const now = await readPlan(transaction, partner_id, session_external_ref);
    return now?.state === 'closed' ? closedNight() : null;
  };

const courtOf = ({ actor }: WriterContext, { id }: PlanRow, { round, court }: CourtKey): PlannedCourt => ({
  plan_id: id,
  plan_round: round,
  plan_court: court,
  ...enteredBy(actor),
});

/** @returns null if another entry or a change of the plan came first */
async function submit(
  context: WriterContext,
  sent: MatchSubmission,
  options: SubmissionOptions,
): Promise<MatchViewWithWarnings | null> {
  try {
    return await submitMatch(context, sent, options);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error === OVERTAKEN || error.code === 'duplicate_external_ref') return null;
    throw atPlayers(error);
  }
}

const PLAYER_POINTERS = ['/players/A/0', '/players/A/1', '/players/B/0', '/players/B/1'];

/** Points at the players of the entry instead of those of the match. */
function atPlayers(problem: Problem): Problem {
  const { code, faults = [] } = problem;
  if (code !== 'participant_not_eligible') return problem;
  const moved = faults.map((fault) => {
    const [, slot] = /^\/participants\/(\d)$/.exec(fault.pointer ?? '') ?? [];
    return slot === undefined ? fault : { ...fault, pointer: PLAYER_POINTERS[Number(slot)] ?? '' };
  });
  return faultyRequest(code, moved);
}

/** @returns null if another change of the match came first */
async function amend(
  context: WriterContext,
  before: ResultRow,
  { winning_team, outcome, set_scores }: MatchSubmission,
  guard: Guard,
): Promise<MatchViewWithWarnings | null> {
  try {
    const changes = {
      revision: before.revision,
      winning_team,
      outcome: outcome ?? null,
      set_scores: set_scores ?? null,
    };
    return await amendMatch(context, before.id, changes, undefined, guard);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'revision_conflict' || error.code === 'invalid_transition') return null;
    throw error;
  }
}

async function readResultMatch({ database, actor }: WriterContext, { id }: ResultRow): Promise<MatchViewWithWarnings> {
  const row = await readMatch(database, actor.partnerId, id);
  if (row === undefined) throw new Error(`the match ${id} is gone`);
  return { ...matchView(row), warnings: [] };
}

const WRONG_COURT = 'The result was removed from the plan of the night.';

/**
 * Voids the result of a court. Without one, nothing changes.
 * @param seen what the caller saw; undefined removes any result
 * @throws {Problem} `plan_not_found`; `invalid_transition` once the night is closed; `result_conflict`
 */
export async function removeResult(
  context: WriterContext,
  ref: string,
  key: CourtKey,
  { reason = WRONG_COURT, seen }: { readonly reason?: string | undefined; readonly seen?: number | null | undefined },
): Promise<void> {
  const { plan, results } = await readNight(context.database, context.actor.partnerId, ref);
  lineupAt(plan, key);
  requireNotClosed(plan);
  const { result } = results.at(key);
  if (result === null) return;
  await voidMatch(context, result.id, reason, undefined, async (transaction) => {
    const now = new PlanResults(await readResults(transaction, plan)).at(key);
    if (seen !== undefined && now.result !== null) checkSeen(seen, now);
    return notClosed(plan)(transaction);
  });
}
