/** The open import of a file, which goes on if the file is sent again. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { collect } from '../collections.ts';

/** The partner's open import of a file. Null if there is none, or the key may not read imports. */
export async function openImportOf(client: Bandeja, file: { readonly sha256: string }): Promise<Api.Import | null> {
  try {
    for await (const one of client.imports.list({ state: 'open' })) if (one.content_hash === file.sha256) return one;
  } catch (error) {
    // A key that may submit need not be one that may read.
    if (!(error instanceof BandejaError) || error.code !== 'insufficient_scope') throw error;
  }
  return null;
}

/** The players that the open import of a file has registered. */
export interface Registered {
  readonly ids: ReadonlySet<string>;
  /** The username of the player of each key. */
  readonly usernames: ReadonlyMap<string, string>;
}

/** @throws {BandejaError} if the service does not respond */
export async function readRegistered(client: Bandeja, file: { readonly sha256: string }): Promise<Registered> {
  const open = await openImportOf(client, file);
  const all = open === null ? [] : await collect(client.imports.players(open.id, { limit: 1000 }));
  const players = all.filter(({ registered }) => registered);
  return {
    ids: new Set(players.map(({ profile_id }) => profile_id)),
    usernames: new Map(players.map(({ key, username }) => [key, username])),
  };
}
