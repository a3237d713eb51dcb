/** Opening rounds, and rounds made by hand. */
import { type Fault, Problem } from '@bandeja/contract/errors/problem';
import type { RoundOpening, RoundPut } from '@bandeja/contract/plan-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Lineup, Pair } from '@bandeja/planner';
import type { PartnerContext } from '../context.ts';
import { count } from '../validation/detail.ts';
import { faultyRequest } from '../validation/faults-of.ts';
import { notFound } from '../validation/not-found.ts';
import { changePlan, requireNotClosed, requireRevision } from './change.ts';
import { goneNumbers, type Night, readPeople, redraw } from './night.ts';
import {
  isSameLineup,
  numbersOf,
  openedRounds,
  type PlanContent,
  type PlanRow,
  type PlanSettings,
} from './plan-rows.ts';
import type { CourtKey, PlanResults } from './results.ts';
import { refuse } from './settings.ts';

function requireRound({ session_external_ref: ref, settings }: PlanRow, round: number): void {
  if (round > settings.rounds) throw notFound('plan_not_found', `${ref}, round ${round}`);
}

/**
 * Opens a round. Idempotent. If a player of a round that is not open was erased, or is no longer shared, the rounds are drawn again
 * without the player.
 * @throws {Problem} `plan_not_found`; `invalid_transition` out of order, or where a mexicano waits for results
 */
export function openRound(context: PartnerContext, ref: string, round: number, body: RoundOpening): Promise<Night> {
  return changePlan(context, ref, async ({ plan, results }) => {
    requireRound(plan, round);
    const last = plan.open_round ?? 0;
    if (plan.rounds[round - 1]?.opened_at != null) return null;
    requireNotClosed(plan);
    if (round !== last + 1) throw new Problem('invalid_transition', `Open round ${last + 1} first.`);
    const drawn = await drawnUntil(context, ref, { plan, results }, round, body.without_missing === true);
    const rounds = drawn.rounds.map((one, index) => (index + 1 === round ? { ...one, opened_at: context.now() } : one));
    return { content: { ...drawn, rounds, state: 'open', open_round: round } };
  });
}

/** Draws the next round of a mexicano by the standings, unless it was made by hand; and rounds whose players are gone. */
async function drawnUntil(
  context: PartnerContext,
  ref: string,
  { plan, results }: Night,
  round: number,
  withoutMissing: boolean,
): Promise<PlanContent> {
  const gone = await goneIn(context, plan);
  const firstWith = plan.rounds.findIndex(({ courts }, index) => index >= round - 1 && courts.some(includes(gone)));
  if (plan.settings.format !== 'mexicano')
    return firstWith === -1 ? plan : redraw(context, ref, plan, firstWith, plan.settings.rounds);
  const missing = missingResults(plan, results);
  if (missing.length > 0 && !withoutMissing) {
    const detail = `The next round needs the results of ${count(missing.length, 'court')}. Enter them, or send \`without_missing\`.`;
    throw new Problem('invalid_transition', detail, { extensions: { missing } });
  }
  const isByHand = plan.rounds[round - 1]?.by_hand === true;
  return isByHand && firstWith === -1 ? plan : redraw(context, ref, plan, round - 1, round);
}

const goneIn = async ({ database, actor }: PartnerContext, { settings }: PlanContent): Promise<number[]> =>
  goneNumbers(settings, await readPeople(database, actor.partnerId, settings));

const includes =
  (numbers: readonly number[]) =>
  (lineup: Lineup): boolean =>
    numbersOf(lineup).some((number) => numbers.includes(number));

/** The courts of opened rounds without a result. */
export const missingResults = ({ rounds }: PlanContent, results: PlanResults): CourtKey[] =>
  rounds.flatMap(({ opened_at, courts }, index) =>
    courts
      .map(({ court }) => ({ round: index + 1, court }))
      .filter((key) => opened_at !== null && results.at(key).result === null),
  );

/**
 * Puts players on courts by hand: swap two, or bring in a substitute. Courts with a result must not change.
 * @throws {Problem} `plan_not_found`, `invalid_body`, `revision_conflict`, `invalid_transition`, `participant_not_eligible`
 */
export function putRound(
  context: PartnerContext,
  ref: string,
  round: number,
  body: RoundPut,
  { redrawLater }: { readonly redrawLater: boolean },
): Promise<Night> {
  return changePlan(context, ref, async ({ plan, results }) => {
    requireRound(plan, round);
    refuse(lineupFaults(body, plan.settings));
    requireNotClosed(plan);
    requireRevision(body.revision, plan);
    if (round > plan.rounds.length + 1) throw new Problem('invalid_transition', `Round ${round - 1} is not drawn yet.`);
    const courts = body.courts
      .map(({ court, team_a: teamA, team_b: teamB }): Lineup => ({ court, teamA, teamB }))
      .toSorted((a, b) => a.court - b.court);
    const before = plan.rounds[round - 1] ?? { opened_at: null, courts: [] };
    const changed = courts.filter((one) => !before.courts.some((other) => isSameLineup(one, other)));
    requireEntered(body, changed, await goneIn(context, plan));
    const isSame =
      courts.length === before.courts.length && courts.every((one, index) => isSameLineup(one, before.courts[index]));
    const made = { opened_at: before.opened_at, by_hand: true, courts };
    const rounds = isSame ? plan.rounds : [...plan.rounds.slice(0, round - 1), made, ...plan.rounds.slice(round)];
    const content: PlanContent = { ...plan, rounds };
    const lost = results.lostBy(plan, content);
    if (lost !== undefined) {
      const detail = `Court ${lost.court} has a result, so its players stay. Remove the result first if it is wrong.`;
      throw new Problem('invalid_transition', detail);
    }
    if (!redrawLater) return isSame ? null : { content };
    const kept = Math.max(round, openedRounds(rounds));
    return { content: await redraw(context, ref, content, kept, kept) };
  });
}

/** @throws {Problem} `participant_not_eligible` if a changed court has one of these players */
function requireEntered({ courts }: RoundPut, changed: readonly Lineup[], gone: readonly number[]): void {
  const faults = courts.flatMap(({ court, ...teams }, index) =>
    changed.some((lineup) => lineup.court === court)
      ? (['team_a', 'team_b'] as const).flatMap((team) =>
          teams[team].flatMap((number, slot): Fault[] => {
            if (!gone.includes(number)) return [];
            const detail = `Player ${number} is erased, or private and no longer shared with you.`;
            return [{ pointer: pointerTo('courts', index, team, slot), code: 'participant_not_eligible', detail }];
          }),
        )
      : [],
  );
  if (faults.length > 0) throw faultyRequest('participant_not_eligible', faults);
}

function lineupFaults({ courts }: RoundPut, settings: PlanSettings): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<number>();
  const used = new Set<number>();
  for (const [index, { court, team_a: teamA, team_b: teamB }] of courts.entries()) {
    const pointer = pointerTo('courts', index, 'court');
    if (court > settings.courts) {
      faults.push({ pointer, code: 'out_of_range', detail: `The night has ${count(settings.courts, 'court')}.` });
    } else if (used.has(court)) {
      faults.push({ pointer, code: 'repeated', detail: `Court ${court} is given more than once.` });
    }
    used.add(court);
    for (const [team, pair] of Object.entries({ team_a: teamA, team_b: teamB } satisfies Record<string, Pair>)) {
      for (const [slot, number] of pair.entries()) {
        const place = pointerTo('courts', index, team, slot);
        if (number > settings.players.length) {
          const detail = `Player ${number} does not exist; the plan has ${settings.players.length} players.`;
          faults.push({ pointer: place, code: 'out_of_range', detail });
        } else if (seen.has(number)) {
          const detail = `Player ${number} is in this round already.`;
          faults.push({ pointer: place, code: 'duplicate_participant', detail });
        }
        seen.add(number);
      }
    }
  }
  return faults;
}

export const lineupOf = ({ rounds }: PlanContent, { round, court }: CourtKey): Lineup | undefined =>
  rounds[round - 1]?.courts.find((one) => one.court === court);
