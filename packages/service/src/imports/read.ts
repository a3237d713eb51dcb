/** What became of the rows and players of an import. */
import type { ImportedPlayer, ImportRow } from '@bandeja/contract/import-rows';
import type { PartnerContext } from '../context.ts';
import { type PageOf, readPage } from '../paging/list-page.ts';
import type { Page } from '../paging/page.ts';
import { foundImport } from './imports.ts';
import { rowNowOf } from './known-matches.ts';
import {
  type LineKey,
  type ListedRow,
  listImportPlayers,
  listRows,
  type PlayerKey,
  type RowFilter,
} from './rows-store.ts';
import { readImport } from './store.ts';

/** The rows of an import, by line. @throws {Problem} `import_not_found` */
export async function listImportRows(
  { database, actor }: PartnerContext,
  importId: string,
  filter: RowFilter,
  page: Page<LineKey>,
): Promise<PageOf<ImportRow, LineKey>> {
  foundImport(importId, await readImport(database, actor.partnerId, importId));
  return readPage(
    page,
    (batch) => listRows(database, importId, filter, batch),
    rowView,
    ({ line }) => ({ line }),
  );
}

/** The players that stored rows of an import name by key. @throws {Problem} `import_not_found` */
export async function listImportedPlayers(
  { database, actor }: PartnerContext,
  importId: string,
  page: Page<PlayerKey>,
): Promise<PageOf<ImportedPlayer, PlayerKey>> {
  foundImport(importId, await readImport(database, actor.partnerId, importId));
  return readPage(
    page,
    (batch) => listImportPlayers(database, actor.partnerId, importId, batch),
    (player) => player,
    ({ key }) => ({ key }),
  );
}

function rowView({ line, state, external_ref, match_id, texts, status, revision }: ListedRow): ImportRow {
  const isStored = state === 'created' && status !== null && revision !== null;
  return {
    line,
    state,
    external_ref,
    match_id,
    now: isStored ? rowNowOf({ status, revision }) : null,
    problems: texts?.problems ?? [],
    differences: texts?.differences ?? [],
    warnings: texts?.warnings ?? [],
  };
}
