import { formatInstant } from '@bandeja/contract/instant';
import type { LiveRound } from '@bandeja/contract/live-nights';
import type { NightResult, NightRound } from '@bandeja/contract/nights';
import type { RoundState } from '@bandeja/contract/plan-enums';
import type { CourtResult, Plan, PlanCourt, PlanRound, PlanSummary } from '@bandeja/contract/plans';
import { roundTo } from '@bandeja/contract/rounding';
import type { Lineup, Pair } from '@bandeja/planner';
import { NO_NAME } from '../history/match-row.ts';
import { type ShownName, shownName } from '../history/match-view.ts';
import type { Language } from '../messages/languages.ts';
import { chancesOf, type Night, type NightPeople, plannerNight, plannerRounds } from './night.ts';
import { MINUTE_MS, type PlanContent, restingIn } from './plan-rows.ts';
import { qualityOf } from './quality.ts';
import type { CourtKey, CourtState } from './results.ts';
import type { NightPlayerRow, PlanListRow } from './store.ts';

/** How a night's people and chances are shown to a caller. */
export interface Shown {
  readonly shownAs: (playerId: string) => ShownName;
  /** Null: the caller may not see the chances. */
  readonly chanceOf: (first: Pair, second: Pair) => number | null;
}

/** The name of a player, to the partner that planned the night. */
export const partnerName = (player: NightPlayerRow | undefined): ShownName => shownName(player ?? NO_NAME);

const pairOf = ([a, b]: Pair): [number, number] => [a, b];

/** The sets of a match without its course. */
export const gamesOfSets = (sets: CourtResult['set_scores']): CourtResult['set_scores'] =>
  sets.map(({ set_number, team_a_games, team_b_games }) => ({ set_number, team_a_games, team_b_games }));

/** The pair's numbers are those of the lineup; the result is that of the match, whose team A is the lineup's. */
export function resultView({ result: row, revision }: CourtState): CourtResult | null {
  if (row === null) return null;
  return {
    match_id: row.id,
    match_status: row.status,
    revision,
    set_scores: gamesOfSets(row.set_scores),
    winning_team: row.winning_team,
    outcome: row.outcome,
    by: row.entered_by,
    person_id: row.entered_by_person_id,
  };
}

function courtView({ plan, results }: Night, key: CourtKey, lineup: Lineup, chanceOf: Shown['chanceOf']): PlanCourt {
  const state = results.at(key);
  const chance = state.result === null ? chanceOf(lineup.teamA, lineup.teamB) : null;
  return {
    court: lineup.court,
    name: plan.settings.courts_named[lineup.court - 1] ?? null,
    team_a: pairOf(lineup.teamA),
    team_b: pairOf(lineup.teamB),
    win_probability_a: chance === null ? null : roundTo(chance, 4),
    result: resultView(state),
  };
}

/** A round of a plan, without its state. Null if it is not drawn. */
export function roundView(night: Night, round: number, { chanceOf }: Pick<Shown, 'chanceOf'>): LiveRound | null {
  const { settings, rounds } = night.plan;
  const drawn = rounds[round - 1];
  if (drawn === undefined) return null;
  const { opened_at } = drawn;
  const minutes = settings.minutes_per_round;
  return {
    round,
    opened_at: opened_at === null ? null : formatInstant(opened_at),
    ends_at: opened_at === null || minutes === null ? null : formatInstant(opened_at + minutes * MINUTE_MS),
    courts: drawn.courts.map((lineup) => courtView(night, { round, court: lineup.court }, lineup, chanceOf)),
    resting: restingIn(settings, round, drawn.courts),
  };
}

/** A result without the ids of its match and of a person, for links and errors. */
export const nightResult = ({ match_id: _, person_id: _person, ...result }: CourtResult): NightResult => result;

/** A round without ids and chances, likewise. */
export const nightRound = (round: LiveRound): NightRound => ({
  ...round,
  courts: round.courts.map(({ win_probability_a: _, result, ...court }) => ({
    ...court,
    result: result && nightResult(result),
  })),
});

function stateOfRound({ rounds, open_round }: PlanContent, round: number): RoundState {
  if (round === open_round) return 'open';
  return rounds[round - 1]?.opened_at == null ? 'planned' : 'played';
}

export function planView(night: Night, people: NightPeople, language: Language, now: number): Plan {
  const { plan } = night;
  const { players, rounds: count, fixed_pairs, avoid_pairs, ends_at, ...settings } = plan.settings;
  const chanceOf = chancesOf(plan.settings, people, now);
  return {
    id: plan.id,
    session_external_ref: plan.session_external_ref,
    revision: plan.revision,
    state: plan.state,
    ...settings,
    ends_at: ends_at === null ? null : formatInstant(ends_at),
    fixed_pairs: fixed_pairs.map(pairOf),
    avoid_pairs: avoid_pairs.map(pairOf),
    players: players.map(({ id, from_round, until_round }, index) => {
      const player = people.players.get(id);
      const isErased = player?.is_erased ?? false;
      return {
        number: index + 1,
        profile_id: isErased ? null : id,
        username: player?.username ?? null,
        ...partnerName(player),
        from_round,
        until_round,
      };
    }),
    rounds: Array.from({ length: count }, (_, index): PlanRound => {
      const round = index + 1;
      const drawn = roundView(night, round, { chanceOf });
      return {
        round,
        opened_at: drawn?.opened_at ?? null,
        courts: drawn?.courts ?? [],
        resting: drawn?.resting ?? [],
        state: stateOfRound(plan, round),
        by_hand: plan.rounds[index]?.by_hand ?? false,
      };
    }),
    quality: qualityOf(
      plannerNight(plan.settings, people),
      plannerRounds(plan),
      chanceOf,
      plan.rounds.some(({ by_hand }) => by_hand),
      language,
    ),
  };
}

export const summaryView = (row: PlanListRow): PlanSummary => ({
  ...row,
  started_at: row.started_at === null ? null : formatInstant(row.started_at),
  created_at: formatInstant(row.created_at),
  changed_at: formatInstant(row.changed_at),
});
