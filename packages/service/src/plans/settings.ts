/** From bodies to settings. */
import { createHash } from 'node:crypto';
import type { Fault } from '@bandeja/contract/errors/problem';
import { parseInstant } from '@bandeja/contract/instant';
import type { PlanPatch, PlanPut } from '@bandeja/contract/plan-bodies';
import { pointerTo } from '@bandeja/contract/pointer';
import { canonicalUsername } from '@bandeja/contract/username';
import type { Pair } from '@bandeja/planner';
import type { Queryable } from '@bandeja/postgres/database';
import { findEligibleParticipants } from '../matches/participants-store.ts';
import { faultyRequest, invalidBody } from '../validation/faults-of.ts';
import { leaving, type PlannedPlayer, type PlanSettings } from './plan-rows.ts';
import { stayFault } from './rules.ts';

type SentPlayer = PlanPut['players'][number];

/** @throws {Problem} `invalid_body` if there are faults */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidBody(faults);
}

/**
 * The ids of players as sent.
 * @param field where they are in the body
 * @throws {Problem} `participant_not_eligible`; `invalid_body` if two of them are the same player
 */
export async function playerIdsOf(
  database: Queryable,
  partnerId: string,
  players: readonly SentPlayer[],
  field: string,
): Promise<string[]> {
  const named = players.map(({ profile_id, username }) => ({
    partner_id: partnerId,
    player_id: profile_id ?? null,
    username: username == null ? null : canonicalUsername(username),
  }));
  const found = players.length === 0 ? [] : await findEligibleParticipants(database, named);
  const ids = new Map(found.map(({ ref_index, id }) => [ref_index, id]));
  const missing = players.flatMap(({ profile_id, username }, index): Fault[] => {
    if (ids.has(index)) return [];
    const detail = `The player “${profile_id ?? username}” does not exist, or is private and not shared with you.`;
    return [{ pointer: pointerTo(field, index), code: 'participant_not_eligible', detail }];
  });
  if (missing.length > 0) throw faultyRequest('participant_not_eligible', missing);
  const list = players.map((_, index) => ids.get(index) ?? '');
  refuse(list.flatMap((id, index) => (list.indexOf(id) === index ? [] : [repeated(field, index)])));
  return list;
}

export const repeated = (field: string, index: number): Fault => ({
  pointer: pointerTo(field, index),
  code: 'duplicate_participant',
  detail: 'This player is in the plan already.',
});

/** The same for the same session, so that a dry run shows the plan that will be stored. */
const seedOf = (ref: string): number => createHash('sha256').update(ref).digest().readUInt32BE() % 2 ** 31;

/** @param ids of the players, in the order sent */
export function settingsOf(ref: string, body: PlanPut, ids: readonly string[]): PlanSettings {
  return {
    name: body.name ?? null,
    format: body.format,
    players: body.players.map(({ from_round, until_round }, index) => ({
      id: ids[index] ?? '',
      from_round: from_round ?? 1,
      until_round: until_round ?? null,
    })),
    courts: body.courts,
    rounds: body.rounds,
    scoring: body.scoring,
    points_per_match: body.points_per_match ?? null,
    sets: body.sets ?? 1,
    minutes_per_round: body.minutes_per_round ?? null,
    ends_at: body.ends_at == null ? null : parseInstant(body.ends_at),
    fixed_pairs: body.fixed_pairs ?? [],
    avoid_pairs: body.avoid_pairs ?? [],
    mexicano_pairing: body.mexicano_pairing ?? '1_4',
    rank_by: body.rank_by ?? 'auto',
    courts_named: body.courts_named ?? [],
    venue_label: body.venue_label ?? null,
    competition_type: body.competition_type ?? null,
    link_results: body.link_results ?? 'complete',
    seed: body.seed ?? seedOf(ref),
  };
}

/**
 * The settings that replace those of a plan with kept rounds. Players keep their numbers, because kept rounds and phones name them
 * so. A player who is not sent leaves after the kept rounds.
 */
export function renumbered(before: PlanSettings, sent: PlanSettings, kept: number): PlanSettings {
  if (kept === 0) return sent;
  const known = before.players.map((player) => {
    const again = sent.players.find(({ id }) => id === player.id);
    if (again === undefined) return leaving(player, kept);
    return hasLeft(player, kept) && !hasLeft(again, kept) ? returning(player, joining(again, kept)) : again;
  });
  const added = sent.players.filter(({ id }) => !before.players.some((player) => player.id === id));
  const players = [...known, ...added.map((player) => joining(player, kept))];
  const numberOf = (number: number): number =>
    players.findIndex(({ id }) => id === sent.players[number - 1]?.id) + 1 || number;
  const paired = (pairs: readonly Pair[]) => pairs.map(([a, b]): Pair => [numberOf(a), numberOf(b)]);
  return { ...sent, players, fixed_pairs: paired(sent.fixed_pairs), avoid_pairs: paired(sent.avoid_pairs) };
}

const joining = (player: PlannedPlayer, kept: number): PlannedPlayer => ({
  ...player,
  from_round: Math.max(player.from_round, kept + 1),
});

const hasLeft = ({ until_round }: PlannedPlayer, kept: number): boolean => until_round !== null && until_round <= kept;

/** A player who comes back. The rounds in between would count as rests, so only one who missed none is there from the start. */
const returning = (left: PlannedPlayer, back: PlannedPlayer): PlannedPlayer =>
  back.from_round - 1 === left.until_round ? { ...back, from_round: Math.min(left.from_round, back.from_round) } : back;

function unknownNumber(field: string, index: number, number: number, players: number): Fault {
  const detail = `Player ${number} does not exist; the plan has ${players} players.`;
  return { pointer: pointerTo(field, index, 'number'), code: 'out_of_range', detail };
}

/** The players with other profiles under their numbers. */
function replaced(
  before: readonly PlannedPlayer[],
  { replace }: Pick<PlanPatch, 'replace'>,
  ids: readonly string[],
  faults: Fault[],
): PlannedPlayer[] {
  const players = [...before];
  for (const [index, { number }] of (replace ?? []).entries()) {
    const player = players[number - 1];
    const id = ids[index] ?? '';
    if (player === undefined) faults.push(unknownNumber('replace', index, number, players.length));
    else if (players.some((other) => other.id === id && other !== player)) faults.push(repeated('replace', index));
    else players[number - 1] = { ...player, id };
  }
  return players;
}

/**
 * The settings after players were replaced, joined and left.
 * @param ids of those who replace and who join, in the order sent
 * @param kept unchanged rounds
 * @throws {Problem} `invalid_body`
 */
export function amendedSettings(
  before: PlanSettings,
  body: PlanPatch,
  ids: { readonly replace: readonly string[]; readonly join: readonly string[] },
  kept: number,
): PlanSettings {
  const faults: Fault[] = [];
  const players = replaced(before.players, body, ids.replace, faults);
  for (const [index, { number, after_round }] of (body.leave ?? []).entries()) {
    const player = players[number - 1];
    if (player !== undefined) {
      const until = Math.max(after_round ?? kept, kept);
      // One who leaves before coming in never plays.
      players[number - 1] = { ...player, until_round: until < player.from_round ? kept : until };
    } else faults.push(unknownNumber('leave', index, number, players.length));
  }
  for (const [index, sent] of (body.join ?? []).entries()) {
    const id = ids.join[index] ?? '';
    const joined = joining({ id, from_round: sent.from_round ?? 1, until_round: sent.until_round ?? null }, kept);
    faults.push(...stayFault(pointerTo('join', index, 'until_round'), joined));
    const known = players.findIndex((player) => player.id === id);
    const player = players[known];
    if (player === undefined) players.push(joined);
    // One who left comes back under the same number.
    else if (hasLeft(player, kept)) players[known] = returning(player, joined);
    else faults.push(repeated('join', index));
  }
  refuse(faults);
  return {
    ...before,
    players,
    courts: body.courts ?? before.courts,
    rounds: body.rounds ?? before.rounds,
    fixed_pairs: body.fixed_pairs ?? before.fixed_pairs,
    avoid_pairs: body.avoid_pairs ?? before.avoid_pairs,
    rank_by: body.rank_by ?? before.rank_by,
    name: body.name === undefined ? before.name : body.name,
  };
}
