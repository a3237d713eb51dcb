const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(?: +(.*))?$/;

/**
 * The token of `Authorization: Bearer <token>`; the scheme is compared without case (RFC 9110).
 * @returns null if there is no header, another scheme, or no token. A token of a wrong form is still a token.
 */
export function bearerToken(authorization: string | undefined): string | null {
  const parts = header.exec(authorization ?? '');
  const [, scheme, token] = parts ?? [];
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '' ? token : null;
}
