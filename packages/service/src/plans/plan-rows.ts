/** Rows of the table `session_plans`, with what their JSON contains. */
import type { CompetitionType, Scoring } from '@bandeja/contract/match-enums';
import { type LinkResults, type MexicanoPairing, type PlanFormat, planStates } from '@bandeja/contract/plan-enums';
import type { RankSetting } from '@bandeja/contract/rankings';
import type { Lineup, Pair } from '@bandeja/planner';
import { integer, jsonb, nullable, oneOf, type RowOf, table, text, timestamptz, uuid } from '@bandeja/postgres/table';

/** A player of a night. The number of the first one is 1. */
export interface PlannedPlayer {
  readonly id: string;
  readonly from_round: number;
  readonly until_round: number | null;
}

/** The player does not play after this round. */
export const leaving = (player: PlannedPlayer, after: number): PlannedPlayer => ({
  ...player,
  until_round: Math.min(after, player.until_round ?? after),
});

export interface PlanSettings {
  readonly name: string | null;
  readonly format: PlanFormat;
  readonly players: readonly PlannedPlayer[];
  readonly courts: number;
  readonly rounds: number;
  readonly scoring: Scoring;
  readonly points_per_match: number | null;
  readonly sets: 1 | 3;
  readonly minutes_per_round: number | null;
  /** ms */
  readonly ends_at: number | null;
  readonly fixed_pairs: readonly Pair[];
  readonly avoid_pairs: readonly Pair[];
  readonly mexicano_pairing: MexicanoPairing;
  readonly rank_by: RankSetting;
  readonly courts_named: readonly string[];
  readonly venue_label: string | null;
  readonly competition_type: CompetitionType | null;
  readonly link_results: LinkResults;
  readonly seed: number;
}

/** A round that is drawn. */
interface StoredRound {
  /** The `played_at` of its matches, ms; null before it is opened. */
  readonly opened_at: number | null;
  readonly by_hand: boolean;
  readonly courts: readonly Lineup[];
}

/** The columns that a change of a plan replaces and undo restores. */
const content = {
  state: oneOf(planStates),
  /** The last opened round; null unless the state is `open`. */
  open_round: nullable(integer),
  settings: jsonb<PlanSettings>(),
  /** Those that are drawn, from round 1. Rounds of a mexicano are drawn when they are opened. */
  rounds: jsonb<readonly StoredRound[]>(),
};

const revised = { revision: integer, ...content, changed_at: timestamptz };

export const plans = table('session_plans', {
  id: uuid,
  partner_id: uuid,
  session_external_ref: text,
  ...revised,
  created_at: timestamptz,
});
export const planVersions = table('session_plan_versions', { plan_id: uuid, ...revised });

export interface PlanRow extends RowOf<typeof plans> {}
export interface PlanVersionRow extends RowOf<typeof planVersions> {}
export interface PlanContent extends Pick<PlanRow, keyof typeof content> {}

/** The players of the fixed pairs. */
export const fixedPairIds = ({ players, fixed_pairs }: PlanSettings): [string, string][] =>
  fixed_pairs.map(([a, b]) => [players[a - 1]?.id ?? '', players[b - 1]?.id ?? '']);

export const MINUTE_MS = 60_000;

/** How many rounds were opened. They come first, since rounds open in order. */
export const openedRounds = (rounds: readonly StoredRound[]): number =>
  rounds.filter(({ opened_at }) => opened_at !== null).length;

/** The numbers of the players who can play in a round. */
const presentIn = ({ players }: Pick<PlanSettings, 'players'>, round: number): number[] =>
  players.flatMap(({ from_round, until_round }, index) =>
    from_round <= round && round <= (until_round ?? round) ? [index + 1] : [],
  );

export const numbersOf = ({ teamA, teamB }: Lineup): number[] => [...teamA, ...teamB];

/** The numbers of the players who rest in a round. */
export function restingIn(settings: PlanSettings, round: number, courts: readonly Lineup[]): number[] {
  const playing = new Set(courts.flatMap(numbersOf));
  return presentIn(settings, round).filter((number) => !playing.has(number));
}

const samePair = (a: Pair, b: Pair): boolean => (a[0] === b[0] && a[1] === b[1]) || (a[0] === b[1] && a[1] === b[0]);

/** Whether two lineups put the same pairs on the same sides of the same court. */
export const isSameLineup = (a: Lineup | undefined, b: Lineup | undefined): boolean =>
  a?.court === b?.court &&
  (a === undefined || b === undefined || (samePair(a.teamA, b.teamA) && samePair(a.teamB, b.teamB)));
