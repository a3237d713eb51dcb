import { instant, type Queryable, statement } from '@bandeja/postgres/database';
import { bytea, type RowOf, table, timestamptz } from '@bandeja/postgres/table';

const codes = table('link_short_codes', { code_hash: bytea, sealed_token: bytea, expires_at: timestamptz });

export interface ShortCodeRow extends RowOf<typeof codes> {}

const insert = statement(
  'short_codes_insert',
  `with ended as (delete from link_short_codes where expires_at <= $1::timestamptz)
   ${codes.insert(2)} on conflict (code_hash) do nothing returning code_hash`,
);

/** Stores a code, and removes those that have ended. @returns false if the code is taken */
export async function insertShortCode(live: Queryable, row: ShortCodeRow, now: number): Promise<boolean> {
  return (await live.query(insert, [instant(now), ...codes.values([row])])).length > 0;
}

const byHash = statement(
  'short_codes_by_hash',
  `select ${codes.select()} from link_short_codes where code_hash = $1 and expires_at > $2::timestamptz`,
);

/** The code with this hash, if it works at `now`. */
export async function findShortCode(
  live: Queryable,
  codeHash: Uint8Array,
  now: number,
): Promise<ShortCodeRow | undefined> {
  return (await live.query<ShortCodeRow>(byHash, [codeHash, instant(now)]))[0];
}
