import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@bandeja/contract/errors/problem';
import type { UndonePlan } from '@bandeja/contract/plans';
import type { PartnerContext } from '../context.ts';
import { changePlan, requireRevision } from './change.ts';
import type { Night } from './night.ts';
import { openedRounds, type PlanContent, type PlanSettings } from './plan-rows.ts';
import { readLatestVersion } from './store.ts';

type Undone = UndonePlan['undone'];

interface UndoneNight {
  readonly night: Night;
  readonly undone: Undone;
}

/**
 * Restores a plan before its last change, under a new revision. An undone change cannot be redone, so undo again goes
 * further back.
 * @throws {Problem} `plan_not_found`; `revision_conflict`; `invalid_transition` if nothing is left to undo, or if a result would lose
 *   its round
 */
export async function undoPlan(context: PartnerContext, ref: string, revision: number): Promise<UndoneNight> {
  let undone: Undone | undefined;
  const night = await changePlan(context, ref, async ({ plan, results }) => {
    requireRevision(revision, plan);
    const before = await readLatestVersion(context.database, plan.id);
    if (before === undefined) throw new Problem('invalid_transition', 'All kept changes are undone.');
    const lost = results.lostBy(plan, before);
    if (lost !== undefined) {
      const detail = `Round ${lost.round} has a result on court ${lost.court}. Remove the results of the round first.`;
      throw new Problem('invalid_transition', detail);
    }
    undone = changeBetween(before, plan);
    const { state, open_round, settings, rounds } = before;
    return { content: { state, open_round, settings, rounds }, undone: before };
  });
  if (undone === undefined) throw new Error('a plan was stored without a change');
  return { night, undone };
}

/** The settings that players who join, leave or are replaced change. */
const OF_PLAYERS = ['players', 'fixed_pairs', 'avoid_pairs'];

/** What changed between a revision and the next one. */
function changeBetween(before: PlanContent, after: PlanContent): Undone {
  const opened = openedRounds(after.rounds);
  if (opened > openedRounds(before.rounds)) return { change: 'opened', round: opened };
  if (before.state !== after.state) return { change: 'closed', round: null };
  const names = Object.keys(after.settings) as (keyof PlanSettings)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before.settings[name], after.settings[name]));
  const [first] = changed;
  if (first === undefined) {
    const index = after.rounds.findIndex((round, place) => !isDeepStrictEqual(round, before.rounds[place]));
    return { change: after.rounds[index]?.by_hand === true ? 'by_hand' : 'rounds', round: index + 1 };
  }
  if (changed.includes('players') && changed.every((name) => OF_PLAYERS.includes(name))) {
    return { change: 'players', round: null };
  }
  const isOne = changed.length === 1 && (first === 'courts' || first === 'rounds' || first === 'rank_by');
  return { change: isOne ? first : 'settings', round: null };
}
