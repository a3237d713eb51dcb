/** Fields, sheets and buttons in a real browser, in cases that are easy to break. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { until } from '@bandeja/service/test/support/until';
import type { Page, Request } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { matchOf, PLAYERS, plan, play } from './nights.ts';
import { requestsEnd } from './opening.ts';

describe('the controls of the console', { skip: browserAbsence }, () => {
  const opened = useConsole({ isDemo: true });
  let tab: Page;
  let client: OpenConsole['client'];

  before(() => {
    ({ tab, client } = opened());
  });

  const button = (name: string) => opened().button(name);
  const focused = () => tab.evaluate('document.activeElement.textContent');

  it('takes a number whose first digit is too small or too large, and corrects it when it is left', async () => {
    await plan(client, 'typed-numbers');
    await opened().open('/tonight/typed-numbers', 'manager', '.certificate');
    const points = tab.getByRole('spinbutton', { name: 'Points in a match' });
    await points.press('Control+A');
    await points.pressSequentially('32');
    assert.equal(await points.inputValue(), '32');
    await points.press('Control+A');
    await points.press('Delete');
    assert.equal(await points.inputValue(), '');
    await points.blur();
    assert.equal(await points.inputValue(), '32');
    await points.fill('1');
    await points.blur();
    assert.equal(await points.inputValue(), await points.getAttribute('min'));
  });

  it('returns the focus to the button that opened a sheet, and gives it to the title of a page that a link opened', async () => {
    await opened().open('/players', 'manager', 'tbody tr');
    await button('Register a player').focus();
    await tab.keyboard.press('Enter');
    await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Register a player');
    await tab.getByRole('link', { name: 'Matches', exact: true }).click();
    await tab.locator('.matches .row').first().waitFor();
    assert.equal(await focused(), 'Matches');
  });

  it('takes a score from the keyboard: digits and arrows find its button, Enter presses it', async () => {
    await plan(client, 'by-keyboard', { points_per_match: 24 });
    await client.plans.openRound('by-keyboard', 1);
    await opened().open('/tonight/by-keyboard', 'manager', '.court');
    const scores = (court: number) => tab.locator('.court').nth(court).locator('.numbers-of').allTextContents();
    await tab.locator('.court button.side').first().press('Enter');
    for (const key of ['1', '5', 'ArrowUp', 'ArrowRight', 'Enter']) await tab.keyboard.press(key);
    await until(async () => (await scores(0)).join() === '11,13', 'the score of the first court');
  });

  it('clears the search of players by the link to them, and by going back', async () => {
    await opened().open('/players', 'manager', 'tbody tr');
    const search = tab.getByLabel('Search by name');
    await search.pressSequentially('carv', { delay: 120 });
    await tab.waitForURL('**/players?q=carv');
    assert.equal(await search.inputValue(), 'carv');
    await tab.getByRole('link', { name: 'Players', exact: true }).click();
    await tab.waitForURL('**/players');
    await tab.locator('tbody tr').nth(7).waitFor();
    assert.equal(await search.inputValue(), '');
    await tab.goBack();
    await tab.waitForURL('**/players?q=carv');
    await until(async () => (await search.inputValue()) === 'carv', 'the words of the address');
    await tab.getByRole('link', { name: 'Inês Carvalho' }).click();
    await tab.getByRole('img', { name: 'Card of Inês Carvalho' }).waitFor();
  });

  it('shows no fault if a picture is not shared after all, and forgets the fault of an earlier try', async () => {
    await plan(client, 'not-shared');
    await play(client, 'not-shared', 1, [15, 9]);
    await client.plans.close('not-shared');
    await opened().open('/tonight/not-shared', 'manager', '.picture img');
    const share = opened().button(/^(Share|Save as PNG)$/);
    // The browser draws when it is idle, which takes seconds.
    await tab.evaluate('HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob())');
    await tab.evaluate("navigator.canShare = () => true; navigator.share = async () => { throw new Error('no'); }");
    await share.click();
    await tab.locator('.fault').waitFor();
    await tab.evaluate(
      "navigator.share = async () => { window.isAsked = true; throw new DOMException('no', 'AbortError'); }",
    );
    await share.click();
    await until(async () => (await tab.evaluate('window.isAsked')) === true, 'the second try');
    assert.equal(await tab.locator('.fault').count(), 0);
  });

  it('reads again only what a write changed', async () => {
    const players = PLAYERS.slice(0, 4).map(({ username }) => username);
    const { id } = await client.matches.submit(
      matchOf(players, { external_ref: 'to-void', played_at: '2026-01-02T10:00:00Z' }),
    );
    async function requestsOf(write: () => Promise<unknown>): Promise<readonly string[]> {
      await requestsEnd(tab);
      const requests: string[] = [];
      const add = (request: Request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      tab.on('request', add);
      await write();
      await requestsEnd(tab);
      tab.off('request', add);
      return requests.map((request) => request.replace(/[0-9a-f-]{36}/, ':id')).toSorted();
    }

    await opened().open('/players/tiago_m?tab=manage', 'manager', 'form');
    await tab.getByLabel('Kind').fill('Número de socio');
    await tab.getByLabel('Value').fill('123');
    const ofPlayer = await requestsOf(async () => {
      await tab.getByLabel('Value').press('Enter');
      await tab.getByText('Numero de socio: 123').waitFor();
    });
    assert.deepEqual(ofPlayer, ['GET /v1/players/tiago_m/card', 'PUT /v1/players/:id/external-ids/numero_de_socio']);

    await opened().open(`/matches/${id}`, 'manager', '.trail');
    await button('Void').click();
    await tab.getByLabel('Reason').fill('Entered twice');
    const ofMatch = await requestsOf(async () => {
      await tab.getByLabel('Reason').press('Enter');
      await tab.locator('.chip.voided').waitFor();
    });
    assert.deepEqual(ofMatch, [
      'GET /v1/matches/:id',
      'GET /v1/matches/:id/audit',
      'GET /v1/matches/:id/explanation',
      'GET /v1/people/names',
      'POST /v1/matches/:id/void',
    ]);
    assert.equal((await client.matches.get(id)).void_reason, 'Entered twice');
  });

  it('shows a night in a browser that stores nothing at all', async () => {
    const { url } = await client.links.create('typed-numbers', { role: 'view' });
    const page = await opened().device({ isOwn: true });
    await page.addInitScript(`
      const deny = () => { throw new DOMException('denied', 'SecurityError'); };
      Object.defineProperty(window, 'localStorage', { get: deny });
      IDBFactory.prototype.open = deny;
    `);
    await page.goto(url);
    await page.getByText('The first round is not open yet').waitFor();
  });
});
