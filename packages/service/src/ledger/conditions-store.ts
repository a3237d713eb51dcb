/** What a change of the history must know about the whole ledger once it has locked its players: the model, a rebuild, the guards. */

import { type Queryable, statement } from '@bandeja/postgres/database';
import { isAtOrAfter, type LedgerPlace } from '../history/place.ts';

/** `changed_by` of the marks that a rebuild sets. */
export const BY_REBUILD = '00000000-0000-0000-0000-000000000000';

/** Everything in these regions from this place on counts as settling. */
export interface Guard extends LedgerPlace {
  readonly id: number;
  readonly changed_by: string;
  readonly regions: readonly string[];
}

export interface LedgerConditions {
  /** The model of the ledger. Nodes with another model refuse changes. */
  readonly model_version: string;
  /** During a rebuild everything counts as settling. */
  readonly isRebuilding: boolean;
  readonly guards: readonly Guard[];
}

type Row = { readonly model_version: string; readonly is_rebuilding: boolean } & (Guard | { readonly id: null });

const conditions = statement(
  'ledger_conditions',
  `select s.model_version, s.rebuild_started_at is not null as is_rebuilding, g.id, g.changed_by, g.regions, g.played_at, g.match_id
   from ledger_state s left join guards g on true`,
);

/**
 * Reads the conditions. Call it after the players are locked: a rebuild that begins later waits for their locks, and a guard that
 * is set later covers the written matches.
 */
export async function readConditions(database: Queryable): Promise<LedgerConditions> {
  const rows = await database.query<Row>(conditions);
  const [first] = rows;
  if (first === undefined) throw new Error('the state of the ledger is missing');
  return {
    model_version: first.model_version,
    isRebuilding: first.is_rebuilding,
    guards: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
}

/** Whether a rebuild or a guard covers a place of a region. */
export function isCovered({ isRebuilding, guards }: LedgerConditions, region: string, place: LedgerPlace): boolean {
  return isRebuilding || guards.some((guard) => guard.regions.includes(region) && isAtOrAfter(place, guard));
}

/**
 * The guard that covers a match for some of its players only. What the guard's change reaches then goes on through this match, where
 * the guard does not cover it, so the match's players must be marked.
 */
export function halfGuard(
  { guards }: LedgerConditions,
  regions: readonly string[],
  place: LedgerPlace,
): Guard | undefined {
  return guards.find((guard) => {
    const covered = regions.filter((region) => guard.regions.includes(region));
    return covered.length > 0 && covered.length < regions.length && isAtOrAfter(place, guard);
  });
}
