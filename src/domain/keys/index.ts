/** Keys: how a partner proves who it is. An operator issues, rotates and revokes them. */
export { type Keyring, type KeyringOptions, openKeyring } from './keyring.ts';
export { issueKey, listKeys, revokeKey, rotateKey } from './keys.ts';
export {
  IssuedKey,
  Key,
  type KeyMode,
  KeyPath,
  KeyRotation,
  NewKey,
  newKeyFaults,
  type Scope,
  scopes,
} from './shapes.ts';
