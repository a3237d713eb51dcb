import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import type { NightEntry } from '@bandeja/contract/nights';
import type { ResultPut } from '@bandeja/contract/plan-bodies';
import type { LinkContext } from '../context.ts';
import { type EnteredCourt, enterResult } from '../plans/enter-result.ts';
import type { CourtKey } from '../plans/results.ts';
import { gamesOfSets } from '../plans/view.ts';

interface EnteredByLink {
  readonly isNew: boolean;
  readonly entry: NightEntry;
}

/**
 * Enters the result of a court with a link. Neither the answer nor an error names a session, a match, or a player by more than the
 * number.
 * @throws {Problem} as {@link enterResult}
 */
export async function enterByLink(context: LinkContext, key: CourtKey, body: ResultPut): Promise<EnteredByLink> {
  const entered = await enterResult(context, context.actor.night, key, body).catch((error: unknown) => {
    throw error instanceof Problem ? withoutNames(error, key) : error;
  });
  return { isNew: entered.isNew, entry: entryView(entered) };
}

function withoutNames(problem: Problem, { round, court }: CourtKey): Problem {
  if (problem.code === 'plan_not_found') {
    return new Problem('plan_not_found', `The night has no court ${court} in round ${round}.`);
  }
  if (problem.code !== 'participant_not_eligible') return problem;
  const detail = 'This player is private now. Ask the organizer.';
  const faults = problem.faults?.map((fault): Fault => ({ ...fault, detail })) ?? [];
  return new Problem('participant_not_eligible', detail, { faults });
}

function entryView({ match, revision, changed }: EnteredCourt): NightEntry {
  const { status, set_scores, winning_team, outcome, warnings } = match;
  return {
    result: {
      match_status: status,
      revision,
      set_scores: gamesOfSets(set_scores),
      winning_team,
      outcome,
    },
    changed,
    warnings: warnings.map(({ match_id: _, ...warning }) => warning),
  };
}
