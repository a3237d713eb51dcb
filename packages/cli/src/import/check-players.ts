/** Finds out who the players of a file are, before a row is sent. */
import { type Bandeja, BandejaError } from '@bandeja/client';
import type { Conflict } from '@bandeja/importer/conflicts';
import { readExternalIds } from '@bandeja/importer/external-ids';
import type { NamesImport } from '@bandeja/importer/names/names-import';
import { readPublic } from '@bandeja/importer/names/others';
import { type PlayerReader, readUsernames } from '@bandeja/importer/participants';
import type { Registrar } from '@bandeja/importer/registrar';
import type { Source } from '@bandeja/importer/source';
import { findUsedPlayers, type UsedPlayers } from '@bandeja/importer/used-players';
import { rethrow } from './run-to-end.ts';

interface CheckedPlayers extends UsedPlayers {
  readonly readPlayers: PlayerReader;
  /** Why the players of a file of usernames could not be looked up; null if they were. The import ends with it, and has a summary. */
  readonly failure: unknown;
}

/**
 * @param names null if the file has usernames or ids
 * @param idKind the kind of the club's external ids that the file has; null for none
 */
export async function checkPlayers(
  client: Bandeja,
  source: Source,
  { names, idKind }: { readonly names: NamesImport | null; readonly idKind: string | null },
  registrar: Registrar | null,
): Promise<CheckedPlayers> {
  if (idKind !== null) {
    // The club has given these ids to these players.
    const known = { clashes: [], ofOthers: new Map(), unconfirmed: new Map(), failure: null };
    return { ...known, readPlayers: await readExternalIds(client, source, idKind).catch(rethrow) };
  }
  const readPlayers = names?.reader ?? readUsernames;
  const clashes = (await names?.checkOthers(client, registrar).catch(rethrow)) ?? [];
  const named = (names?.summary.of_other_partners ?? []).map((one) => [one.username, one.display_name] as const);
  try {
    const used = await findUsedPlayers(client, source, names === null ? readUsernames : null, registrar);
    return {
      readPlayers,
      clashes: [...clashes, ...used.clashes],
      ofOthers: new Map([...named, ...used.ofOthers]),
      unconfirmed: used.unconfirmed,
      failure: null,
    };
  } catch (failure) {
    return { readPlayers, clashes, ofOthers: new Map(named), unconfirmed: new Map(), failure };
  }
}

/** An import that ends before its first row. */
export const failing = (failure: unknown): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(failure) }),
});

/** The players of rows in conflict who do not exist, or are hidden from the caller: no match can be amended to them. */
export async function unknownIn(client: Bandeja, conflicts: readonly Conflict[]): Promise<ReadonlySet<string>> {
  const parts = conflicts.flatMap(({ differences }) => differences.filter(({ part }) => part === 'players'));
  const usernames = new Set(parts.flatMap(({ row }) => row.split(/,| v\. /)));
  try {
    const known = await readPublic(client, [...usernames]);
    return new Set([...usernames].filter((username) => !known.has(username)));
  } catch (error) {
    // A key that may submit need not be one that may read.
    if (error instanceof BandejaError) return new Set();
    throw error;
  }
}
