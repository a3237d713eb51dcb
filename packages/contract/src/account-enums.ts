/** The enumerations of partners and keys, in requests, responses and rows. */
export const plans = ['starter', 'pro', 'enterprise'] as const;

/** The values of the constraint `api_keys_mode_known`. A `test` key sees only its partner's sandbox. */
export const keyModes = ['live', 'test'] as const;

/** The permissions of a key. A route accepts a key with any of the scopes that it lists. */
export const scopes = [
  'write:matches',
  'read:players',
  'read:intelligence',
  'write:players',
  'manage:webhooks',
] as const;

export type Plan = (typeof plans)[number];
export type KeyMode = (typeof keyModes)[number];
export type Scope = (typeof scopes)[number];
