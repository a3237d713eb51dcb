import type { Fault } from '@bandeja/contract/errors/problem';
import { PLAN_PLAYERS_MAX, PLAN_PLAYERS_MIN } from '@bandeja/contract/plan-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import type { Pair } from '@bandeja/planner';
import { type PlanSettings, presentIn } from './plan-rows.ts';

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The fault of a player that is named by both `profile_id` and `username`, or by neither. */
function namingFaults(list: unknown, field: string): Fault[] {
  if (!Array.isArray(list) || list.length > PLAN_PLAYERS_MAX) return [];
  return list.map(asObject).flatMap((player, index): Fault[] => {
    const hasId = player['profile_id'] != null;
    if (hasId !== (player['username'] != null)) return [];
    const detail = 'Must name the player by exactly one of `profile_id` and `username`.';
    return [{ pointer: pointerTo(field, index), code: hasId ? 'not_one_of' : 'required', detail }];
  });
}

/** What the shape of a plan's body cannot express. Rules between valid settings are in {@link settingsFaults}. */
export function planFaults(value: unknown): Fault[] {
  const body = asObject(value);
  const faults = namingFaults(body['players'], 'players');
  const conflicting = (field: string, detail: string) =>
    faults.push({ pointer: pointerTo(field), code: 'conflicting', detail });
  if (body['scoring'] === 'games' && body['points_per_match'] != null)
    conflicting('points_per_match', 'Must be null: games have no fixed sum.');
  if (body['scoring'] === 'points' && body['sets'] === 3)
    conflicting('sets', 'Must be 1: a match in points is one set.');
  return faults;
}

export const amendedPlanFaults = (value: unknown): Fault[] => namingFaults(asObject(value)['join'], 'join');

/**
 * The rules between the settings of a plan.
 * @param kept unchanged rounds; the others need enough players
 */
export function settingsFaults(settings: PlanSettings, kept: number): Fault[] {
  const { players, rounds } = settings;
  const faults: Fault[] = [];
  if (players.length > PLAN_PLAYERS_MAX) {
    const detail = `The plan would have ${players.length} players; at most ${PLAN_PLAYERS_MAX} can take part.`;
    faults.push({ pointer: pointerTo('players'), code: 'out_of_range', detail });
  }
  if (rounds < kept) {
    const detail = `Must be at least ${kept}: these rounds were opened.`;
    faults.push({ pointer: pointerTo('rounds'), code: 'out_of_range', detail });
  }
  for (const [index, { from_round, until_round }] of players.entries()) {
    if (until_round === null || from_round <= until_round || until_round <= kept) continue;
    const detail = `Must be at least ${from_round}, the round that the player comes in.`;
    faults.push({ pointer: pointerTo('players', index, 'until_round'), code: 'out_of_range', detail });
  }
  return [...faults, ...pairFaults(settings), ...presenceFaults(settings, kept)];
}

function presenceFaults(settings: PlanSettings, kept: number): Fault[] {
  for (let round = kept + 1; round <= settings.rounds; round += 1) {
    const present = presentIn(settings, round).length;
    if (present >= PLAN_PLAYERS_MIN) continue;
    const detail = `Only ${present} players can play in round ${round}; a match needs ${PLAN_PLAYERS_MIN}.`;
    return [{ pointer: pointerTo('players'), code: 'not_enough_players', detail }];
  }
  return [];
}

const keyOf = ([a, b]: Pair): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

function pairFaults({ format, players, fixed_pairs: fixed, avoid_pairs: avoided }: PlanSettings): Fault[] {
  const faults: Fault[] = [];
  for (const [field, pairs] of [['fixed_pairs', fixed] as const, ['avoid_pairs', avoided] as const]) {
    for (const [index, [a, b]] of pairs.entries()) {
      const pointer = pointerTo(field, index);
      if (a === b)
        faults.push({ pointer, code: 'duplicate_participant', detail: 'A pair needs two different players.' });
      const unknown = [a, b].find((number) => number > players.length);
      if (unknown === undefined) continue;
      faults.push({
        pointer,
        code: 'out_of_range',
        detail: `Player ${unknown} does not exist; the plan has ${players.length} players.`,
      });
    }
  }
  const partnered = new Map<number, number>();
  for (const [index, pair] of fixed.entries()) {
    const again = pair.find((number) => partnered.has(number));
    for (const number of pair) partnered.set(number, index);
    if (again === undefined) continue;
    const detail = `Player ${again} is in another fixed pair too.`;
    faults.push({ pointer: pointerTo('fixed_pairs', index), code: 'pair_conflict', detail });
  }
  const together = new Set(fixed.map(keyOf));
  for (const [index, pair] of avoided.entries()) {
    if (!together.has(keyOf(pair))) continue;
    const detail = `Players ${pair[0]} and ${pair[1]} are a fixed pair.`;
    faults.push({ pointer: pointerTo('avoid_pairs', index), code: 'pair_conflict', detail });
  }
  const alone = format === 'teams' ? players.findIndex((_, index) => !partnered.has(index + 1)) : -1;
  if (alone !== -1) {
    const detail = `Player ${alone + 1} is in no fixed pair. In a night of teams, everyone needs one.`;
    faults.push({ pointer: pointerTo('fixed_pairs'), code: 'pair_conflict', detail });
  }
  return faults;
}
