import type { ApiPromise } from '../api-promise.ts';
import type { Invitation, IssuedInvitation, NewSignIn, OwnSignIn } from '../generated/api.ts';
import type { CallOptions } from '../transport.ts';
import { Noun } from './noun.ts';

/**
 * Signing in, for a page of the service: the browser keeps the cookie. `invitation` and `begin` need a client whose key is the token
 * of an invitation, `bdi_…`; the others one without a key that sends `Bandeja-Mode`.
 */
export class SignIns extends Noun {
  /** Reads the invitation. It stays unspent. */
  invitation(options?: CallOptions): ApiPromise<Invitation> {
    return this.call('GET /v1/invitation', {}, options);
  }

  /** Signs in. It spends the invitation. */
  begin(signIn: NewSignIn = {}, options?: CallOptions): ApiPromise<OwnSignIn> {
    return this.call('POST /v1/sign-in', { body: signIn }, options);
  }

  /** The sign-in of this browser, with the person and the scopes. */
  get(options?: CallOptions): ApiPromise<OwnSignIn> {
    return this.call('GET /v1/sign-in', {}, options);
  }

  /** Signs out. */
  signOut(options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/sign-in', {}, options);
  }

  /** Makes an invitation for another device of the same person. */
  inviteOwnDevice(options?: CallOptions): ApiPromise<IssuedInvitation> {
    return this.call('POST /v1/sign-in/invitation', {}, options);
  }

  /** Ends a sign-in of yours; a manager, one of any person. */
  end(id: string, options?: CallOptions): ApiPromise<void> {
    return this.callVoid('DELETE /v1/sign-ins/{id}', { path: { id } }, options);
  }
}
