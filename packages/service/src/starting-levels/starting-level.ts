import { Problem } from '@bandeja/contract/errors/problem';
import type { NewStartingLevel } from '@bandeja/contract/starting-level';
import type { Transaction } from '@bandeja/postgres/database';
import { knownState, pointsOfLevel } from '@bandeja/rating';
import { appendAudit } from '../audit/chain.ts';
import { type AuditEvent, auditActor } from '../audit/events.ts';
import type { ChainHead } from '../audit/store.ts';
import type { Context, PartnerActor, PartnerContext } from '../context.ts';
import { logChanges } from '../events/log-store.ts';
import { AGAIN, type Attempt, lockAndRate } from '../ledger/with-players.ts';
import { writeRatedChange } from '../ledger/write-change.ts';
import { invalidBody } from '../validation/faults-of.ts';
import { type LevelledPlayer, type StatedLevel, writeLevelChanges, writeStatedPoints } from './store.ts';

/** From this rated match on, a starting level stays. */
const SETTLED_MATCHES = 10;

/**
 * Converts a starting level to points.
 * @throws {Problem} `invalid_body` if it is beyond the ends of the scale
 */
export function statedLevel(
  { value, scale: sent, source }: NewStartingLevel,
  context: Pick<Context, 'scale'>,
): StatedLevel {
  const scale = sent ?? 'level';
  if (scale === 'service_score') return { value, scale, source, service_score: value };
  const beyond = beyondScale({ value, scale }, context);
  if (beyond !== null) throw beyond;
  return { value, scale, source, service_score: pointsOfLevel(value, context.scale.points) };
}

/** The problem of a level beyond the ends of the scale that operators have set; null if there is none. */
export function beyondScale(
  sent: Pick<NewStartingLevel, 'value' | 'scale'> | null,
  { scale: { points: knots } }: Pick<Context, 'scale'>,
): Problem | null {
  const [lowest = 0, highest = 0] = [knots[0]?.[1], knots.at(-1)?.[1]];
  if (sent === null || sent.scale === 'service_score' || (sent.value >= lowest && sent.value <= highest)) return null;
  const detail = `The scale goes from ${lowest} to ${highest}.`;
  return invalidBody([{ pointer: '/starting_level/value', code: 'out_of_range', detail }]);
}

/** A change of a player's starting level; null: none. */
interface LevelChange {
  readonly playerId: string;
  readonly before: StatedLevel | null;
  readonly after: StatedLevel | null;
}

/** Records changes in the creators' audit trails. @param heads locked */
export async function recordLevels(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  changes: readonly (LevelChange & { readonly actor: PartnerActor })[],
  at: number,
): Promise<void> {
  const next = new Map([...heads].map(([id, { seq }]) => [id, seq]));
  const rows = changes.map(({ playerId, before, after, actor: { partnerId } }) => {
    const seq = (next.get(partnerId) ?? 0) + 1;
    next.set(partnerId, seq);
    return { partner_id: partnerId, seq, player_id: playerId, before, after };
  });
  const events = changes.map(
    ({ playerId, before, after, actor }): AuditEvent => ({
      partner_id: actor.partnerId,
      match_id: null,
      player_id: playerId,
      at,
      action: 'starting_level',
      actor: auditActor(actor),
      revision: null,
      changes: [{ pointer: '/starting_level', before, after }],
    }),
  );
  await Promise.all([appendAudit(transaction, heads, events), writeLevelChanges(transaction, rows, at)]);
}

/** Gives the players that this transaction has inserted their starting levels. @param heads of their creators, locked */
export async function stateLevels(
  transaction: Transaction,
  heads: ReadonlyMap<string, ChainHead>,
  stated: readonly (LevelChange & { readonly actor: PartnerActor })[],
  at: number,
): Promise<void> {
  const points = stated.map(({ playerId, after }) => {
    return { player_id: playerId, stated_points: after?.service_score ?? 0 };
  });
  await Promise.all([writeStatedPoints(transaction, points), recordLevels(transaction, heads, stated, at)]);
}

/**
 * Gives a player another starting level: all ratings become what they would be if the player had always had it.
 * @param player read after the creator's audit trail was locked
 * @param heads the creator's, locked
 * @throws {Problem} `starting_level_settled`, before anything is written
 */
export async function changeLevel(
  context: PartnerContext,
  transaction: Transaction,
  attempt: Attempt,
  player: LevelledPlayer,
  after: StatedLevel | null,
  heads: ReadonlyMap<string, ChainHead>,
): Promise<undefined | typeof AGAIN> {
  const { id, level: before } = player;
  if (isSame(before, after)) return undefined;
  const stated = after?.service_score ?? null;
  requireUnsettled(player.matches_played);
  const { actor } = context;
  const at = context.now();
  if (stated !== (before?.service_score ?? null)) {
    const change = { changed_by: actor.partnerId, inserted: [], removed: [], restarted: [{ player_id: id, stated }] };
    const rated = await lockAndRate(context, transaction, [change], attempt, actor.plan);
    if (typeof rated === 'symbol') return AGAIN;
    // Counted under the lock: matches may have come since the player was read.
    const state = rated.ratings.find((rating) => rating.player_id === id)?.state ?? null;
    requireUnsettled(knownState(state)?.played ?? 0);
    await Promise.all([writeRatedChange(transaction, rated, at), logChanges(transaction, [], rated.changes.ofOthers)]);
  }
  await recordLevels(transaction, heads, [{ playerId: id, before, after, actor }], at);
  return undefined;
}

const isSame = (a: StatedLevel | null, b: StatedLevel | null): boolean =>
  a === null || b === null ? a === b : a.value === b.value && a.scale === b.scale && a.source === b.source;

function requireUnsettled(played: number): void {
  if (played < SETTLED_MATCHES) return;
  const detail = `The player has ${played} rated matches. From the tenth on, the starting level stays. Leave it out.`;
  throw new Problem('starting_level_settled', detail, { extensions: { matches_played: played } });
}
