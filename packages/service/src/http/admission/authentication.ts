import { Problem } from '@bandeja/contract/errors/problem';
import type { KeyActor, LinkActor, LinkContext, MatchLinkContext, OperatorActor } from '../../context.ts';

export interface Authenticator {
  /** Resolves to the actor of a key; null if the key is unknown, wrong, expired or revoked. */
  readonly authenticate: (token: string) => Promise<KeyActor | null>;
  /** Resolves to the name of an operator; null if the token is unknown or revoked. */
  readonly findOperator: (token: string) => Promise<string | null>;
  /** Resolves to the context of a link; null if the token is unknown or wrong, or the link has ended. Without it, links do not work. */
  readonly findLink?: (token: string) => Promise<LinkContext | MatchLinkContext | null>;
}

/** More specific than the default text: an operator cannot ask the operator for a new token. */
const WRONG_OPERATOR_TOKEN =
  'This is not an operator token of the service, or it was revoked. The initial token is in `OPERATOR_TOKEN`, or in `DATA_DIR/operator-token` for an ' +
  'embedded database.';

/** @throws {Problem} `missing_credentials` */
export function requireToken(authorization: string | undefined): string {
  const token = bearerToken(authorization);
  if (token === null) throw challenge('missing_credentials');
  return token;
}

/** @throws {Problem} `invalid_credentials` */
export async function authenticateKey({ authenticate }: Authenticator, token: string): Promise<KeyActor> {
  const actor = await authenticate(token);
  if (actor === null) throw challenge('invalid_credentials');
  return actor;
}

/** @throws {Problem} `invalid_credentials`, even for a link that leads to something else */
export async function authenticateLink(
  { findLink }: Authenticator,
  to: LinkActor['to'],
  token: string,
): Promise<LinkContext | MatchLinkContext> {
  const context = await findLink?.(token);
  if (context?.actor.to !== to) throw challenge('invalid_credentials');
  return context;
}

/** @throws {Problem} `invalid_credentials` */
export async function authenticateOperator({ findOperator }: Authenticator, token: string): Promise<OperatorActor> {
  const name = await findOperator(token);
  if (name === null) throw challenge('invalid_credentials', WRONG_OPERATOR_TOKEN);
  return { kind: 'operator', name };
}

function challenge(code: 'missing_credentials' | 'invalid_credentials', detail?: string): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?: +(.*))?$/;

/**
 * The token of `Authorization: Bearer <token>`; the scheme is compared without case (RFC 9110).
 * @returns null without a header, without a token, or for another scheme. The form of the token is not checked.
 */
export function bearerToken(authorization: string | undefined): string | null {
  const parts = header.exec(authorization ?? '');
  const [, scheme, token] = parts ?? [];
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '' ? token : null;
}
