import type { ApiPromise } from '../api-promise.ts';
import type {
  NewPasskey,
  NewPasskeySignIn,
  OwnSignIn,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun } from './noun.ts';

/** Signing in again without an invitation, for a page of the service. `signInOptions` and `signIn` need no credential. */
export class Passkeys extends Noun {
  /** The options for `navigator.credentials.create`. */
  options(options?: CallOptions): ApiPromise<PasskeyCreationOptions> {
    return this.call('POST /v1/passkeys/options', {}, options);
  }

  add(passkey: NewPasskey, options?: CallOptions): ApiPromise<Passkey> {
    return this.call('POST /v1/passkeys', { body: passkey }, options);
  }

  /** Removes a passkey of yours; a manager, one of any person. Sign-ins made with it go on. */
  remove(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/passkeys/{id}', { path: { id } }, options);
  }

  /** The options for `navigator.credentials.get`. */
  signInOptions(options?: CallOptions): ApiPromise<PasskeyRequestOptions> {
    return this.call('POST /v1/sign-in/passkey/options', {}, options);
  }

  signIn(signIn: NewPasskeySignIn, options?: CallOptions): ApiPromise<OwnSignIn> {
    return this.call('POST /v1/sign-in/passkey', { body: signIn }, options);
  }
}
