export { issueKey, type NewKeyInput } from './issue.ts';
export { type KeyMode, keyModes } from './key-format.ts';
export { type Keyring, type KeyringOptions, openKeyring } from './keyring.ts';
export { listKeys } from './list.ts';
export { revokeKey } from './revoke.ts';
export { OVERLAP_SECONDS_DEFAULT, OVERLAP_SECONDS_MAX, rotateKey } from './rotate.ts';
export { newKeyFaults } from './rules.ts';
export { type Scope, scopes } from './scope.ts';
export type { IssuedKeyView, KeyView } from './view.ts';
