/** The console in a real browser, on the real service with the demo. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { type Role, scopes } from '@bandeja/contract/account-enums';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { type DocsService, startDocsService } from '@bandeja/service/test/support/demo-service';
import { Shared } from '@bandeja/service/test/support/shared';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { faultsOf } from './accessibility.ts';
import { TabLogs } from './failures.ts';
import { type ConsolePage, openContext, openPage, SIZES, signIn } from './opening.ts';

/** This machine, as a browser that has no HTTPS reaches it. */
export const INSECURE_HOST = 'club.example';
/** Passkeys need `localhost`. */
const OTHER_HOSTS = new RegExp(`${INSECURE_HOST}|localhost`);

/** Browsers report requests that are refused or have no network, and pages without HTTPS. Some tests cause these. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of (40[1349]|503)|net::ERR_(INTERNET_DISCONNECTED|FAILED))|^The Cross-Origin-Opener-Policy header has been ignored/;

/** A browser context with one tab. */
interface Device {
  readonly context: BrowserContext;
  readonly tab: Page;
  readonly inspector: CDPSession;
}

interface Started {
  readonly service: DocsService;
  readonly browser: Browser;
  /** Clean devices. A new one costs a process, and compiles the console again. */
  readonly idle: Device[];
  stop(): Promise<void>;
}

/** One service and one browser for all suites of the process, which run one after the other. */
const shared = new Shared<Started>(async () => {
  // The second name has no secure context, like the address of a club's own network.
  const browser = await launchBrowser([
    '--no-sandbox',
    '--process-per-site',
    `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
  ]);
  const service = await startDocsService({ demo: true });
  return {
    service,
    browser,
    idle: [],
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
});

interface DeviceOptions {
  /** Whether the test changes more than storage, cookies and routes, such as the clock. The device is then closed after it. */
  readonly isOwn?: boolean;
  readonly locale?: string;
  readonly zone?: string;
  /** Whether pages may keep themselves for a time without a network, which takes long. */
  readonly hasWorker?: boolean;
  /** Default: that of a phone. */
  readonly size?: { readonly width: number; readonly height: number };
}

const isReusable = ({ isOwn = false, hasWorker = false, locale, zone }: DeviceOptions): boolean =>
  !isOwn && !hasWorker && locale === undefined && zone === undefined;

async function openDevice(browser: Browser, { locale, zone, hasWorker = false }: DeviceOptions): Promise<Device> {
  const context = await openContext(browser, {
    ...(locale !== undefined && { locale }),
    ...(zone !== undefined && { timezoneId: zone }),
    serviceWorkers: hasWorker ? 'allow' : 'block',
  });
  await context.grantPermissions(['clipboard-write']);
  const tab = await context.newPage();
  return { context, tab, inspector: await context.newCDPSession(tab) };
}

async function closeContext(context: BrowserContext): Promise<void> {
  // Requests of its pages may be held by routes.
  for (const tab of context.pages()) await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Makes the device as if it were new. */
async function cleanDevice({ context, tab, inspector }: Device, url: string): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const page of context.pages()) if (page !== tab) await page.close();
  await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  // Of the same origin, so that the process stays.
  await tab.goto(`${url}/health/live`);
  await tab.evaluate('sessionStorage.clear()');
  await inspector.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await tab.emulateMedia({ colorScheme: 'light' });
}

/** The suite that hears what a tab reports. */
const suiteOf = new WeakMap<Page, { readonly url: string; readonly complaints: string[]; readonly logs: TabLogs }>();

function listenTo(tab: Page): void {
  // Far longer than anything takes, even if other programs keep the processors busy.
  tab.setDefaultTimeout(60_000);
  const log = (line: string) => suiteOf.get(tab)?.logs.add(tab, line);
  const complain = (text: string) => suiteOf.get(tab)?.complaints.push(text);
  tab.on('request', (request) => {
    const url = suiteOf.get(tab)?.url ?? '';
    if (/^https?:/.test(request.url()) && !request.url().replace(OTHER_HOSTS, '127.0.0.1').startsWith(url))
      complain(request.url());
  });
  tab.on('requestfailed', (request) => log(`failed: ${request.method()} ${request.url()}`));
  tab.on('pageerror', (error) => {
    log(`uncaught: ${error.stack}`);
    complain(error.message);
  });
  tab.on('console', (message) => {
    log(`${message.type()}: ${message.text()}`);
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      complain(`${message.text()} ${message.location().url}`);
  });
}

async function openConsole({ service, browser, idle }: Started, isDemo: boolean, hasClock: boolean) {
  const { url, operatorToken } = service;
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const makePartner = async () => {
    const { id } = await operator.partners.create({ name: 'Club', plan: 'enterprise' });
    return operator.keys.issue(id, { scopes: [...scopes] });
  };
  const { key } = isDemo ? service : await makePartner();
  const program = { url, key: key ?? '', operatorToken };
  const credentials = { ...program, cookie: await signIn(program, 'manager') };
  const suite = { url, complaints: [] as string[], logs: new TabLogs() };
  const watch = (tab: Page) => {
    if (!suiteOf.has(tab)) listenTo(tab);
    suiteOf.set(tab, suite);
    suite.logs.watch(tab);
    return tab;
  };
  const takeDevice = async (options: DeviceOptions) => {
    const device = (isReusable(options) ? idle.pop() : undefined) ?? (await openDevice(browser, options));
    watch(device.tab);
    return device;
  };
  const giveBack = async (device: Device, isClean: boolean) => {
    if (!isClean || device.tab.isClosed()) return closeContext(device.context);
    await cleanDevice(device, url);
    idle.push(device);
  };
  const main = await takeDevice({ isOwn: hasClock });
  const { tab, inspector } = main;
  if (hasClock) await tab.clock.install();
  await tab.setViewportSize(SIZES[1]);
  let hasFailed = false;
  /** Those of the current test. */
  const devices: { readonly device: Device; readonly options: DeviceOptions }[] = [];

  return {
    credentials,
    browser,
    tab,
    /** Requests to other hosts, and errors that the browser reported. None may be left at the end of the suite. */
    complaints: suite.complaints,
    client: new Bandeja({ baseUrl: url, key: credentials.key }),
    operator,
    /** A tab of another device, until the test ends. */
    async device(options: DeviceOptions = {}) {
      const device = await takeDevice(options);
      devices.push({ device, options });
      await device.tab.setViewportSize(options.size ?? SIZES[0]);
      return device.tab;
    },
    /** Another tab of a device. */
    async tabBeside(one: Page) {
      const beside = watch(await one.context().newPage());
      await beside.setViewportSize(one.viewportSize() ?? SIZES[0]);
      return beside;
    },
    /** Signs in and opens a page. @param ready present once the page is complete */
    open: (path: string, as: ConsolePage['as'] = 'manager', ready = 'h1') =>
      openPage(tab, credentials, { name: path, path, as, ready }),
    /** Goes on to a page from another one of the same person, without loading the console again: data may be ten seconds old. */
    async go(path: string, ready = 'h1') {
      const page = { name: path, path, as: 'manager', ready } as const;
      await openPage(tab, credentials, page, page);
    },
    /** Signs in as a new person of this role, and opens a page. */
    async openAs(role: Role, path: string, ready = 'h1') {
      const cookie = await signIn(credentials, role, `The ${role}`);
      await openPage(tab, { ...credentials, cookie }, { name: path, path, as: 'manager', ready });
    },
    button: (name: string | RegExp) => tab.getByRole('button', { name, exact: typeof name === 'string' }),
    faults: (name: string, index = 0) => faultsOf(tab, inspector, name, index),
    /** Gives back the devices of a test. */
    async endTest(title: string, hasPassed: boolean) {
      if (!hasPassed) process.stderr.write(`The tabs of “${title}”: ${await suite.logs.write(title)}\n`);
      hasFailed ||= !hasPassed;
      for (const { device, options } of devices.splice(0)) await giveBack(device, isReusable(options) && hasPassed);
    },
    stop: () => giveBack(main, !hasClock && !hasFailed),
  };
}

/** The browser and the service, as a suite uses them. */
export type OpenConsole = Awaited<ReturnType<typeof openConsole>>;

/** The console for the tests of the current suite, with a new partner, or with the one of the demo. @param hasClock whether the clock of the tab moves by hand */
export function useConsole({ isDemo = false, hasClock = false } = {}): () => OpenConsole {
  let opened: OpenConsole | undefined;
  shared.announce();
  before(async () => {
    opened = await openConsole(await shared.take(), isDemo, hasClock);
  });
  afterEach(async (context) => {
    // The types of Node lack the result of the test.
    const { passed, fullName } = context as unknown as { readonly passed: boolean; readonly fullName: string };
    await opened?.endTest(fullName, passed);
  });
  after(async () => {
    await opened?.stop();
    await shared.giveBack();
    assert.deepEqual(opened?.complaints, []);
  });
  return () => {
    if (opened === undefined) throw new Error('the console is open only inside tests and hooks');
    return opened;
  };
}
