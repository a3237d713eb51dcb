import type { Database } from '../store/engine/database.ts';
import type { Scope } from './keys/index.ts';
import type { Plan } from './partners/index.ts';

/** What every verb gets: the database and the time. No verb reads a clock or a global by itself. */
export interface Context {
  readonly database: Database;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
  /** The most matches that a change of history may reach to be settled within its request; other than the default in tests only. */
  readonly closureMax?: number;
}

/** Who calls: a partner, through one of its keys. */
export interface Caller {
  readonly partnerId: string;
  readonly keyId: string;
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly scopes: readonly Scope[];
}
