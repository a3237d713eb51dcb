/** The key or operator token of this tab. It is kept for the tab only, and never in a cookie or an address. */

const STORED = 'bandeja.credential';

export interface Credential {
  readonly kind: 'key' | 'operator';
  readonly token: string;
}

/** The credential of a link such as `/console#key=…`, which is removed from the address at once; else that of the tab. */
function readCredential(): Credential | null {
  const linked = new URLSearchParams(location.hash.slice(1)).get('key');
  if (linked !== null) {
    sessionStorage.setItem(STORED, linked);
    history.replaceState(null, '', location.pathname + location.search);
  }
  const token = sessionStorage.getItem(STORED);
  return token === null ? null : credentialOf(token);
}

export function credentialOf(token: string): Credential {
  return { kind: /^bdj_(live|test)_/.test(token) ? 'key' : 'operator', token };
}

export const credential = readCredential();

/** Loads the console again with this credential, so that nothing that another one has read stays in memory. */
export function signIn(token: string): void {
  sessionStorage.setItem(STORED, token);
  location.replace('/console');
}

export function signOut(): void {
  sessionStorage.removeItem(STORED);
  location.replace('/console');
}
