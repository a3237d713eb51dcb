import type { Progress } from '@bandeja/contract/progress';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { scoreOf } from '@bandeja/rating';
import type { PartnerContext } from '../context.ts';
import { stateOf } from '../history/stored-states.ts';
import type { TimeKey, TimeWindow } from '../paging/time-order.ts';
import { readVisiblePlayer } from '../players/store.ts';
import { notFound } from '../validation/not-found.ts';
import { type Interval, intervalOf, pointsOf, scoreBefore, summaryOf } from './points.ts';
import { type RatedStepRow, readRatedSteps } from './store.ts';

export interface ProgressRequest extends TimeWindow {
  readonly interval: Interval;
  /** The most points; the newest ones are shown. */
  readonly limit: number;
}

/** Batch size: a day or a week may have any number of matches. */
const BATCH_SIZE = 1_000;

/**
 * A player's score history: the newest points, oldest first.
 * @throws {Problem} `player_not_found`, alike for a player who is invisible and for one who does not exist.
 */
export async function getProgress(
  context: PartnerContext,
  username: string,
  request: ProgressRequest,
): Promise<Progress> {
  return inSnapshot(context.readDatabase, async (snapshot) => {
    const player = await readVisiblePlayer(snapshot, context.actor.partnerId, canonicalUsername(username));
    if (player === undefined) throw notFound('player_not_found', username);
    const steps = await readSteps(snapshot, context.actor.partnerId, player.id, request);
    const points = pointsOf(steps, request.interval);
    const { id, username: name, display_name } = player;
    return {
      player: { id, username: name, display_name },
      points,
      summary: summaryOf(points, scoreBefore(steps) ?? scoreOf(stateOf(player))),
    };
  });
}

/** The matches of the newest `limit` intervals, newest first, each interval whole. */
async function readSteps(
  snapshot: Queryable,
  partnerId: string,
  playerId: string,
  { interval, limit, since, until }: ProgressRequest,
): Promise<RatedStepRow[]> {
  const steps: RatedStepRow[] = [];
  const seen = new Set<number | string>();
  let after: TimeKey | null = null;
  for (;;) {
    const count: number = interval === 'match' ? limit : BATCH_SIZE;
    const found: RatedStepRow[] = await readRatedSteps(snapshot, partnerId, playerId, { since, until }, after, count);
    for (const step of found) {
      seen.add(intervalOf(step, interval));
      if (seen.size > limit) return steps;
      steps.push(step);
    }
    const last: RatedStepRow | undefined = found.at(-1);
    if (last === undefined || found.length < count || interval === 'match') return steps;
    after = { played_at: last.played_at, id: last.match_id };
  }
}
