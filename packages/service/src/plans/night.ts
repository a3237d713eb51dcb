/** A plan with its results and people, for views and for the planner. */
import { Problem } from '@bandeja/contract/errors/problem';
import { checkNight, type Pair, type Night as PlannerNight, type Round } from '@bandeja/planner';
import type { Queryable } from '@bandeja/postgres/database';
import { lengthOf, type PoolCalibration, pairEvidenceOf, predictMatch, scoreOf } from '@bandeja/rating';
import { currentPool } from '../calibration/pool.ts';
import type { PartnerContext } from '../context.ts';
import { notFound } from '../validation/not-found.ts';
import { draw } from './draw.ts';
import { leaving, type PlanContent, type PlanRow, type PlanSettings, restingIn } from './plan-rows.ts';
import { PlanResults } from './results.ts';
import { standingsOf } from './standings.ts';
import {
  type NightPlayerRow,
  readNightPlayers,
  readPlan,
  readResults,
  readStandingMatches,
  type StandingMatch,
} from './store.ts';

export interface Night {
  readonly plan: PlanRow;
  readonly results: PlanResults;
}

/** @throws {Problem} `plan_not_found` */
export async function readNight(database: Queryable, partnerId: string, ref: string): Promise<Night> {
  const plan = await readPlan(database, partnerId, ref);
  if (plan === undefined) throw notFound('plan_not_found', ref);
  return withResults(database, plan);
}

export const withResults = async (database: Queryable, plan: PlanRow): Promise<Night> => ({
  plan,
  results: new PlanResults(await readResults(database, plan)),
});

/** The people of a night, and the pool that their chances depend on. */
export interface NightPeople {
  readonly players: ReadonlyMap<string, NightPlayerRow>;
  readonly pool: PoolCalibration;
}

export async function readPeople(
  database: Queryable,
  partnerId: string,
  { players }: Pick<PlanSettings, 'players'>,
): Promise<NightPeople> {
  const ids = players.map(({ id }) => id);
  const [rows, pool] = await Promise.all([readNightPlayers(database, partnerId, ids), currentPool(database)]);
  return { players: rows, pool };
}

/** The numbers of players that the partner cannot enter in a match: they are erased, or private and no longer shared. */
export const goneNumbers = (
  { players }: Pick<PlanSettings, 'players'>,
  people: Pick<NightPeople, 'players'>,
): number[] => players.flatMap(({ id }, index) => (people.players.get(id)?.display_name == null ? [index + 1] : []));

/** The settings without these players in the rounds after those kept. */
const withoutGone = (settings: PlanSettings, gone: readonly number[], kept: number): PlanSettings => ({
  ...settings,
  players: settings.players.map((player, index) => (gone.includes(index + 1) ? leaving(player, kept) : player)),
});

/** The chance of the first pair by the present ratings; null if the partner may no longer see one of the four. */
export function chancesOf(
  settings: PlanSettings,
  { players, pool: { steepness, penalty } }: NightPeople,
  now: number,
): (first: Pair, second: Pair) => number | null {
  const of = ([a, b]: Pair) => [players.get(idOf(settings, a)), players.get(idOf(settings, b))] as const;
  const length = lengthOf([], settings.scoring);
  const pairEvidence = pairEvidenceOf(settings.competition_type);
  return (first, second) => {
    const [[a, b], [c, d]] = [of(first), of(second)];
    if ([a, b, c, d].some((one) => one?.display_name == null)) return null;
    const prediction = { at: now, steepness, penalty, length, pairEvidence };
    const [one, other] = [
      [a?.state ?? null, b?.state ?? null],
      [c?.state ?? null, d?.state ?? null],
    ] as const;
    return predictMatch({ first: one, second: other, ...prediction });
  };
}

export const idOf = ({ players }: Pick<PlanSettings, 'players'>, number: number): string =>
  players[number - 1]?.id ?? '';

/** The night for the planner. Players that the partner may no longer see have no rating: the draw would reveal it. */
export function plannerNight(settings: PlanSettings, { players }: Pick<NightPeople, 'players'>): PlannerNight {
  return {
    format: settings.format,
    players: settings.players.map(({ id, from_round: fromRound, until_round: untilRound }, index) => {
      const state = players.get(id)?.state ?? null;
      return { number: index + 1, rating: state === null ? null : scoreOf(state), fromRound, untilRound };
    }),
    courts: settings.courts,
    rounds: settings.rounds,
    fixedPairs: settings.fixed_pairs,
    avoidPairs: settings.avoid_pairs,
    mexicanoPairing: settings.mexicano_pairing,
    seed: settings.seed,
  };
}

/** Drawn rounds for the planner. */
export const plannerRounds = ({ settings, rounds }: Pick<PlanContent, 'settings' | 'rounds'>): Round[] =>
  rounds.map(({ courts }, index) => ({
    round: index + 1,
    courts,
    resting: restingIn(settings, index + 1, courts),
  }));

/**
 * Draws all rounds after the kept ones. Rounds of a mexicano are only drawn up to `until`. Players that the partner cannot enter in
 * a match leave: their court could not store its result.
 * @param content the new settings, and the old rounds
 * @throws {Problem} `invalid_transition` if too few players are left
 */
export async function redraw(
  { database, actor: { partnerId } }: PartnerContext,
  ref: string,
  content: PlanContent,
  kept: number,
  until: number,
): Promise<PlanContent> {
  const people = await readPeople(database, partnerId, content.settings);
  const gone = goneNumbers(content.settings, people);
  const settings = gone.length === 0 ? content.settings : withoutGone(content.settings, gone, kept);
  if (gone.length > 0) requirePlayers(settings, gone, kept);
  const rounds = content.rounds.slice(0, kept);
  const isMexicano = settings.format === 'mexicano';
  const matches = isMexicano ? await readStandingMatches(database, partnerId, ref) : [];
  const standings = matches.length === 0 ? [] : rankedNumbers({ ...content, settings, rounds }, matches, people);
  const drawn = await draw(plannerNight(settings, people), plannerRounds({ settings, rounds }), standings);
  const added = drawn
    .filter(({ round }) => round > kept && (!isMexicano || round <= until))
    .map(({ round, courts }) => ({
      // An open round that is drawn again stays open.
      opened_at: content.rounds[round - 1]?.opened_at ?? null,
      by_hand: false,
      courts: courts.map(({ court, teamA, teamB }) => ({ court, teamA, teamB })),
    }));
  return { ...content, settings, rounds: [...rounds, ...added] };
}

function requirePlayers(settings: PlanSettings, gone: readonly number[], kept: number): void {
  const faults = checkNight(plannerNight(settings, { players: new Map() }), kept + 1);
  const tooFew = faults.find(({ code }) => code === 'not_enough_players');
  if (tooFew === undefined) return;
  const who = gone.length === 1 ? `Player ${gone[0]} is` : `Players ${gone.join(', ')} are`;
  const detail = `${who} erased or no longer shared with you, and too few others are left for round ${kept + 1}.`;
  throw new Problem('invalid_transition', detail);
}

const rankedNumbers = (content: PlanContent, matches: readonly StandingMatch[], { players }: NightPeople): number[] =>
  standingsOf(content, matches, (id) => players.get(id)?.username ?? null).rows.flatMap(({ numbers }) => numbers);
