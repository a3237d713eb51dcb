import { Problem } from '@bandeja/contract/errors/problem';
import type { SessionRecap } from '@bandeja/contract/sessions';
import type { Queryable } from '@bandeja/postgres/database';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import { currentPool } from '../ledger/pool.ts';
import type { Language } from '../reading/messages/languages.ts';
import { Recap, type RecapPart } from './recap.ts';
import { readSession, readSessionMatchesAfter, SESSION_BLOCK, type SessionReading } from './store.ts';

/**
 * The recap of one of the caller's sessions, over all its completed matches.
 *
 * A night is read at once. What is longer than a block, such as a league under one reference, is read block by block, so that
 * what is held here grows with its players and pairs alone. On PostgreSQL all blocks are of one moment. On the embedded database a
 * transaction would hold up everybody else until it ends, so each block is of its own moment: of a match whose time is amended
 * meanwhile the recap may know nothing, but it counts no match twice.
 * @param part what is listed; everything if it is left out.
 * @throws {Problem} `session_not_found` where the caller has no match of that session in any status.
 */
export async function getSessionRecap(
  context: PartnerContext,
  sessionExternalRef: string,
  part?: RecapPart,
): Promise<SessionRecap> {
  const { recap, others } = await readRecap(context, sessionExternalRef);
  return recap.view(sessionExternalRef, others, part);
}

/** A recap as a poster shows it: with the venue that all matches have in common, beside the commonest one. */
export type SessionPoster = SessionRecap & { readonly common_venue: string | null };

/** The same as {@link getSessionRecap}, for a poster. */
export async function getSessionPoster(
  context: PartnerContext,
  sessionExternalRef: string,
  part: RecapPart,
): Promise<SessionPoster> {
  const { recap, others } = await readRecap(context, sessionExternalRef);
  return { ...recap.view(sessionExternalRef, others, part), common_venue: recap.commonVenue() };
}

/** A recap with all completed matches of a session, and how many others the session has. */
interface ReadRecap {
  readonly recap: Recap;
  readonly others: SessionReading['others'];
}

async function readRecap(
  { actor: { partnerId }, language, readDatabase }: PartnerContext,
  sessionExternalRef: string,
): Promise<ReadRecap> {
  const first = await readOrRefuse(readDatabase, partnerId, sessionExternalRef);
  if (first.matches.length < SESSION_BLOCK) {
    const recap = new Recap(await currentPool(readDatabase), language);
    for (const match of first.matches) recap.add(match);
    return { recap, others: first.others };
  }
  const long = (database: Queryable) => longRecap(database, { partnerId, language }, sessionExternalRef);
  return readDatabase.engine === 'pglite' ? long(readDatabase) : inSnapshot(readDatabase, long);
}

async function longRecap(
  database: Queryable,
  { partnerId, language }: { readonly partnerId: string; readonly language: Language },
  ref: string,
): Promise<ReadRecap> {
  const recap = new Recap(await currentPool(database), language);
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
  if (session === undefined) throw new Problem('session_not_found');
  return session;
}
