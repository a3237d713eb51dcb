/** Many matches of a session, inserted through the store: submitting 1,000 takes half a minute. */
import assert from 'node:assert/strict';
import { type MatchRow, NOT_PLANNED } from '../../src/history/match-row.ts';
import { insertMatches } from '../../src/matches/insert-matches-store.ts';
import { lockMatches, readMatch } from '../../src/matches/store.ts';
import type { Club } from '../support/club.ts';
import type { TestService } from '../support/service.ts';

export const MINUTE = 60_000;

/** Copies of an unrated match of the club in this session, one a minute up to `until`. @returns their ids */
export async function storeCopies(
  { context: { database } }: TestService,
  club: Club,
  count: number,
  session_external_ref: string,
  until: number,
  change: Partial<MatchRow> | ((index: number) => Partial<MatchRow>) = {},
): Promise<string[]> {
  const { id } = await club.submit(club.match({ outcome: 'walkover' }));
  return database.transaction(async (transaction) => {
    await lockMatches(transaction, club.partner.id, [id]);
    const { names: _, ...model } = (await readMatch(transaction, club.partner.id, id)) ?? assert.fail();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...model,
      id: crypto.randomUUID(),
      external_ref: `${session_external_ref} ${until} ${index}`,
      session_external_ref,
      played_at: until - index * MINUTE,
      outcome: 'played' as const,
      ...NOT_PLANNED,
      ...(typeof change === 'function' ? change(index) : change),
    }));
    await insertMatches(transaction, rows);
    return rows.map((row) => row.id);
  });
}
