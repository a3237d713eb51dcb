import type { KeyMode, KeyScope, Plan, Role, Scope } from '@bandeja/contract/account-enums';
import type { LinkRole, PrivatePlayers } from '@bandeja/contract/plan-enums';
import type { Database } from '@bandeja/postgres/database';
import { DEFAULT_SCALE, type Scale } from '@bandeja/rating';
import { DEFAULT_LANGUAGE, type Language } from './messages/languages.ts';

/** A partner that calls with one of its keys. */
export interface KeyActor {
  readonly kind: 'key';
  readonly partnerId: string;
  readonly keyId: string;
  /** A `test` key reaches only its partner's sandbox. */
  readonly mode: KeyMode;
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly scopes: readonly KeyScope[];
}

/** A person of a partner that is signed in. */
export interface PersonActor {
  readonly kind: 'person';
  readonly partnerId: string;
  readonly personId: string;
  readonly signInId: string;
  readonly role: Role;
  /** What the request asks for: live data, or the sandbox. */
  readonly mode: KeyMode;
  /** The partner's. */
  readonly plan: Plan;
  readonly suspended: boolean;
  /** Those of the role. */
  readonly scopes: readonly Scope[];
}

/** A caller that acts for a partner with its plan and scopes. */
export type PartnerActor = KeyActor | PersonActor;

/** A person that has an invitation and is not signed in. */
export interface InvitedActor {
  readonly kind: 'invited';
  readonly partnerId: string;
  readonly personId: string;
  readonly tokenHash: Uint8Array;
  readonly suspended: boolean;
}

interface AnyLink {
  readonly kind: 'link';
  readonly partnerId: string;
  readonly linkId: string;
  readonly mode: KeyMode;
  /** The partner's. */
  readonly plan: Plan;
  readonly suspended: boolean;
  readonly privatePlayers: PrivatePlayers;
  /** ms since 1970. */
  readonly expiresAt: number;
}

/** A link to one night. It shows that night, enters its results if its role is `score`, and nothing else. */
export interface NightLinkActor extends AnyLink {
  readonly to: 'night';
  /** The `session_external_ref` of the night. */
  readonly night: string;
  readonly role: LinkRole;
  /** The only court whose results the link enters; null: all. */
  readonly court: number | null;
}

/** A link of one player to one match. It shows that match, takes the player's answer, and nothing else. */
export interface MatchLinkActor extends AnyLink {
  readonly to: 'match';
  readonly matchId: string;
  readonly playerId: string;
}

export type LinkActor = NightLinkActor | MatchLinkActor;

/** An operator, by name. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly name: string;
}

/** A partner's task. It acts for the key or the person that asked for it, whether or not that key or sign-in still holds. */
export interface TaskActor {
  readonly kind: 'task';
  readonly partnerId: string;
  /** The partner's. */
  readonly plan: Plan;
  /** As in the audit trail: `key:…` or `person:…`. */
  readonly askedBy: string;
}

/** The caller: a partner's key or person, an invitation, a link, the operator, or a job of the service such as the settler. */
export type Actor = PartnerActor | InvitedActor | LinkActor | TaskActor | OperatorActor | { readonly kind: 'service' };

export interface HeldScale {
  version: number;
  points: Scale;
}

/** Passed to every domain function: caller, databases, clock. Domain functions never read the wall clock themselves. */
export interface Context {
  readonly actor: Actor;
  /** The id of the HTTP request; null in background jobs. */
  readonly requestId: string | null;
  /** The language of sentences for players and coaches. */
  readonly language: Language;
  readonly database: Database;
  /** The live data, also in a sandbox: for what is outside both modes. */
  readonly liveDatabase: Database;
  /** Null for live data, else the generation of the partner’s sandbox. */
  readonly sandboxGeneration: number | null;
  /** The current time, ms since 1970. A sandbox's clock can be moved, so never compare it with real time, such as in signatures. */
  readonly now: () => number;
  /** The same without the moves of a sandbox's clock: for links, which people hold in their hands. */
  readonly realNow: () => number;
  /** The clock of this machine, which may be wrong. Only the diagnosis reads it. */
  readonly machineNow: () => number;
  /** The scale that levels are shown on. It may be some seconds old: a job replaces it. */
  readonly scale: HeldScale;
  /** Charges the caller for what the request turned out to cause, in units of the rate limit. */
  readonly charge?: (units: number) => void;
  /** A change that affects more matches than this is settled in the background, not in its request. Only tests set it. */
  readonly closureMax?: number;
}

export interface PartnerContext extends Context {
  readonly actor: PartnerActor;
}

export interface PersonContext extends Context {
  readonly actor: PersonActor;
}

export interface InvitedContext extends Context {
  readonly actor: InvitedActor;
}

export interface LinkContext extends Context {
  readonly actor: NightLinkActor;
}

export interface MatchLinkContext extends Context {
  readonly actor: MatchLinkActor;
}

/** The context of a caller that writes matches. */
export interface WriterContext extends Context {
  readonly actor: PartnerActor | LinkActor;
}

/** A job of the service that decides about a partner's match. */
export interface PartnerJob {
  readonly kind: 'service';
  readonly partnerId: string;
  /** The partner's. */
  readonly plan: Plan;
}

/** The context of a caller that confirms or voids matches. */
export interface DeciderContext extends Context {
  readonly actor: PartnerActor | LinkActor | TaskActor | PartnerJob;
}

export interface TaskContext extends Context {
  readonly actor: TaskActor;
}

export interface OperatorContext extends Context {
  readonly actor: OperatorActor;
}

/**
 * The context of background jobs. The contexts of requests are derived from it.
 * @param now by default the clock of this machine, for one process that is alone with its database
 */
export function serviceContext(database: Database, now: () => number = Date.now): Context {
  return {
    actor: { kind: 'service' },
    requestId: null,
    language: DEFAULT_LANGUAGE,
    database,
    liveDatabase: database,
    sandboxGeneration: null,
    scale: { version: 0, points: DEFAULT_SCALE },
    now,
    realNow: now,
    machineNow: Date.now,
  };
}
