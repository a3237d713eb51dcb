/** Callers of every kind, and a gatekeeper that knows them by their names: a name is a token, or the value of a cookie. */
import assert from 'node:assert/strict';
import {
  type Context,
  type KeyActor,
  type LinkContext,
  type MatchLinkContext,
  type PersonActor,
  serviceContext,
} from '../../../src/context.ts';
import type { AppDependencies } from '../../../src/http/app.ts';

const live: Context = serviceContext({} as never);
const sandbox = { ...live, sandboxGeneration: 3 };

export const key: KeyActor = {
  kind: 'key',
  partnerId: 'partner-1',
  keyId: 'key-1',
  mode: 'live',
  plan: 'pro',
  suspended: false,
  scopes: ['write:matches'],
};
const { keyId: _, ...ofPartner } = key;
export const person: PersonActor = {
  ...ofPartner,
  kind: 'person',
  personId: 'ana',
  signInId: 'sign-in-1',
  role: 'organizer',
};
export const invited = {
  kind: 'invited',
  partnerId: 'partner-1',
  personId: 'bea',
  suspended: false,
  tokenHash: new Uint8Array(),
} as const;
const link = {
  kind: 'link',
  partnerId: 'partner-1',
  linkId: 'link-1',
  mode: 'live',
  plan: 'pro',
  suspended: false,
  privatePlayers: 'first_name',
  expiresAt: 0,
} as const;
export const night: LinkContext = {
  ...live,
  actor: { ...link, to: 'night', night: 'friday', role: 'score', court: null },
};
const viewing: LinkContext = { ...night, actor: { ...night.actor, role: 'view' } };
export const match: MatchLinkContext = {
  ...live,
  actor: { ...link, to: 'match', matchId: 'match-1', playerId: 'ana' },
};

const suspended = { suspended: true };
const links: Readonly<Record<string, LinkContext | MatchLinkContext>> = {
  night,
  viewing,
  match,
  courtTwo: { ...night, actor: { ...night.actor, court: 2 } },
  suspendedNight: { ...night, actor: { ...night.actor, ...suspended } },
  sandboxNight: { ...night, ...sandbox, actor: { ...night.actor, mode: 'test' } },
};
const keys: Readonly<Record<string, KeyActor>> = {
  key,
  testKey: { ...key, mode: 'test' },
  starter: { ...key, plan: 'starter' },
  noScope: { ...key, scopes: [] },
  twoScopes: { ...key, scopes: ['read:players', 'manage:webhooks'] },
  suspended: { ...key, ...suspended },
};
const people: Readonly<Record<string, PersonActor>> = {
  person,
  manager: { ...person, role: 'manager', scopes: ['write:matches', 'manage:people'] },
  suspendedPerson: { ...person, ...suspended },
};

export const gatekeeper: Partial<AppDependencies> = {
  authenticate: async (name) => named(keys, name),
  findPerson: async (name, mode) => {
    const found = named(people, name);
    return found === null ? null : { actor: { ...found, mode }, isExtended: name === 'manager' };
  },
  findInvited: async (name) => named({ invited, suspendedInvited: { ...invited, ...suspended } }, name),
  findLink: async (name) => named(links, name),
  findOperator: async (name) => named({ operator: 'carla' }, name),
  findSignedInOperator: async (name) => named({ signedIn: 'dora' }, name),
  enterSandbox: async (actor) => ({ ...sandbox, actor }),
};

function named<Known>(all: Readonly<Record<string, Known>>, name: string): Known | null {
  assert.equal(typeof name, 'string');
  return all[name] ?? null;
}

export type Credential = { readonly [name in 'authorization' | 'cookie' | 'bandeja-mode' | 'bandeja-person']?: string };
export const token = (name: string): Credential => ({ authorization: `Bearer ${name}` });
export const cookie = (name: string, mode = 'live'): Credential => ({
  cookie: `bandeja-80=${name}`,
  'bandeja-mode': mode,
});
export const operatorCookie = (name: string): Credential => ({
  cookie: `bandeja-operator-80=${name}`,
  'bandeja-mode': 'live',
});

const tokens = [...Object.keys(keys), ...Object.keys(links), 'invited', 'suspendedInvited', 'operator', 'unknown'];
export const credentials: Readonly<Record<string, Credential>> = {
  ...Object.fromEntries(tokens.map((name) => [name, token(name)])),
  ...Object.fromEntries([...Object.keys(people), 'ended'].map((name) => [name, cookie(name)])),
  signedIn: operatorCookie('signedIn'),
  endedOperator: operatorCookie('ended'),
  none: {},
  basic: { authorization: 'Basic YTpi' },
};
