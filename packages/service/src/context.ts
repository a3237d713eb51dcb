import type { KeyMode, Scope } from '@bandeja/contract/keys';
import type { Plan } from '@bandeja/contract/partners';
import type { Database } from '@bandeja/postgres/database';
import { DEFAULT_LANGUAGE, type Language } from './reading/messages/languages.ts';

/** A partner that calls through one of its keys. */
export interface KeyActor {
  readonly kind: 'key';
  readonly partnerId: string;
  readonly keyId: string;
  /** A `test` key sees its partner's sandbox only. */
  readonly mode: KeyMode;
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly scopes: readonly Scope[];
}

/** Who does something: a partner's key, the operator, or the service by itself, such as its settler. */
export type Actor = KeyActor | { readonly kind: 'operator' } | { readonly kind: 'service' };

/** What the verbs get that routes and jobs call: who calls, the databases and the time. They do not read the wall clock themselves. */
export interface Context {
  readonly actor: Actor;
  /** The id of the HTTP request that the call serves; null for work that no request asked for. */
  readonly requestId: string | null;
  /** In which sentences for players and coaches are answered. */
  readonly language: Language;
  readonly database: Database;
  /** For calls that only read and lock nothing: a replica may answer. The same database if there is none. */
  readonly readDatabase: Database;
  /** Whose data it is: null for the live data, else which generation of its partner’s sandbox. */
  readonly sandboxGeneration: number | null;
  /** The present, ms since 1970. A sandbox's clock may be moved: never compare it with real time, such as in signatures. */
  readonly now: () => number;
  /** The most matches that a change of history may reach to be settled within its request; other than the default in tests only. */
  readonly closureMax?: number;
}

/** The context of a call that a partner makes. */
export interface PartnerContext extends Context {
  readonly actor: KeyActor;
}

/** The context of work that the service does by itself, and the one that those of its requests are made from. */
export function serviceContext(database: Database, now: () => number = Date.now): Context {
  return {
    actor: { kind: 'service' },
    requestId: null,
    language: DEFAULT_LANGUAGE,
    database,
    readDatabase: database,
    sandboxGeneration: null,
    now,
  };
}
