import type { KeyRow } from '../../store/keys.ts';
import { formatInstant } from '../instant.ts';
import type { Scope } from './scope.ts';

/** A key as the operator sees it, without the key itself. */
export interface KeyView {
  readonly id: string;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly mode: 'live' | 'test';
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A key at the only moment when its text is there. */
export interface IssuedKeyView extends KeyView {
  readonly key: string;
}

/** The schema keeps all scopes of a key among those of `scope.ts` (api_keys_scopes_known). */
export function scopesOf(row: Pick<KeyRow, 'scopes'>): readonly Scope[] {
  return row.scopes as readonly Scope[];
}

export function keyView(row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    mode: row.mode,
    expires_at: row.expires_at === null ? null : formatInstant(row.expires_at),
    created_at: formatInstant(row.created_at),
    last_used_at: row.last_used_at === null ? null : formatInstant(row.last_used_at),
  };
}
