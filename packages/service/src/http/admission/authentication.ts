import { type KeyMode, keyModes } from '@bandeja/contract/account-enums';
import { Problem } from '@bandeja/contract/errors/problem';
import type { FastifyRequest } from 'fastify';
import type {
  InvitedActor,
  KeyActor,
  LinkActor,
  LinkContext,
  MatchLinkContext,
  OperatorActor,
  PartnerActor,
  PersonActor,
} from '../../context.ts';
import { type CookieOwner, readCookie } from './cookie.ts';

export interface Authenticator {
  /** Resolves to the actor of a key; null if the key is unknown, wrong, expired or revoked. */
  readonly authenticate: (token: string) => Promise<KeyActor | null>;
  /** Resolves to the name of an operator; null if the token is unknown or revoked. */
  readonly findOperator: (token: string) => Promise<string | null>;
  /** Resolves to the name of the operator of a cookie; null if the sign-in is unknown or has ended. Without it, no cookie works. */
  readonly findSignedInOperator?: (cookie: string) => Promise<string | null>;
  /** Resolves to the context of a link; null if the token is unknown or wrong, or the link has ended. Without it, links do not work. */
  readonly findLink?: (token: string) => Promise<LinkContext | MatchLinkContext | null>;
  /** Resolves to the person of a cookie; null if the sign-in is unknown or has ended. Without it, cookies do not work. */
  readonly findPerson?: (cookie: string, mode: KeyMode) => Promise<SignedIn | null>;
  /** Resolves to the person of an invitation; null if it is not valid. Without it, invitations do not work. */
  readonly findInvited?: (token: string) => Promise<InvitedActor | null>;
}

export interface SignedIn {
  readonly actor: PersonActor;
  /** True if the sign-in now ends later, so that the browser must keep its cookie for longer. */
  readonly isExtended: boolean;
}

interface LetIn {
  readonly actor: PartnerActor;
  /** The cookie, if its sign-in now ends later. */
  readonly extended?: string;
}

/** What a request shows to be let in. */
export type Credential =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'cookie';
      readonly cookie: string;
      readonly mode: KeyMode;
      /** Whose cookie the page takes it for; undefined if it does not say. */
      readonly personId: string | undefined;
    };

/** More specific than the default text: an operator cannot ask the operator for a new token. */
const WRONG_OPERATOR_TOKEN =
  'This is not an operator token of the service, or it was revoked. The initial token is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` for an ' +
  'embedded database.';

/** More specific than the default text: a route for keys was called with a token. */
const WRONG_KEY = 'The key is unknown, expired or revoked, or was not pasted whole.';

/**
 * The credential of a request: its `Authorization` header, whatever that contains. Without the header, it is the cookie, but only
 * beside a valid `Bandeja-Mode`: no page of another origin can send that, and no page of this one sends it by mistake.
 * @param owner the other one's cookie is not read
 */
export function credentialOf(request: FastifyRequest, owner: CookieOwner): Credential | null {
  const { authorization, 'bandeja-mode': mode, 'bandeja-person': personId } = request.headers;
  if (authorization !== undefined) {
    const token = bearerToken(authorization);
    return token === null ? null : { kind: 'token', token };
  }
  const modes: readonly KeyMode[] = owner === 'person' ? keyModes : ['live'];
  if (!modes.includes(mode as KeyMode)) return null;
  const cookie = readCookie(request, owner);
  return cookie === undefined
    ? null
    : { kind: 'cookie', cookie, mode: mode as KeyMode, personId: personId?.toString() };
}

/** @throws {Problem} `missing_credentials`, `invalid_credentials` for a cookie */
export function requireToken(credential: Credential | null): string {
  if (credential === null) throw new Problem('missing_credentials');
  if (credential.kind === 'cookie') throw new Problem('invalid_credentials');
  return credential.token;
}

/** @throws {Problem} `missing_credentials`, `invalid_credentials` for a token */
export function requireCookie(credential: Credential | null): Extract<Credential, { kind: 'cookie' }> {
  if (credential === null) throw new Problem('missing_credentials');
  if (credential.kind === 'token') throw new Problem('invalid_credentials');
  return credential;
}

/**
 * The key or the person of a request.
 * @param callers accepts only these
 * @throws {Problem} `missing_credentials`, `invalid_credentials`
 */
export async function authenticatePartner(
  { authenticate, findPerson }: Authenticator,
  credential: Credential | null,
  callers: 'keys' | 'people' | undefined,
): Promise<LetIn> {
  if (callers !== 'people' && credential?.kind !== 'cookie') {
    const actor = await authenticate(requireToken(credential));
    if (actor === null) throw new Problem('invalid_credentials', WRONG_KEY);
    return { actor };
  }
  if (callers !== 'keys') {
    const { cookie, mode, personId } = requireCookie(credential);
    const signedIn = await findPerson?.(cookie, mode);
    // Another person may have signed in since the page was loaded.
    if (signedIn != null && (personId ?? signedIn.actor.personId) === signedIn.actor.personId) {
      return { actor: signedIn.actor, ...(signedIn.isExtended && { extended: cookie }) };
    }
  }
  throw new Problem('invalid_credentials');
}

/** @throws {Problem} `invalid_credentials`, even for a valid credential of another kind */
export async function authenticateInvited({ findInvited }: Authenticator, token: string): Promise<InvitedActor> {
  const actor = await findInvited?.(token);
  if (actor == null) throw new Problem('invalid_credentials');
  return actor;
}

/** @throws {Problem} `invalid_credentials`, even for a link that leads to something else */
export async function authenticateLink(
  { findLink }: Authenticator,
  to: LinkActor['to'],
  token: string,
): Promise<LinkContext | MatchLinkContext> {
  const context = await findLink?.(token);
  if (context?.actor.to !== to) throw new Problem('invalid_credentials');
  return context;
}

/**
 * The operator of a token or of a cookie.
 * @param by accepts only this
 * @throws {Problem} `missing_credentials`, `invalid_credentials`
 */
export async function authenticateOperator(
  { findOperator, findSignedInOperator }: Authenticator,
  credential: Credential | null,
  by: Credential['kind'] | undefined,
): Promise<OperatorActor> {
  if (by === 'cookie' || (by === undefined && credential?.kind === 'cookie')) {
    const name = await findSignedInOperator?.(requireCookie(credential).cookie);
    if (name == null) throw new Problem('invalid_credentials');
    return { kind: 'operator', name };
  }
  const name = await findOperator(requireToken(credential));
  if (name === null) throw new Problem('invalid_credentials', WRONG_OPERATOR_TOKEN);
  return { kind: 'operator', name };
}

/**
 * The token of `Authorization: Bearer <token>`; the scheme is compared without case (RFC 9110).
 * @returns null without a header, without a token, or for another scheme. The form of the token is not checked.
 */
export const bearerToken = (authorization: string | undefined): string | null =>
  authorization?.match(/^bearer +([^ ].*)$/i)?.[1] ?? null;
