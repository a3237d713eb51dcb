/** The enumerations of partners, keys and people, in requests, responses and rows. */
export const plans = ['starter', 'pro', 'enterprise'] as const;

/** The values of the constraint `api_keys_mode_known`. A `test` key sees only its partner's sandbox. */
export const keyModes = ['live', 'test'] as const;

/** The permissions of a key. A route accepts a caller with any of the scopes that it lists. */
export const scopes = [
  'write:matches',
  'read:players',
  'read:intelligence',
  'write:players',
  'manage:webhooks',
] as const;

/** The permissions of people: also one that no key has, so that a leaked key cannot let people in who stay after it is revoked. */
export const personScopes = [...scopes, 'manage:people'] as const;

/** The values of the constraint `people_role_known`. */
export const roles = ['manager', 'organizer', 'coach', 'viewer'] as const;

export type Plan = (typeof plans)[number];
export type KeyMode = (typeof keyModes)[number];
export type KeyScope = (typeof scopes)[number];
export type Scope = (typeof personScopes)[number];
export type Role = (typeof roles)[number];

/** What each role allows. Nothing else depends on a role. */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  manager: personScopes,
  organizer: ['write:matches', 'read:players', 'write:players'],
  coach: ['read:players', 'read:intelligence'],
  viewer: ['read:players'],
};
