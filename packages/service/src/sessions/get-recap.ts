import type { Ranking, RankSetting } from '@bandeja/contract/rankings';
import type { SessionRecap } from '@bandeja/contract/sessions';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import { currentPool } from '../calibration/pool.ts';
import type { Context } from '../context.ts';
import type { Language } from '../messages/languages.ts';
import { clubOf } from '../partners/club.ts';
import type { SessionPoster } from '../pictures/recap/poster-session.ts';
import { fixedPairIds, type PlanSettings } from '../plans/plan-rows.ts';
import { rankingOf } from '../ranking/ranking.ts';
import { notFound } from '../validation/not-found.ts';
import type { PairIds } from './pairs.ts';
import { Recap, type RecapRange } from './recap.ts';
import { readMatchesPlayed, readPlanSettings } from './session-plan-store.ts';
import { readSession, readSessionMatchesAfter, SESSION_BLOCK, type SessionReading } from './store.ts';

/** The range of the lists, and what the caller asks for. */
interface RecapPart extends RecapRange {
  readonly rank_by?: RankSetting | undefined;
  readonly time_zone?: string | undefined;
}

const WHOLE: RecapPart = { limit: Number.POSITIVE_INFINITY, offset: 0 };

/** A partner, or a link of a partner. */
type OwnerContext = Pick<Context, 'language' | 'liveDatabase' | 'database'> & {
  readonly actor: { readonly partnerId: string };
};

/**
 * The recap of one of the caller's sessions, over all its completed matches.
 *
 * A club night is read with one statement. A longer session, such as a league under one reference, is read in blocks, so memory
 * grows only with its players and pairs. On PostgreSQL all blocks come from one snapshot. On the embedded database a long
 * transaction would block everything else, so each block has its own snapshot. If a match's time is amended between two blocks, the
 * recap may miss that match, but it never counts one twice.
 * @param part the range of the lists, and the ranking; default: everything, ranked as planned
 * @throws {Problem} `session_not_found` if the caller has no match of that session in any status
 */
export async function getSessionRecap(
  context: OwnerContext,
  sessionExternalRef: string,
  part?: RecapPart,
): Promise<SessionRecap> {
  const { common_venue: _, club: __, unit: ___, ...recap } = await getSessionPoster(context, sessionExternalRef, part);
  return recap;
}

/** Like {@link getSessionRecap}, for a poster. */
export async function getSessionPoster(
  context: OwnerContext,
  ref: string,
  { rank_by: asked, time_zone, ...range }: RecapPart = WHOLE,
): Promise<SessionPoster> {
  const { actor, database } = context;
  const [first, plan, club] = await Promise.all([
    readOrRefuse(database, actor.partnerId, ref),
    readPlanSettings(database, actor.partnerId, ref),
    clubOf(context, time_zone),
  ]);
  const setting = asked ?? plan?.rank_by;
  const [{ recap, others }, rank_by] = await Promise.all([
    sumOf(context, ref, first, plan),
    setting === 'auto' ? autoRanking(context, ref, plan) : setting,
  ]);
  const view = recap.view(ref, others, { ...range, rank_by, plan, time_zone: club.time_zone });
  return { ...view, common_venue: recap.commonVenue(), club, unit: recap.unit };
}

async function autoRanking(
  { actor: { partnerId }, database }: OwnerContext,
  ref: string,
  plan: PlanSettings | null,
): Promise<Ranking> {
  const played = await readMatchesPlayed(database, partnerId, ref);
  const counts = plan === null ? [...played.values()] : plan.players.map(({ id }) => played.get(id) ?? 0);
  return rankingOf('auto', counts);
}

/** A recap over all completed matches of a session, and the number of its other matches. */
interface MatchSums {
  readonly recap: Recap;
  readonly others: SessionReading['others'];
}

async function sumOf(
  { actor: { partnerId }, language, database }: OwnerContext,
  ref: string,
  first: SessionReading,
  plan: PlanSettings | null,
): Promise<MatchSums> {
  const pairs = plan?.format === 'teams' ? fixedPairIds(plan) : null;
  if (first.matches.length < SESSION_BLOCK) {
    const recap = new Recap(await currentPool(database), language, pairs);
    for (const match of first.matches) recap.add(match);
    return { recap, others: first.others };
  }
  const long = (database: Queryable) => longRecap(database, { partnerId, language, pairs }, ref);
  return database.engine === 'pglite' ? long(database) : inSnapshot(database, long);
}

async function longRecap(
  database: Queryable,
  {
    partnerId,
    language,
    pairs,
  }: { readonly partnerId: string; readonly language: Language; readonly pairs: readonly PairIds[] | null },
  ref: string,
): Promise<MatchSums> {
  const recap = new Recap(await currentPool(database), language, pairs);
  const { others, matches } = await readOrRefuse(database, partnerId, ref);
  const added = new Set<string>();
  let block = matches;
  for (let last = block.at(-1); last !== undefined; last = block.at(-1)) {
    for (const match of block) {
      if (!added.has(match.id)) recap.add(match);
      added.add(match.id);
    }
    block = await readSessionMatchesAfter(database, partnerId, ref, last);
  }
  return { recap, others };
}

async function readOrRefuse(database: Queryable, partnerId: string, ref: string): Promise<SessionReading> {
  const session = await readSession(database, partnerId, ref);
  if (session === undefined) throw notFound('session_not_found', ref);
  return session;
}
