import type { Fault } from '@bandeja/contract/errors/problem';
import { PLAN_PLAYERS_MAX, PLAN_PLAYERS_MIN } from '@bandeja/contract/plan-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import { checkNight, type NightFault } from '@bandeja/planner';
import { namingFaults } from '../matches/rules.ts';
import { count } from '../validation/detail.ts';
import { plannerNight } from './night.ts';
import type { PlannedPlayer, PlanSettings } from './plan-rows.ts';

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The faults of players that are named by both `profile_id` and `username`, or by neither. */
function playersFaults(list: unknown, field: string): Fault[] {
  if (!Array.isArray(list) || list.length > PLAN_PLAYERS_MAX) return [];
  return list.map(asObject).flatMap((player, index) => namingFaults(player, pointerTo(field, index)));
}

/** The rules that the shape of a plan's body cannot express. Rules between valid settings are in {@link settingsFaults}. */
export function planFaults(value: unknown): Fault[] {
  const body = asObject(value);
  const faults = playersFaults(body['players'], 'players');
  const conflicting = (field: string, detail: string) =>
    faults.push({ pointer: pointerTo(field), code: 'conflicting', detail });
  if (body['scoring'] === 'games' && body['points_per_match'] != null)
    conflicting('points_per_match', 'Must be null: games have no fixed sum.');
  if (body['scoring'] === 'points' && body['sets'] === 3)
    conflicting('sets', 'Must be 1: a match in points is one set.');
  return faults;
}

export const amendedPlanFaults = (value: unknown): Fault[] =>
  ['replace', 'join'].flatMap((field) => playersFaults(asObject(value)[field], field));

/** Where the faults of a list of players are: in `players`, or in the lists of an amendment. */
interface FaultPlaces {
  readonly tooMany: string;
  readonly tooFew: string;
}

const OF_PUT: FaultPlaces = { tooMany: 'players', tooFew: 'players' };

/**
 * The rules between the settings of a plan.
 * @param kept unchanged rounds; the others need enough players
 */
export function settingsFaults(settings: PlanSettings, kept: number, places = OF_PUT): Fault[] {
  const { players, rounds } = settings;
  const faults: Fault[] = [];
  if (players.length > PLAN_PLAYERS_MAX) {
    const detail = `The plan would have ${players.length} players; at most ${PLAN_PLAYERS_MAX} can take part.`;
    faults.push({ pointer: pointerTo(places.tooMany), code: 'out_of_range', detail });
  }
  if (rounds < kept) {
    const detail = `Must be at least ${kept}: these rounds were opened.`;
    faults.push({ pointer: pointerTo('rounds'), code: 'out_of_range', detail });
  }
  for (const field of ['fixed_pairs', 'avoid_pairs'] as const) {
    for (const [index, pair] of settings[field].entries()) {
      const unknown = pair.find((number) => number > players.length);
      if (unknown === undefined) continue;
      const detail = `Player ${unknown} does not exist; the plan has ${count(players.length, 'player')}.`;
      faults.push({ pointer: pointerTo(field, index), code: 'out_of_range', detail });
    }
  }
  // The planner expects pairs of known players.
  if (faults.length > 0) return faults;
  const night = plannerNight(settings, { players: new Map() });
  return checkNight(night, kept + 1).map((fault) => faultOf(fault, settings, places));
}

function faultOf(fault: NightFault, settings: PlanSettings, { tooFew }: FaultPlaces): Fault {
  const { code } = fault;
  if (code === 'not_enough_players') {
    const detail = `Only ${count(fault.present, 'player')} can play in round ${fault.round}; a match needs ${PLAN_PLAYERS_MIN}.`;
    return { pointer: pointerTo(tooFew), code, detail };
  }
  if (code === 'player_without_pair') {
    const detail = `Player ${fault.number} is in no fixed pair. In a night of teams, everyone needs one.`;
    return { pointer: pointerTo('fixed_pairs'), code: 'pair_conflict', detail };
  }
  const field = fault.list === 'fixedPairs' ? 'fixed_pairs' : 'avoid_pairs';
  const [a, b] = settings[field][fault.index] ?? [0, 0];
  const pointer = pointerTo(field, fault.index);
  if (a === b) return { pointer, code, detail: 'A pair needs two different players.' };
  if (field === 'avoid_pairs') return { pointer, code, detail: `Players ${a} and ${b} are a fixed pair.` };
  const earlier = settings.fixed_pairs.slice(0, fault.index).flat();
  return { pointer, code, detail: `Player ${earlier.includes(a) ? a : b} is in another fixed pair too.` };
}

/** The fault of a player who would leave before coming in. */
export function stayFault(pointer: string, { from_round, until_round }: PlannedPlayer): Fault[] {
  if (until_round === null || from_round <= until_round) return [];
  const detail = `Must be at least ${from_round}, the round that the player comes in.`;
  return [{ pointer, code: 'out_of_range', detail }];
}
