/** The console in a real browser, on the real service with the demo. One browser and one service for all tests. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Bandeja, BandejaOperator } from '@bandeja/client';
import { browserAbsence, launchBrowser } from '@bandeja/service/test/support/browser';
import { type DocsService, startDocsService } from '@bandeja/service/test/support/demo-service';
import type { Browser, Page } from 'playwright-core';
import { type ConsolePage, type Credentials, listPages, openContext, openPage, SIZES } from './pages.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What a browser reports if a request is refused, as some pages show. */
const REFUSED = /^Failed to load resource: the server responded with a status of 40[134]/;

describe('the console', { skip: browserAbsence }, () => {
  let service: DocsService;
  let browser: Browser;
  let credentials: Credentials;
  let tab: Page;
  /** What pages requested from other hosts, and what the browser complained of. */
  const complaints: string[] = [];

  before(async () => {
    execFileSync(process.execPath, [join(resolve(import.meta.dirname, '../../..'), 'scripts/console.ts')]);
    [service, browser] = await Promise.all([startDocsService({ demo: true }), launchBrowser(['--no-sandbox'])]);
    const { url, key, testKey, operatorToken } = service;
    credentials = { url, key: key ?? '', testKey: testKey ?? '', operatorToken };
    const context = await openContext(browser, 'light');
    await context.grantPermissions(['clipboard-write']);
    tab = await context.newPage();
    tab.setDefaultTimeout(15_000);
    tab.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) complaints.push(request.url());
    });
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED.test(message.text())) complaints.push(message.text());
    });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const client = () => new Bandeja({ baseUrl: credentials.url, key: credentials.key });
  const operator = () => new BandejaOperator({ baseUrl: credentials.url, operatorToken: credentials.operatorToken });

  async function open(path: string, credential: ConsolePage['credential'] = 'key'): Promise<void> {
    await openPage(tab, credentials, { name: path, path, credential, ready: 'h1' });
  }

  async function openFirstMatch(): Promise<string> {
    const [match] = (await client().matches.list({ limit: 1 })).data;
    await open(`/matches/${match?.id}`);
    return match?.id ?? assert.fail('the demo has no match');
  }

  const button = (name: string | RegExp) => tab.getByRole('button', { name, exact: typeof name === 'string' });

  async function faultsOfPage(): Promise<string[]> {
    const { violations } = (await tab.evaluate(
      "axe.run(document, { resultTypes: ['violations'], preload: false })",
    )) as { violations: Violation[] };
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }

  // Each page in both sizes and both themes, and what all pages share in each of the four combinations.
  it('has no accessibility fault on any page, on a phone and a wide screen, light and dark', async () => {
    const faults: string[] = [];
    for (const [index, page] of (await listPages(credentials)).entries()) {
      await tab.setViewportSize(SIZES[0]);
      await openPage(tab, credentials, page);
      await tab.evaluate(axe);
      for (const [place, size] of SIZES.entries()) {
        const colorScheme = (index + place) % 2 === 0 ? 'light' : 'dark';
        await tab.emulateMedia({ colorScheme });
        await tab.setViewportSize(size);
        faults.push(...(await faultsOfPage()).map((fault) => `${page.name} ${size.width} ${colorScheme} ${fault}`));
        const width = Number(await tab.evaluate('document.documentElement.scrollWidth'));
        if (width > size.width) faults.push(`${page.name} is ${width} wide on ${size.width}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.deepEqual(complaints, []);
  });

  it('signs in by the key in the link of the greeting, removes it from the address, and forgets it on signing out', async () => {
    await tab.emulateMedia({ colorScheme: 'light' });
    await open('/sessions');
    assert.equal(await tab.evaluate('location.href'), `${credentials.url}/console/sessions`);
    await open('');
    await tab.waitForURL('**/console/players');
    await button('Demo club').click();
    await button('Sign out').click();
    await tab.locator('.sign-in').waitFor();
    assert.equal(await tab.evaluate('sessionStorage.getItem("bandeja.credential")'), null);
  });

  it('says why a key is refused, and keeps nothing of it', async () => {
    await open('', null);
    await tab.evaluate('sessionStorage.clear()');
    await tab.reload();
    await tab.getByLabel('Key or operator token').fill('bdj_live_nonsense');
    await button('Sign in').click();
    await tab.getByText('This key or token is not valid').waitFor();
    assert.equal(await tab.evaluate('sessionStorage.getItem("bandeja.credential")'), null);
    await tab.getByLabel('Key or operator token').fill(credentials.operatorToken);
    await button('Sign in').click();
    await tab.waitForURL('**/operator/partners');
  });

  it('finds a player while one types', async () => {
    await open('/players');
    await tab.locator('tbody tr').nth(7).waitFor();
    await tab.getByLabel('Search by name').fill('carv');
    await tab.waitForURL('**/players?q=carv');
    await tab.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
    await tab.getByRole('link', { name: 'Inês Carvalho' }).click();
    await tab.getByRole('img', { name: 'Card of Inês Carvalho' }).waitFor();
  });

  it('registers a player, and erases it only after its username was typed', async () => {
    await open('/players');
    await button('Register a player').click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ana Prueba');
    await dialog.getByLabel('Username').fill('ana.prueba');
    await dialog.getByRole('button', { name: 'Register a player' }).click();
    await tab.waitForURL('**/players/ana.prueba');
    assert.equal((await client().players.get('ana.prueba')).profile_is_public, false);
    await tab.getByRole('link', { name: 'Manage' }).click();
    await button('Erase this player').click();
    const erase = dialog.getByRole('button', { name: 'Erase this player' });
    await erase.click();
    assert.ok(await dialog.isVisible());
    await dialog.getByRole('textbox').fill('ana.prueba');
    await erase.click();
    await tab.waitForURL('**/console/players');
    await assert.rejects(client().players.get('ana.prueba').then(), { code: 'player_not_found' });
  });

  it('verifies the audit trail by its own hashes, before and after a match is amended', async () => {
    const id = await openFirstMatch();
    const verify = button('Verify in this browser');
    await verify.click();
    await tab.getByText(/^Intact: all \d+ entries/).waitFor();
    await button('Amend').click();
    await tab.getByLabel(/^Sets/).fill('1-6');
    await tab.getByRole('dialog').getByRole('button', { name: 'Amend' }).click();
    await tab.locator('.trail li', { hasText: 'Amended' }).waitFor();
    await verify.click();
    await tab.getByText(/^Intact/).waitFor();
    assert.equal((await client().matches.get(id)).revision, 2);
  });

  it('finds an entry of the audit trail that was changed', async () => {
    await openFirstMatch();
    await tab.route('**/v1/audit?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"action":"submitted"', '"action":"confirmed"');
      await route.fulfill({ response, body });
    });
    await button('Verify in this browser').click();
    await tab.getByText('Entry 1 does not match its hash').waitFor();
    await tab.unroute('**/v1/audit?*');
  });

  it('voids a match with a reason', async () => {
    const id = await openFirstMatch();
    await button('Void').click();
    await tab.getByLabel('Reason').fill('Entered twice');
    await tab.getByRole('dialog').getByRole('button', { name: 'Void' }).click();
    await tab.getByText('Entered twice', { exact: true }).first().waitFor();
    assert.equal((await client().matches.get(id)).void_reason, 'Entered twice');
  });

  it('shows a key without a scope what it may not do, and what would allow it', async () => {
    const [partner] = (await operator().partners.list({ limit: 1 })).data;
    const { key } = await operator().keys.issue(partner?.id ?? '', { scopes: ['read:players'] });
    await openPage(
      tab,
      { ...credentials, key },
      { name: 'players', path: '/players', credential: 'key', ready: 'tbody' },
    );
    const register = button('Register a player');
    await tab.getByText('Needs a key with the scope write:players').first().waitFor();
    assert.ok(await register.isDisabled());
    const reasonId = (await register.getAttribute('aria-describedby')) ?? '';
    assert.equal(await tab.locator(`[id="${reasonId}"]`).textContent(), 'Needs a key with the scope write:players');
    await tab.goto(`${credentials.url}/console/players/ines.carvalho?tab=analysis`);
    await tab.getByText('It needs the scope read:intelligence').waitFor();
  });

  it('issues a key that is shown once, and closes only after it was copied', async () => {
    await open('/operator/partners', 'operatorToken');
    await tab.getByRole('link', { name: 'Demo club' }).click();
    await button('Issue a key').click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Booking system');
    await dialog.getByRole('button', { name: 'Issue a key' }).click();
    const key = await dialog.getByLabel('The new key').inputValue();
    assert.equal((await new Bandeja({ baseUrl: credentials.url, key }).service.key()).mode, 'live');
    const done = dialog.getByRole('button', { name: 'Done' });
    assert.ok(await done.isDisabled());
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await done.click();
    await tab.getByText('Booking system').waitFor();
    assert.ok(!(await tab.content()).includes(key));
  });

  it('keeps what was read if the connection is lost, and says so', async () => {
    await open('/players');
    await tab.locator('tbody tr').nth(7).waitFor();
    await tab.context().setOffline(true);
    await tab.getByText('No connection to the network.').waitFor();
    assert.ok((await tab.locator('tbody tr').count()) >= 8);
    await tab.context().setOffline(false);
    await tab.getByText('No connection to the network.').waitFor({ state: 'hidden' });
  });

  it('speaks the language of the browser, or another that is chosen', async () => {
    await open('/players');
    await button('Demo club').click();
    await tab.getByLabel('Language').selectOption('es');
    await tab.getByRole('heading', { name: 'Jugadores' }).waitFor();
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'es');
    await tab.evaluate('localStorage.clear()');
    assert.deepEqual(complaints, []);
  });
});
