/** What a key may be used for. An endpoint asks for one of several; `manage:webhooks` belongs to webhook endpoints. */
export const scopes = [
  'write:matches',
  'read:players',
  'read:intelligence',
  'write:players',
  'manage:webhooks',
] as const;
export type Scope = (typeof scopes)[number];
