/** Empties texts in pieces: all those of an import of 300,000 rows take many seconds. */
import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_IDLE_DAYS, IMPORT_TEXTS_DAYS } from '@bandeja/contract/imports';
import type { Database } from '@bandeja/postgres/database';
import type { Context } from '../context.ts';
import { closeIdleImports } from './store.ts';
import {
  emptyNamedTexts,
  emptyTexts,
  endEmptying,
  findDueTexts,
  findImportsWithTexts,
  type NamedInTexts,
  type SearchedImport,
} from './texts-store.ts';

const DAY_MS = 86_400_000;

/**
 * Closes idle imports, and empties the texts of one import that was closed long ago. A closed import gets no new texts. An erasure may
 * empty the same rows: both lock them by line.
 * @returns whether there may be more of these
 */
export async function trimImports({ database, now }: Context, stopping: AbortSignal): Promise<boolean> {
  const at = now();
  await closeIdleImports(database, at - IMPORT_IDLE_DAYS * DAY_MS, at);
  const id = await findDueTexts(database, at - IMPORT_TEXTS_DAYS * DAY_MS);
  if (id === undefined) return false;
  for (let line: number | null = 0; line !== null; ) {
    const startedAt = performance.now();
    line = await emptyTexts(database, id, line);
    await sleep(performance.now() - startedAt, undefined, { signal: stopping });
  }
  await endEmptying(database, id);
  return true;
}

/**
 * Empties the texts of a partner's imports that name a player or are about its matches. No lock keeps new ones away.
 * @returns the imports with texts, read before the search
 */
export async function emptyTextsOf(database: Database, player: NamedInTexts): Promise<readonly SearchedImport[]> {
  const searched = await findImportsWithTexts(database, player.partner_id);
  for (const { id } of searched) {
    for (let line: number | null = 0; line !== null; ) line = await emptyNamedTexts(database, id, line, player);
  }
  return searched;
}
