/** The answer to a batch or a check. */
import { rowStates } from '@bandeja/contract/import-enums';
import type { ImportedPlayerResult, ImportResults, ImportRow } from '@bandeja/contract/import-rows';
import type { RowCounts } from '@bandeja/contract/imports';
import type { Queryable } from '@bandeja/postgres/database';
import type { PartnerContext } from '../context.ts';
import { readVisiblePlayers } from '../players/store.ts';
import { playerView } from '../players/view.ts';
import type { Batch, DecidedBatch, DecidedRow } from './decide-batch.ts';
import { rowNowOf } from './known-matches.ts';
import { findRostered } from './look-ups-store.ts';

/** The sent players that exist, by id. */
type PlayersById = ReadonlyMap<string, { readonly player: ImportedPlayerResult['player']; readonly isYours: boolean }>;

export async function readPlayers(
  context: PartnerContext,
  database: Queryable,
  { players }: Batch,
  plans: DecidedBatch['plans'],
): Promise<PlayersById> {
  const { partnerId } = context.actor;
  const ids = [
    ...new Set(
      players.flatMap((sent) => {
        const plan = plans.get((sent as { readonly key: string }).key);
        return plan === undefined || plan.state === 'refused' ? [] : [plan.id];
      }),
    ),
  ];
  if (ids.length === 0) return new Map();
  const [rows, rostered] = await Promise.all([
    readVisiblePlayers(
      database,
      ids.map((playerId) => ({ partnerId, playerId })),
    ),
    findRostered(database, partnerId, ids),
  ]);
  return new Map(
    rows.flatMap((row) => {
      if (row === undefined) return [];
      const isYours = row.creator_partner_id === partnerId || rostered.has(row.id);
      return [[row.id, { player: playerView(row, context.now(), context), isYours }] as const];
    }),
  );
}

/** @param registered the ids of the players that the batch has registered */
export function resultsOf(
  { players }: Batch,
  { rows, plans }: DecidedBatch,
  found: PlayersById,
  registered: ReadonlySet<string>,
): ImportResults {
  const results = rows.map(rowResult);
  const count = (state: ImportRow['state']) => results.filter((row) => row.state === state).length;
  return {
    players: players.map((sent) => {
      const { key } = sent as { readonly key: string };
      const plan = plans.get(key);
      if (plan === undefined) throw new Error('a player has no plan');
      if (plan.state === 'refused') {
        return {
          key,
          state: plan.state,
          username: plan.username,
          player: null,
          is_yours: null,
          problems: plan.problems,
        };
      }
      const state = registered.has(plan.id) ? 'registered' : plan.state;
      const { player = null, isYours = null } = found.get(plan.id) ?? {};
      return { key, state, username: plan.username, player, is_yours: isYours, problems: [] };
    }),
    results,
    summary: Object.fromEntries(rowStates.map((state) => [state, count(state)])) as RowCounts,
  };
}

function rowResult({ row: { line }, decision, external_ref, created, record }: DecidedRow): ImportRow {
  const { state, match, isOwn, problems, differences, warnings } = decision;
  const isCreated = state === 'created';
  return {
    line,
    state,
    external_ref,
    match_id: created?.id ?? match?.id ?? null,
    now: !isCreated ? null : match === null ? 'stored' : rowNowOf(match),
    problems,
    differences,
    warnings: isCreated && isOwn ? (record?.texts?.warnings ?? []) : warnings,
  };
}
