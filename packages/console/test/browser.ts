/** The console in a real browser, on the real service with the demo. */
import { readFileSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { type Role, scopes } from '@bandeja/contract/account-enums';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { type DocsService, startDocsService } from '@bandeja/service/test/support/demo-service';
import { Shared } from '@bandeja/service/test/support/shared';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { TabLogs } from './failures.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
/** A phone, a tablet held upright, and the widths at which the rail and the columns begin. */
const WIDTHS = [390, 768, 1024, 1280];
/** The page, and parts of it whose content is wider than they are: it runs over what is beside them. */
const OVERFLOWS = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => [...document.querySelectorAll('html, .tile, .court, .content > *, .columns > *, dialog, th, td')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
  .filter((part) => part.matches('html') || getComputedStyle(part).overflowX === 'visible')
  .map((part) => part.tagName + '.' + part.className + ' ' + part.textContent.slice(0, 40)))`;
/** This machine, as a browser that has no HTTPS reaches it. */
export const INSECURE_HOST = 'club.example';
/** Passkeys need `localhost`. */
const OTHER_HOSTS = new RegExp(`${INSECURE_HOST}|localhost`);
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

/** The `locale` never is the system's: with that, the chart fails in Chromium. */
export function openContext(
  browser: Browser,
  colorScheme: (typeof THEMES)[number],
  locale = 'en-GB',
): Promise<BrowserContext> {
  return browser.newContext({ locale, timezoneId: 'UTC', colorScheme, reducedMotion: 'reduce' });
}

/** Closes it even if requests of its pages are held by routes. */
export async function closeContext(context: BrowserContext): Promise<void> {
  for (const tab of context.pages()) await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Signs the browser in, opens the page and waits until it is complete. @param isSignedIn whether the tab shows a page of the same person */
export async function openPage(
  tab: Page,
  credentials: Credentials,
  page: ConsolePage,
  isSignedIn = false,
): Promise<void> {
  const { as, ready, file, shown, press, act } = page;
  const { url, cookie } = credentials;
  const path = as === 'sandbox' ? `${page.path}${page.path.includes('?') ? '&' : '?'}mode=test` : page.path;
  await tab.unrouteAll();
  if (isSignedIn) {
    // Over an address without a page, so that nothing of the last page is taken for this one.
    await tab.evaluate("history.pushState({}, '', '/console/none')");
    await tab.getByText('No page has this address').waitFor();
    await tab.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`);
  } else {
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
    await tab.waitForLoadState('networkidle');
  }
  await act?.(tab);
}

/** Lets `count` of these requests through, and holds the later ones. @returns lets them go */
export async function holdAfter(
  count: number,
  tab: Page,
  url: string,
  isCounted: (request: Request) => boolean,
): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  let seen = 0;
  await tab.route(url, async (route) => {
    if (isCounted(route.request()) && ++seen > count) await released.promise;
    await route.continue();
  });
  return () => released.resolve();
}

/** Browsers report requests that are refused or have no network, and pages without HTTPS. Some tests cause these. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of (40[1349]|503)|net::ERR_(INTERNET_DISCONNECTED|FAILED))|^The Cross-Origin-Opener-Policy header has been ignored/;

/** The browser and the service, as a suite uses them. */
export interface OpenConsole {
  readonly credentials: Credentials;
  readonly browser: Browser;
  readonly tab: Page;
  /** Requests to other hosts, and errors that the browser reported. */
  readonly complaints: string[];
  readonly client: Bandeja;
  readonly operator: BandejaOperator;
  /** Adds the complaints of another tab. */
  watch(tab: Page): void;
  /** Signs in and opens a page. @param ready present once the page is complete */
  open(path: string, as?: ConsolePage['as'], ready?: string): Promise<void>;
  /** Signs in as a new person of this role, and opens a page. */
  openAs(role: Role, path: string, ready?: string): Promise<void>;
  button(name: string | RegExp): Locator;
  /**
   * Parts that overflow at any width, and accessibility faults of the page on a phone and a wide screen, one of them light and the other
   * dark. They alternate. On the second, only the contrast is checked.
   */
  faults(name: string, index?: number): Promise<readonly string[]>;
  readonly logs: TabLogs;
  stop(): Promise<void>;
}

interface Started {
  readonly service: DocsService;
  readonly browser: Browser;
  stop(): Promise<void>;
}

/** One service and one browser for all suites of the process, which run one after the other. */
const shared = new Shared<Started>(async () => {
  const [service, browser] = await Promise.all([
    startDocsService({ demo: true }),
    // The second name has no secure context, like the address of a club's own network.
    launchBrowser(['--no-sandbox', `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`]),
  ]);
  return {
    service,
    browser,
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
});

async function openConsole({ service, browser }: Started, isDemo: boolean): Promise<OpenConsole> {
  const { url, operatorToken } = service;
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const makePartner = async () => {
    const { id } = await operator.partners.create({ name: 'Club', plan: 'enterprise' });
    return operator.keys.issue(id, { scopes: [...scopes] });
  };
  const { key } = isDemo ? service : await makePartner();
  const program = { url, key: key ?? '', operatorToken };
  const credentials = { ...program, cookie: await signIn(program, 'manager') };
  const complaints: string[] = [];
  const logs = new TabLogs();
  const watch = (tab: Page) => {
    logs.watch(tab);
    // Far longer than anything takes, even if other programs keep the processors busy.
    tab.setDefaultTimeout(60_000);
    tab.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().replace(OTHER_HOSTS, '127.0.0.1').startsWith(url))
        complaints.push(request.url());
    });
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
    });
  };
  const context = await openContext(browser, 'light');
  await context.grantPermissions(['clipboard-write']);
  const tab = await context.newPage();
  watch(tab);

  const inspector = await context.newCDPSession(tab);

  async function violations(options: object): Promise<string[]> {
    const all = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options });
    const found = (await tab.evaluate(`axe.run(document, ${all})`)) as { violations: Violation[] };
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }

  return {
    credentials,
    browser,
    tab,
    complaints,
    client: new Bandeja({ baseUrl: url, key: credentials.key }),
    operator,
    watch,
    open: (path, as = 'manager', ready = 'h1') => openPage(tab, credentials, { name: path, path, as, ready }),
    async openAs(role, path, ready = 'h1') {
      const cookie = await signIn(credentials, role, `The ${role}`);
      await openPage(tab, { ...credentials, cookie }, { name: path, path, as: 'manager', ready });
    },
    button: (name) => tab.getByRole('button', { name, exact: typeof name === 'string' }),
    async faults(name, index = 0) {
      const all: string[] = [];
      // With the inspector, the browser compiles it once for all pages.
      if ((await tab.evaluate('typeof axe')) === 'undefined')
        await inspector.send('Runtime.evaluate', { expression: `${axe};0` });
      // Of four pages, each has another pair of size and theme with all rules.
      const sizes = index % 4 < 2 ? SIZES : SIZES.toReversed();
      for (const width of WIDTHS) {
        await tab.setViewportSize({ width, height: 900 });
        all.push(...((await tab.evaluate(OVERFLOWS)) as string[]).map((part) => `${name} ${width}: ${part} overflows`));
      }
      for (const [place, size] of sizes.entries()) {
        const colorScheme = (index + place) % 2 === 0 ? 'light' : 'dark';
        await tab.emulateMedia({ colorScheme });
        await tab.setViewportSize(size);
        const options = place === 0 ? {} : { runOnly: ['color-contrast'] };
        all.push(...(await violations(options)).map((fault) => `${name} ${size.width} ${colorScheme} ${fault}`));
      }
      return all;
    },
    logs,
    async stop() {
      for (const each of browser.contexts()) await closeContext(each);
    },
  };
}

/** The console for the tests of the current suite, with a new partner, or with the one of the demo. */
export function useConsole({ isDemo = false } = {}): () => OpenConsole {
  let opened: OpenConsole | undefined;
  shared.announce();
  before(async () => {
    opened = await openConsole(await shared.take(), isDemo);
  });
  afterEach(async (context) => {
    // The types of Node lack the result of the test.
    const { passed, fullName } = context as unknown as { readonly passed: boolean; readonly fullName: string };
    if (!passed) process.stderr.write(`The tabs of “${fullName}”: ${await opened?.logs.write(fullName)}\n`);
  });
  after(async () => {
    await opened?.stop();
    await shared.giveBack();
  });
  return () => {
    if (opened === undefined) throw new Error('the console is open only inside tests and hooks');
    return opened;
  };
}
