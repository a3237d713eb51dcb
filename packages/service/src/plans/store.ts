import { type PlanState, resultSources } from '@bandeja/contract/plan-enums';
import { instant, type Queryable, type SqlValue, statement, type Transaction } from '@bandeja/postgres/database';
import { integer, nullable, oneOf, type RowOf, table, uuid } from '@bandeja/postgres/table';
import type { PlayerState } from '@bandeja/rating';
import { type LetteredSet, readScoreline } from '../history/match-columns.ts';
import { matches, type ParticipantName } from '../history/match-row.ts';
import { type StateColumns, stateOf } from '../history/stored-states.ts';
import type { Page } from '../paging/page.ts';
import { visibleTo } from '../players/visibility-store.ts';
import { type PlanRow, type PlanVersionRow, plans, planVersions } from './plan-rows.ts';

const ofSession = statement(
  'plans_of_session',
  `select ${plans.select()} from session_plans where partner_id = $1 and session_external_ref = $2`,
);

export async function readPlan(database: Queryable, partnerId: string, ref: string): Promise<PlanRow | undefined> {
  const [row] = await database.query(ofSession, [partnerId, ref]);
  return row === undefined ? undefined : plans.decode<PlanRow>(row);
}

const insert = statement(
  'plans_insert',
  `${plans.insert()} on conflict (partner_id, session_external_ref) do nothing returning id`,
);

/** @returns false if the session has a plan */
export async function insertPlan(transaction: Transaction, row: PlanRow): Promise<boolean> {
  return (await transaction.query(insert, plans.values([row]))).length > 0;
}

const changed = plans.without('partner_id', 'session_external_ref', 'created_at');

const update = statement(
  'plans_update',
  `update session_plans p set ${changed.without('id').assignments('n')} from (${changed.source(2)}) n
   where p.id = n.id and p.revision = $1 returning p.id`,
);

/** Replaces a revision of a plan. @returns false if the plan has another revision, or was deleted */
export async function updatePlan(transaction: Transaction, from: number, row: PlanRow): Promise<boolean> {
  return (await transaction.query(update, [from, ...changed.values([row])])).length > 0;
}

/** How many changes can be undone. */
const VERSIONS_KEPT = 50;

const keepVersion = statement(
  'plan_versions_insert',
  `with old as (
     delete from session_plan_versions where plan_id = $1 and revision not in (
       select revision from session_plan_versions where plan_id = $1 order by revision desc limit ${VERSIONS_KEPT - 1})
   )
   ${planVersions.insert(2)}`,
);

/** Stores the revision that a change replaces. */
export async function insertVersion(transaction: Transaction, { id, ...row }: PlanRow): Promise<void> {
  await transaction.query(keepVersion, [id, ...planVersions.values([{ ...row, plan_id: id }])]);
}

const latestVersion = statement(
  'plan_versions_latest',
  `select ${planVersions.select()} from session_plan_versions where plan_id = $1 order by revision desc limit 1`,
);

export async function readLatestVersion(database: Queryable, planId: string): Promise<PlanVersionRow | undefined> {
  const [row] = await database.query(latestVersion, [planId]);
  return row === undefined ? undefined : planVersions.decode<PlanVersionRow>(row);
}

const removeVersion = statement(
  'plan_versions_delete',
  'delete from session_plan_versions where plan_id = $1 and revision = $2',
);

export async function deleteVersion(transaction: Transaction, version: PlanVersionRow): Promise<void> {
  await transaction.query(removeVersion, [version.plan_id, version.revision]);
}

const remove = statement(
  'plans_delete',
  'delete from session_plans where partner_id = $1 and session_external_ref = $2 returning id',
);

/** @returns false if there is none */
export async function deletePlanRow(transaction: Transaction, partnerId: string, ref: string): Promise<boolean> {
  return (await transaction.query(remove, [partnerId, ref])).length > 0;
}

const { id, status, revision, winning_team, outcome, scoring, player_ids, teams, set_scores } = matches.columns;
const unscored = table('matches', { winning_team, outcome, scoring, player_ids, teams });
const played = table('matches', { ...unscored.columns, set_scores });
const result = table('matches', {
  id,
  status,
  revision,
  ...played.columns,
  plan_round: integer,
  plan_court: integer,
  entered_by: oneOf(resultSources),
  entered_by_person_id: nullable(uuid),
});

/** A match that was entered as a result of a plan. */
export interface ResultRow extends RowOf<typeof result> {}

const results = statement('plan_results', `select ${result.select('m')} from matches m where m.plan_id = $1`);

/** The matches of a plan, voided ones too. */
export async function readResults(database: Queryable, plan: Pick<PlanRow, 'id'>): Promise<ResultRow[]> {
  return (await database.query(results, [plan.id])).map(result.decode<ResultRow>);
}

/** A match that counts in the standings. */
export interface StandingMatch extends Omit<RowOf<typeof played>, 'set_scores'> {
  readonly set_scores: readonly LetteredSet[];
}

const ofNight = statement(
  'plan_standing_matches',
  `select ${played.select('m')} from matches m
   where m.partner_id = $1 and m.session_external_ref = $2 and m.status <> 'voided'`,
);

/** The completed and pending matches of a session, however they were submitted. */
export async function readStandingMatches(
  database: Queryable,
  partnerId: string,
  ref: string,
): Promise<StandingMatch[]> {
  const rows = await database.query<{ readonly set_scores: string }>(ofNight, [partnerId, ref]);
  // Standings don't count games one by one: a list of each set's games would take ten times as long.
  return rows.map(({ set_scores, ...row }) => ({
    ...unscored.decode<Omit<StandingMatch, 'set_scores'>>(row),
    set_scores: readScoreline(set_scores),
  }));
}

const people = statement(
  'plan_players',
  `select p.id, p.username, case when ${visibleTo('p', '$1')} then p.display_name end as display_name,
     p.erased_at is not null as is_erased, p.profile_is_public as is_public,
     r.mean, r.variance, r.shown, r.last_played_at, r.matches_played, r.stated_points
   from players p join player_ratings r on r.player_id = p.id where p.id = any($2::uuid[])`,
);

/** A player of a night, as the partner may see it. */
export interface NightPlayerRow extends ParticipantName {
  readonly id: string;
  readonly is_public: boolean;
  /** Null without a rated match, and if the partner may no longer see the player. */
  readonly state: PlayerState;
}

/** These players by id. The partner has planned them, so it sees their usernames. */
export async function readNightPlayers(
  database: Queryable,
  partnerId: string,
  ids: readonly string[],
): Promise<Map<string, NightPlayerRow>> {
  type Found = Omit<NightPlayerRow, 'state'> & StateColumns;
  const rows = await database.query<Found>(people, [partnerId, ids]);
  return new Map(
    rows.map(({ id, username, display_name, is_erased, is_public, ...columns }) => {
      const state = display_name === null ? null : stateOf(columns);
      return [id, { id, username, display_name, is_erased, is_public, state }];
    }),
  );
}

export interface PlanListRow
  extends Pick<PlanRow, 'session_external_ref' | 'state' | 'open_round' | 'created_at' | 'changed_at'>,
    Pick<PlanRow['settings'], 'name' | 'format' | 'courts' | 'rounds' | 'venue_label'> {
  readonly players: number;
  /** ms; null before the first round is opened. */
  readonly started_at: number | null;
}

/** The cursor of the list. */
export type PlanKey = Pick<PlanListRow, 'changed_at' | 'session_external_ref'>;

/** The partner's plans, newest change first. @param state only plans in this state; null: all */
export async function listPlanRows(
  database: Queryable,
  partnerId: string,
  state: PlanState | null,
  { after, offset, limit }: Page<PlanKey>,
): Promise<PlanListRow[]> {
  const values: SqlValue[] = [partnerId];
  const conditions = ['partner_id = $1'];
  if (state !== null) conditions.push(`state = $${values.push(state)}`);
  if (after !== null) {
    const [at, ref] = [values.push(instant(after.changed_at)), values.push(after.session_external_ref)];
    conditions.push(`(changed_at, session_external_ref) < ($${at}, $${ref})`);
  }
  const page = `limit $${values.push(limit)} offset $${values.push(offset)}`;
  const form = [...(state === null ? [] : ['state']), ...(after === null ? [] : ['after'])];
  return database.query<PlanListRow>(
    statement(
      ['plans_list', ...form].join('_'),
      `select session_external_ref, state, open_round, created_at, changed_at, settings ->> 'name' as name,
         settings ->> 'format' as format,
         jsonb_array_length(settings -> 'players') as players, (settings -> 'courts')::integer as courts,
         (settings -> 'rounds')::integer as rounds, settings ->> 'venue_label' as venue_label,
         (rounds #>> '{0,opened_at}')::double precision as started_at
       from session_plans where ${conditions.join(' and ')}
       order by changed_at desc, session_external_ref desc ${page}`,
    ),
    values,
  );
}

const openWithPlayer = statement(
  'plans_open_with_player',
  `select session_external_ref as ref from session_plans
   where partner_id = $1 and state <> 'closed' and settings -> 'players' @> jsonb_build_array(jsonb_build_object('id', $2::uuid))
   order by session_external_ref`,
);

/** The sessions of the partner's plans that have the player and are not closed. */
export async function findOpenPlansOf(database: Queryable, partnerId: string, playerId: string): Promise<string[]> {
  const found = await database.query<{ ref: string }>(openWithPlayer, [partnerId, playerId]);
  return found.map(({ ref }) => ref);
}
