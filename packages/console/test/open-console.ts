/** The console in a real browser, on the real service with the demo. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { startDocsService } from '@bandeja/service/test/support/demo-service';
import type { Locator, Page } from 'playwright-core';
import { type ConsolePage, type Credentials, openContext, openPage, SIZES } from './pages.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What a browser reports if a request is refused, as some pages show. */
const REFUSED = /^Failed to load resource: the server responded with a status of 40[134]/;

/** One browser and one service for all tests of a file. */
export interface OpenConsole {
  readonly credentials: Credentials;
  readonly tab: Page;
  /** What pages requested from other hosts, and what the browser complained of. */
  readonly complaints: string[];
  readonly client: Bandeja;
  readonly operator: BandejaOperator;
  /** Signs in and opens a page. */
  readonly open: (path: string, credential?: ConsolePage['credential']) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  /** Accessibility faults of the page on a phone and a wide screen, one of them light and the other dark: which is which, alternates. */
  readonly faults: (name: string, index?: number) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

export async function openConsole(): Promise<OpenConsole> {
  const [service, browser] = await Promise.all([startDocsService({ demo: true }), launchBrowser(['--no-sandbox'])]);
  const { url, key, testKey, operatorToken } = service;
  const credentials = { url, key: key ?? '', testKey: testKey ?? '', operatorToken };
  const context = await openContext(browser, 'light');
  await context.grantPermissions(['clipboard-write']);
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  tab.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) complaints.push(request.url());
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) complaints.push(message.text());
  });

  async function violations(): Promise<string[]> {
    const found = (await tab.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")) as {
      violations: Violation[];
    };
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }

  async function faults(name: string, index = 0): Promise<readonly string[]> {
    const all: string[] = [];
    await tab.evaluate(axe);
    for (const [place, size] of SIZES.entries()) {
      const colorScheme = (index + place) % 2 === 0 ? 'light' : 'dark';
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize(size);
      all.push(...(await violations()).map((fault) => `${name} ${size.width} ${colorScheme} ${fault}`));
      const width = Number(await tab.evaluate('document.documentElement.scrollWidth'));
      if (width > size.width) all.push(`${name} is ${width} wide on ${size.width}`);
    }
    return all;
  }

  return {
    credentials,
    tab,
    complaints,
    client: new Bandeja({ baseUrl: url, key: credentials.key }),
    operator: new BandejaOperator({ baseUrl: url, operatorToken }),
    open: (path, credential = 'key') => openPage(tab, credentials, { name: path, path, credential, ready: 'h1' }),
    button: (name) => tab.getByRole('button', { name, exact: typeof name === 'string' }),
    faults,
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}
