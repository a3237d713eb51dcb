import { type Queryable, statement } from '@bandeja/postgres/database';
import type { PlanSettings } from '../plans/plan-rows.ts';

const settingsOfSession = statement(
  'session_plan_settings',
  'select settings from session_plans where partner_id = $1 and session_external_ref = $2',
);

/** The settings of a session's plan; null without one. Unlike `readPlan` it does not read the lineups, which can be large. */
export async function readPlanSettings(
  database: Queryable,
  partnerId: string,
  ref: string,
): Promise<PlanSettings | null> {
  type Row = { readonly settings: PlanSettings };
  return (await database.query<Row>(settingsOfSession, [partnerId, ref]))[0]?.settings ?? null;
}

const played = statement(
  'session_matches_played',
  `select player_id, count(*)::integer as played
   from (select player_ids from matches where partner_id = $1 and session_external_ref = $2 and status <> 'voided') m
   cross join unnest(m.player_ids) as player_id
   group by player_id`,
);

/** How many matches each player of a session has, pending ones included. */
export async function readMatchesPlayed(
  database: Queryable,
  partnerId: string,
  ref: string,
): Promise<ReadonlyMap<string, number>> {
  type Row = { readonly player_id: string; readonly played: number };
  const rows = await database.query<Row>(played, [partnerId, ref]);
  return new Map(rows.map(({ player_id, played: count }) => [player_id, count]));
}
