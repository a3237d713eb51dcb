import { MODEL_VERSION } from '../../rating/index.ts';
import type { Transaction } from '../../store/database.ts';
import type { GateMode } from '../../store/gate.ts';
import {
  type HistoryStretch,
  type LedgerRow,
  readLatestRatedMatches,
  readLedgerWithin,
  writeRatings,
} from '../../store/ledger.ts';
import { lockPlayerRatings, type PlayerRatingRow, readPlayerRatings } from '../../store/ratings.ts';
import { HistoryGateNeeded } from './history-gate.ts';
import { compareHistoryKeys, type HistoryKey } from './history-order.ts';
import { type FourStates, type PlayerState, rateForLedger, stateOfPlayer, statesAfter } from './ledger.ts';
import type { RatedMatch } from './rated-match.ts';
import { type HistoryChange, replayChange } from './replay.ts';

/**
 * Brings the ledger and the players' ratings up to date with a change of the rated history, within the transaction that
 * makes the change. Matches that come after everything their players have played are appended (the fast path: only the
 * players' rows are locked); anything else is replayed exactly, for which the gate must be held alone.
 * @param change the matches that enter the history (their rows and places in `player_matches` are written already) and the
 *   ledger rows that were taken out of it.
 * @returns the ledger rows of the inserted matches, by match id.
 * @throws {HistoryGateNeeded} when history changes and `gate` is shared: run the transaction again, alone.
 */
export async function applyHistoryChange(
  transaction: Transaction,
  gate: GateMode,
  change: HistoryChange,
): Promise<Map<string, LedgerRow>> {
  if (change.inserted.length === 0 && change.removed.length === 0) return new Map();
  const players = await lockPlayerRatings(transaction, playersOf(change));
  if (gate === 'shared' && !isAppended(change, players)) throw new HistoryGateNeeded();
  const { rows, ratings } = await rate(transaction, change, players);
  await writeRatings(transaction, rows, ratings);
  return insertedRows(change, rows);
}

/**
 * What {@link applyHistoryChange} would make of matches that enter the history, as this transaction's snapshot has it.
 * Nothing is locked and nothing written.
 */
export async function foreseeHistoryChange(
  snapshot: Transaction,
  inserted: readonly RatedMatch[],
): Promise<Map<string, LedgerRow>> {
  if (inserted.length === 0) return new Map();
  const change = { inserted, removed: [] };
  const { rows } = await rate(snapshot, change, await readPlayerRatings(snapshot, playersOf(change)));
  return insertedRows(change, rows);
}

interface Rated {
  readonly rows: readonly LedgerRow[];
  readonly ratings: ReturnType<typeof presentRatings>;
}

async function rate(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
): Promise<Rated> {
  return isAppended(change, players) ? append(change, players) : replay(transaction, change, players);
}

/** The players of the change, each once, in the order in which their rows are locked. */
function playersOf({ inserted, removed }: HistoryChange): string[] {
  return [...new Set([...inserted, ...removed].flatMap((match) => match.player_ids))].sort();
}

function insertedRows({ inserted }: HistoryChange, rows: readonly LedgerRow[]): Map<string, LedgerRow> {
  const ids = new Set(inserted.map((match) => match.match_id));
  return new Map(rows.filter((row) => ids.has(row.match_id)).map((row) => [row.match_id, row]));
}

/** Whether every match of the change comes after all that its players have played so far. */
function isAppended({ inserted, removed }: HistoryChange, players: readonly PlayerRatingRow[]): boolean {
  if (removed.length > 0) return false;
  const byId = new Map(players.map((row) => [row.player_id, row]));
  return inserted.every((match) =>
    match.player_ids.every((id) => {
      const { last_played_at: playedAt, last_match_id: matchId } = byId.get(id) ?? {};
      if (playedAt == null || matchId == null) return true;
      return compareHistoryKeys({ played_at: playedAt, match_id: matchId }, match) < 0;
    }),
  );
}

/** The fast path: each match, in history order, is rated from its players' present states, which move along. */
function append({ inserted }: HistoryChange, players: readonly PlayerRatingRow[]): Rated {
  const states = new Map<string, PlayerState>(players.map((row) => [row.player_id, stateOfPlayer(row)]));
  const latestMatches = new Map<string, string>();
  const rows = [...inserted].sort(compareHistoryKeys).map((match) => {
    const [first = null, second = null, third = null, fourth = null] = match.player_ids.map((id) => states.get(id));
    const row = rateForLedger(match, [first, second, third, fourth] satisfies FourStates);
    for (const [slot, state] of statesAfter(row).entries()) {
      const id = match.player_ids[slot] ?? '';
      states.set(id, state);
      latestMatches.set(id, match.match_id);
    }
    return row;
  });
  return { rows, ratings: presentRatings(states, latestMatches) };
}

/** The exact path: everything that the change reaches is folded again. */
async function replay(
  transaction: Transaction,
  change: HistoryChange,
  players: readonly PlayerRatingRow[],
): Promise<Rated> {
  const later = await readClosure(transaction, change);
  const present = new Map(players.map((row) => [row.player_id, stateOfPlayer(row)]));
  const { rows, states, latestMatches } = replayChange(change, later, present);
  const latest = new Map(latestMatches);
  const unseen = [...states.keys()].filter((id) => !latest.has(id));
  if (unseen.length > 0) {
    for (const [id, matchId] of await readLatestRatedMatches(transaction, unseen)) if (matchId) latest.set(id, matchId);
  }
  return { rows, ratings: presentRatings(states, latest) };
}

/**
 * Loads every rated match that the change may reach: the later matches of its players, the later matches of the players
 * of those, and so on. A player who is reached from an earlier point than before is asked for only up to that point, so
 * nothing is asked for twice, and the rounds end when no player is new.
 */
async function readClosure(transaction: Transaction, change: HistoryChange): Promise<LedgerRow[]> {
  const reached = new Map<string, HistoryKey>();
  const rows = new Map<string, LedgerRow>();
  let frontier = reach([...change.inserted, ...change.removed], reached);
  while (frontier.length > 0) {
    const found = (await readLedgerWithin(transaction, frontier)).filter((row) => !rows.has(row.match_id));
    for (const row of found) rows.set(row.match_id, row);
    frontier = reach(found, reached);
  }
  return [...rows.values()];
}

/** Marks the players of these matches as reached from there on; returns the stretches that this adds. */
function reach(matches: readonly RatedMatch[], reached: Map<string, HistoryKey>): HistoryStretch[] {
  const until = new Map<string, HistoryKey | null>();
  for (const match of matches) {
    for (const id of match.player_ids) {
      const known = reached.get(id);
      if (known !== undefined && compareHistoryKeys(known, match) <= 0) continue;
      if (!until.has(id)) until.set(id, known ?? null);
      reached.set(id, { played_at: match.played_at, match_id: match.match_id });
    }
  }
  return [...until].flatMap(([id, end]) => {
    const start = reached.get(id);
    if (start === undefined) return [];
    const bounds = { until_played_at: end?.played_at ?? null, until_match_id: end?.match_id ?? null };
    return [{ player_id: id, ...start, ...bounds }];
  });
}

function presentRatings(
  states: ReadonlyMap<string, PlayerState>,
  latestMatches: ReadonlyMap<string, string>,
): (PlayerRatingRow & { readonly model_version: string | null })[] {
  return [...states].map(([id, state]) => ({
    player_id: id,
    mean: state?.mean ?? null,
    variance: state?.variance ?? null,
    shown: state?.shown ?? null,
    last_played_at: state?.at ?? null,
    matches_played: state?.played ?? 0,
    last_match_id: state === null ? null : (latestMatches.get(id) ?? null),
    model_version: state === null ? null : MODEL_VERSION,
  }));
}
