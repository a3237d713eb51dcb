import { isDeepStrictEqual } from 'node:util';
import { type ChainHead, lockChainHeads } from '../../store/audit.ts';
import type { Transaction } from '../../store/engine/database.ts';
import { removeLedgerRow } from '../../store/ledger/ledger.ts';
import { lockPlayerRatings } from '../../store/ledger/ratings.ts';
import type { MatchRow, MatchRowWithNames } from '../../store/matches/match-rows.ts';
import { lockMatch, readMatch } from '../../store/matches/matches.ts';
import { appendAudit } from '../audit/chain.ts';
import type { AuditEvent } from '../audit/events.ts';
import type { Context, PartnerContext } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { rateAppended, writeAppended } from '../ledger/append.ts';
import { applyHistoryChange } from '../ledger/change.ts';
import { isRated, type RatedMatch, ratedMatch } from '../ledger/rated-match.ts';
import { changeHistory, type Pass } from './change-history.ts';
import { logMatches } from './log-matches.ts';
import type { OwnMatchView } from './shapes.ts';
import { matchView } from './view.ts';

/** What becomes of a match. */
export interface MatchChange {
  readonly after: MatchRow;
  readonly event: AuditEvent;
  /** Writes the match and its places in the histories of its players. */
  readonly write: (transaction: Transaction) => Promise<unknown>;
}

/** Reads what it has to know and decides; null if the match stays as it is. It writes nothing. */
export type DecideChange = (
  transaction: Transaction,
  before: MatchRowWithNames,
  now: number,
) => MatchChange | null | Promise<MatchChange | null>;

/**
 * Changes one of the caller's matches, with its audit entry and every rating that depends on it, in one transaction.
 * @throws {Problem} `match_not_found`, or what `decide` throws
 */
export async function changeMatch(
  context: PartnerContext,
  matchId: string,
  decide: DecideChange,
): Promise<OwnMatchView> {
  const { partnerId } = context.actor;
  const pending = Promise.withResolvers<OwnMatchView>();
  await changeHistory<typeof pending, OwnMatchView>(context.database, [pending], async (transaction, _, gate) => {
    const [heads, , before] = await Promise.all([
      lockChainHeads(transaction, [partnerId]),
      lockMatch(transaction, partnerId, matchId),
      // Read after it is locked: the statements run in this order.
      readMatch(transaction, partnerId, matchId),
    ]);
    if (before === undefined) throw new Problem('match_not_found');
    const change = await decide(transaction, before, context.now());
    if (change === null) return done(matchView(before), false);
    const rated = ratedChangeOf(before, change.after);
    const isWritten =
      gate === 'exclusive'
        ? await writeAlone(context, transaction, heads, change, rated)
        : await writeIfAppended(transaction, heads, change, rated);
    if (!isWritten) return { results: new Map(), hasWritten: false };
    const row = await readMatch(transaction, partnerId, matchId);
    if (row === undefined) throw new Error(`the match ${matchId} was locked and is gone`);
    return done(matchView(row), true);
  });
  return pending.promise;

  function done(view: OwnMatchView, hasWritten: boolean): Pass<typeof pending, OwnMatchView> {
    return { results: new Map([[pending, view]]), hasWritten };
  }
}

/** What a change of a match does to the rated history. */
interface RatedChange {
  /** The id of the match if it has to leave the ledger. */
  readonly removed: string | null;
  readonly inserted: readonly RatedMatch[];
}

/** A match leaves the ledger, and enters it again, only if the rating model is given something else. */
function ratedChangeOf(before: MatchRow, after: MatchRow): RatedChange {
  const given = isRated(before) ? ratedMatch(before) : null;
  const becomes = isRated(after) ? ratedMatch(after) : null;
  const isSame = isDeepStrictEqual(given, becomes);
  return {
    removed: isSame || given === null ? null : before.id,
    inserted: isSame || becomes === null ? [] : [becomes],
  };
}

/** @returns false, with nothing written, if the change does more than append to the rated history. */
async function writeIfAppended(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  { after, event, write }: MatchChange,
  { removed, inserted }: RatedChange,
): Promise<boolean> {
  if (removed !== null) return false;
  const players = inserted.flatMap((match) => match.player_ids).sort();
  const ratings = players.length === 0 ? [] : await lockPlayerRatings(transaction, players);
  const appended = rateAppended(inserted, ratings);
  if ('late' in appended) return false;
  await Promise.all([
    write(transaction),
    appendAudit(transaction, heads, [event]),
    logMatches(transaction, [{ row: after, action: event.action }], appended.rated.changes),
    writeAppended(transaction, appended),
  ]);
  return true;
}

async function writeAlone(
  context: Context,
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  { after, event, write }: MatchChange,
  { removed: removedId, inserted }: RatedChange,
): Promise<true> {
  await Promise.all([write(transaction), appendAudit(transaction, heads, [event])]);
  const row = removedId === null ? undefined : await removeLedgerRow(transaction, removedId);
  const removed = row === undefined ? [] : [row];
  const { ratingChanges } = await applyHistoryChange(context, transaction, { inserted, removed });
  await logMatches(transaction, [{ row: after, action: event.action }], ratingChanges);
  return true;
}
