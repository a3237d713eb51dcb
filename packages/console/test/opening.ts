/** Opening pages of the console: sign-ins, contexts, and waiting until a page is complete. */
import { Bandeja, BandejaOperator } from '@bandeja/client';
import type { Role } from '@bandeja/contract/account-enums';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
export const THEMES = ['light', 'dark'] as const;

export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  /** Who opens it; null for the page of a link, which needs no sign-in. */
  readonly as: 'manager' | 'sandbox' | 'operator' | 'nobody' | null;
  /** Present once the page is complete. */
  readonly ready: string;
  /** A file to choose then. */
  readonly file?: readonly [name: string, content: string | Uint8Array];
  /** Present after that. */
  readonly shown?: string;
  /** A button to press then: it opens a sheet. */
  readonly press?: string;
  /** What to do last. */
  readonly act?: (tab: Page) => Promise<void>;
}

export interface Credentials {
  readonly url: string;
  /** For the requests of the tests themselves. */
  readonly key: string;
  readonly operatorToken: string;
  /** Of a manager's sign-in. */
  readonly cookie: Cookie;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly url: string;
}

/** Signs a new person in, as the page of an invitation does. @returns the cookie of the sign-in */
export async function signIn(
  { url, key, operatorToken }: Omit<Credentials, 'cookie'>,
  role: Role,
  name = 'Ana',
): Promise<Cookie> {
  const { partner_id: partnerId } = await new Bandeja({ baseUrl: url, key }).service.key();
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const { invitation } = await operator.people.add(partnerId, { display_name: name, role });
  const response = await fetch(`${url}/v1/sign-in`, {
    method: 'POST',
    headers: { authorization: `Bearer ${invitation.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ device: 'Phone of the test' }),
  });
  return cookieOf(url, response);
}

function cookieOf(url: string, response: Response): Cookie {
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  return { name, value, url };
}

async function signInOperator({ url, operatorToken }: Credentials): Promise<Cookie> {
  const headers = { authorization: `Bearer ${operatorToken}` };
  return cookieOf(url, await fetch(`${url}/admin/v1/sign-in`, { method: 'POST', headers }));
}

/** The `locale` never is the system's: tests read dates and numbers. */
export const openContext = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', ...options });

/** The requests of a tab that are under way. */
class Requests {
  readonly #open = new Set<Request>();
  readonly #waiting: (() => void)[] = [];

  constructor(tab: Page) {
    const end = (request: Request) => {
      this.#open.delete(request);
      if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
    tab.on('request', (request) => this.#open.add(request));
    tab.on('requestfinished', end).on('requestfailed', end);
  }

  async end(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const requestsOf = new WeakMap<Page, Requests>();

/** Resolves once nothing is under way of what the tab requests from the first call on. */
export async function requestsEnd(tab: Page): Promise<void> {
  const known = requestsOf.get(tab);
  if (known === undefined) requestsOf.set(tab, new Requests(tab));
  else await known.end();
}

/** Signs the browser in, opens the page and waits until it is complete. @param last the page that the tab shows; default: any */
export async function openPage(
  tab: Page,
  credentials: Credentials,
  page: ConsolePage,
  last?: ConsolePage,
): Promise<void> {
  const { as, ready, file, shown, press, act } = page;
  const { url, cookie } = credentials;
  const path = as === 'sandbox' ? `${page.path}${page.path.includes('?') ? '&' : '?'}mode=test` : page.path;
  await tab.unrouteAll();
  await requestsEnd(tab);
  if (last?.press !== undefined && last.act === undefined) await tab.keyboard.press('Escape');
  if (as === last?.as && as !== 'nobody' && as !== null) {
    // Over an address without a page, so that nothing of the last page is taken for this one.
    await tab.evaluate("history.pushState({}, '', '/console/none')");
    await tab.getByText('No page has this address').waitFor();
    await tab.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);
  } else if (as !== last?.as || path !== last?.path || last.act !== undefined) {
    if (as === 'nobody') await tab.context().clearCookies();
    if (as === 'operator') await tab.context().addCookies([await signInOperator(credentials)]);
    if (as === 'manager' || as === 'sandbox') await tab.context().addCookies([cookie]);
    const [address] = `${url}/console${path}`.split('#');
    // If only the fragment changes, nothing is loaded. A page of the same origin between them keeps the compiled code.
    if (tab.url().split('#')[0] === address) await tab.goto(`${url}/health/live`);
    await tab.goto(`${url}/console${path}`);
  }
  await tab.locator(ready).first().waitFor();
  if (file !== undefined) {
    const [name, content] = file;
    await tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  }
  if (shown !== undefined) await tab.locator(shown).first().waitFor();
  if (press !== undefined) {
    await tab.getByRole('button', { name: press, exact: true }).click();
    await tab.getByRole('dialog').waitFor();
    await requestsEnd(tab);
  }
  await act?.(tab);
}
