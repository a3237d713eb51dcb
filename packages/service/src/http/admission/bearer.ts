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
