/** {@link storeRows} is the transaction that stores the rows of a batch with their matches, players and records. */
import { Problem } from '@bandeja/contract/errors/problem';
import type { ImportBatchEnvelope, ImportCheckEnvelope } from '@bandeja/contract/import-bodies';
import type { ImportResults } from '@bandeja/contract/import-rows';
import { fullOptions } from '@bandeja/contract/imports';
import type { Transaction } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { appendAudit } from '../audit/chain.ts';
import { auditActor, submittedEvent } from '../audit/events.ts';
import { lockChainHeads } from '../audit/store.ts';
import type { PartnerContext } from '../context.ts';
import { isRated, ratedMatch } from '../history/rated-match.ts';
import { AGAIN, type Attempt, type ChangeQueue, changeHistory, lockAndRate } from '../ledger/with-players.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { insertMatches } from '../matches/insert-matches-store.ts';
import { logMatches } from '../matches/log-matches.ts';
import { storeRegistrations } from '../registrations/register.ts';
import { insertVisibleMembers, lockVisiblePlayers } from '../rosters/members-store.ts';
import { ensureRosters } from '../rosters/store.ts';
import { type Batch, type DecidedBatch, type DecidedRow, decideBatch } from './decide-batch.ts';
import { foundImport } from './imports.ts';
import type { PlayerPlan } from './players.ts';
import { readRow } from './read-row.ts';
import { readPlayers, resultsOf } from './results.ts';
import { insertImportPlayers, putRows, type RowRecord, type RowTexts } from './rows-store.ts';
import { lockOpenImport, readImport } from './store.ts';

/**
 * Stores the rows of a batch in one transaction, with their records.
 * @param queue where changes of the history wait
 * @throws {Problem} `import_not_found`, `import_closed`; `overloaded` if the queue is full
 */
export async function sendRows(
  context: PartnerContext,
  importId: string,
  sent: ImportBatchEnvelope,
  queue?: ChangeQueue,
): Promise<ImportResults> {
  const row = foundImport(importId, await readImport(context.database, context.actor.partnerId, importId));
  if (row.closed_at !== null) throw closed();
  const { options } = row;
  const now = context.now();
  const rows = sent.rows.map((one) => readRow(one, options, now));
  const batch = { importId, options, rows, players: sent.players ?? [] };
  const store = (transaction: Transaction, attempt: Attempt) => storeRows(context, transaction, attempt, batch);
  return changeHistory(context, queue, store, rows.length);
}

/** Decides about rows as a new import would, in a snapshot. It stores and locks nothing. */
export function checkRows(context: PartnerContext, sent: ImportCheckEnvelope): Promise<ImportResults> {
  const options = fullOptions(sent.options);
  const now = context.now();
  const rows = sent.rows.map((one) => readRow(one, options, now));
  const batch = { importId: null, options, rows, players: sent.players ?? [] };
  return inSnapshot(context.database, async (snapshot) => {
    const decided = await decideBatch(context, snapshot, batch, now);
    const players = await readPlayers(context, snapshot, batch, decided.plans);
    return resultsOf(batch, decided, players, new Set());
  });
}

const closed = (): Problem => new Problem('import_closed', 'This import is closed. Open another one for the rows.');

async function storeRows(
  context: PartnerContext,
  transaction: Transaction,
  attempt: Attempt,
  batch: Batch & { readonly importId: string },
): Promise<ImportResults | typeof AGAIN> {
  const { importId, options } = batch;
  const { partnerId, plan } = context.actor;
  const now = context.now();
  // While the chain is locked, no other transaction can add a match or a row of this partner, so the look-ups stay valid.
  const [locked, isOpen, decided] = await Promise.all([
    lockChainHeads(transaction, [partnerId]),
    lockOpenImport(transaction, partnerId, importId),
    decideBatch(context, transaction, batch, now),
  ]);
  if (!isOpen) throw closed();

  const rows = decided.rows.flatMap(({ created }) => created ?? []);
  const used = usedPlans(decided);
  const isAsPlanned = await registerPlayers(transaction, used, now);
  if (!isAsPlanned) return again(attempt);
  // A starting level of a registered player has its own entry in the chain.
  const heads = used.some(hasLevel) ? await lockChainHeads(transaction, [partnerId]) : locked;
  if (options.roster_slug !== null)
    await joinRoster(transaction, { partnerId, slug: options.roster_slug }, decided, now);
  const changes = rows
    .filter(isRated)
    .map((row) => ({ changed_by: partnerId, inserted: [ratedMatch(row)], removed: [], restarted: [] }));
  const registered = used.filter(({ state }) => state === 'new');
  const rated = await lockAndRate(context, transaction, changes, attempt, plan);
  if (typeof rated === 'symbol') {
    // The next attempt registers them again, with other ids.
    for (const { id } of registered) attempt.players.delete(id);
    return AGAIN;
  }

  const actor = auditActor(context.actor);
  const events = rows.map((row) => submittedEvent(row, actor, now));
  const logged = rows.map((row) => ({ row }));
  const registeredIds = new Set(registered.map(({ id }) => id));
  const writes = [
    ...(rows.length === 0
      ? []
      : [
          insertMatches(transaction, rows),
          appendAudit(transaction, heads, events),
          logMatches(transaction, logged, rated.changes),
          writeRatedChange(transaction, rated, now),
        ]),
    putRows(transaction, importId, recordsByLine(decided), { registered: registeredIds.size, at: now }),
    insertImportPlayers(
      transaction,
      used
        .filter(({ isBound }) => !isBound)
        .map(({ key, id, state }) => ({ import_id: importId, key, player_id: id, registered: state === 'new' })),
    ),
  ];
  const players = readPlayers(context, transaction, batch, decided.plans);
  transaction.commitWithLast();
  await Promise.all(writes);
  return resultsOf(batch, decided, await players, registeredIds);
}

/** A key that a stored row names. */
type UsedPlan = Exclude<PlayerPlan, { state: 'refused' }>;

function usedPlans({ rows, plans }: DecidedBatch): UsedPlan[] {
  const keys = new Set(rows.flatMap(({ created, keys: ofRow }) => (created === null ? [] : ofRow)));
  return [...keys].flatMap((key) => {
    const plan = plans.get(key);
    return plan === undefined || plan.state === 'refused' ? [] : [plan];
  });
}

const hasLevel = ({ registrant }: UsedPlan): boolean => registrant !== null && registrant.level !== null;

/** @returns false if another transaction has taken a username or an id since the players were planned */
async function registerPlayers(transaction: Transaction, used: readonly UsedPlan[], now: number): Promise<boolean> {
  const registering = used.flatMap(({ id, registrant }) => (registrant === null ? [] : [{ id, registrant }]));
  if (registering.length === 0) return true;
  const registrants = registering.map(({ registrant }) => registrant);
  const stored = await storeRegistrations(transaction, registrants, now, null);
  return stored.every((one, index) => 'player' in one && one.player.id === registering[index]?.id);
}

/** A race for a username is lost at most as often as a reach may grow. */
function again(attempt: Attempt): typeof AGAIN {
  if (attempt.isLast) throw new Problem('overloaded');
  return AGAIN;
}

/** Puts the players of created and duplicate rows on the roster of the import. */
async function joinRoster(
  transaction: Transaction,
  roster: { readonly partnerId: string; readonly slug: string },
  { rows }: DecidedBatch,
  now: number,
): Promise<void> {
  const ids = rows.flatMap(({ created, decision: { state, match } }) => {
    if (created !== null) return created.player_ids;
    return state === 'duplicate' ? (match?.now.participants ?? []).map(({ profile_id }) => profile_id) : [];
  });
  if (ids.length === 0) return;
  await ensureRosters(transaction, [roster], now);
  const locked = await lockVisiblePlayers(transaction, roster.partnerId, [...new Set(ids)]);
  const members = locked.map((playerId) => ({ ...roster, playerId }));
  await insertVisibleMembers(transaction, members, now);
}

/** In order of line, as an erasure locks them: in another order they would deadlock. */
const recordsByLine = ({ rows }: DecidedBatch): readonly RowRecord[] =>
  rows.map(recordOf).toSorted((one, other) => one.line - other.line);

function recordOf({ row: { line }, decision, external_ref, created }: DecidedRow): RowRecord {
  const { state, match, problems, differences, warnings } = decision;
  const texts: RowTexts = {
    ...(problems.length > 0 && { problems }),
    ...(differences.length > 0 && { differences }),
    ...(warnings.length > 0 && { warnings }),
  };
  const match_id = created?.id ?? match?.id ?? null;
  return { line, state, external_ref, match_id, texts: Object.keys(texts).length === 0 ? null : texts };
}
