/** Scores that are entered on bad networks, in several tabs and by several people: with a link, and by the organizer. */
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import { until } from '@bandeja/service/test/support/until';
import type { BrowserContext, Page } from 'playwright-core';
import { closeContext, type OpenConsole, openContext, SIZES, signIn, useConsole } from './browser.ts';
import { plan, tapScore } from './nights.ts';

describe('scores on bad networks', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let client: OpenConsole['client'];
  const devices: BrowserContext[] = [];

  before(() => {
    ({ client } = opened());
  });
  afterEach(async () => {
    for (const device of devices.splice(0)) await closeContext(device);
  });

  async function openDevice(): Promise<BrowserContext> {
    const device = await openContext(opened().browser, 'light');
    await device.addCookies([opened().credentials.cookie]);
    devices.push(device);
    return device;
  }

  async function openTab(device: BrowserContext, url: string): Promise<Page> {
    const tab = await device.newPage();
    opened().watch(tab);
    await tab.setViewportSize(SIZES[0]);
    await tab.goto(url);
    await tab.locator('.court').first().waitFor();
    return tab;
  }

  const consoleUrl = (ref: string) => `${opened().credentials.url}/console/tonight/${ref}`;

  async function startNight(ref: string): Promise<void> {
    await plan(client, ref);
    await client.plans.openRound(ref, 1);
  }

  const chip = (tab: Page, place: number, text: string) => tab.locator('.court').nth(place).getByText(text).waitFor();
  const scoreOf = (tab: Page, place: number) =>
    tab.locator('.court').nth(place).locator('.numbers-of').allTextContents();
  const isStored = async (ref: string, place: number, points: number) => {
    const { round } = await client.plans.live(ref);
    return round?.courts[place]?.result?.set_scores[0]?.team_a_games === points;
  };

  const accesses = [
    {
      by: 'a link',
      urlOf: async (ref: string) => (await client.links.create(ref, { role: 'score' })).url,
      page: 'night',
    },
    { by: 'the organizer', urlOf: async (ref: string) => consoleUrl(ref), page: 'index' },
  ];
  for (const { by, urlOf, page } of accesses) {
    const prefix = page === 'night' ? 'link' : 'organizer';

    it(`are kept for ${by} without a network, over a reload and a closed browser, and sent later`, async () => {
      const ref = `${prefix}-offline`;
      await startNight(ref);
      const url = await urlOf(ref);
      const device = await openDevice();
      const tab = await openTab(device, url);
      await tab.waitForFunction(`caches.match('/console/${page}.html')`);
      await device.setOffline(true);
      await tab.getByText('No connection. This page').waitFor();
      await tapScore(tab, 0, 16);
      await chip(tab, 0, 'Saved here, not sent');
      await tab.reload();
      await tapScore(tab, 1, 5);
      await chip(tab, 1, 'Saved here, not sent');
      await tab.close();
      // An address that leads elsewhere has no page without a network.
      const again = await openTab(device, url.replace('/n#', '/console/night#'));
      await chip(again, 0, 'Saved here, not sent');
      await again.getByText('2 scores are kept on this device').waitFor();
      assert.deepEqual(
        [await scoreOf(again, 0), await scoreOf(again, 1)],
        [
          ['16', '8'],
          ['5', '19'],
        ],
      );
      await device.setOffline(false);
      for (const place of [0, 1]) await chip(again, place, '✓ Saved');
      assert.ok((await isStored(ref, 0, 16)) && (await isStored(ref, 1, 5)));
    });

    it(`are corrected by ${by} before the first answer, in the same tab and in another one`, async () => {
      const ref = `${prefix}-slow`;
      await startNight(ref);
      const url = await urlOf(ref);
      const device = await openDevice();
      const [tab, other] = [await openTab(device, url), await openTab(device, url)];
      const { promise: isEntered, resolve } = Promise.withResolvers<void>();
      await tab.route('**/result', async (route) => {
        const response = await route.fetch();
        await isEntered;
        await route.fulfill({ response }).catch(() => undefined);
      });
      await tapScore(tab, 0, 10);
      await until(() => isStored(ref, 0, 10), 'the score whose answer is held');
      await tapScore(tab, 0, 11);
      await until(async () => (await scoreOf(other, 0)).join() === '11,13', 'the correction in the other tab');
      await other.bringToFront();
      await tapScore(other, 0, 12);
      resolve();
      await until(() => isStored(ref, 0, 12), 'the last correction');
      for (const one of [tab, other]) {
        await one.bringToFront();
        await chip(one, 0, '✓ Saved');
        assert.deepEqual([await scoreOf(one, 0), await one.locator('.conflict').count()], [['12', '12'], 0]);
      }
    });

    it(`are sent again for ${by} if the answer is lost, and a correction of them asks nothing`, async () => {
      const ref = `${prefix}-lost`;
      await startNight(ref);
      const tab = await openTab(await openDevice(), await urlOf(ref));
      await tab.route('**/result', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await tapScore(tab, 0, 15);
      await until(() => isStored(ref, 0, 15), 'the score whose answer is lost');
      await tapScore(tab, 0, 14);
      await tab.unrouteAll({ behavior: 'wait' });
      await tab.evaluate("dispatchEvent(new Event('online'))");
      await until(() => isStored(ref, 0, 14), 'the correction');
      await chip(tab, 0, '✓ Saved');
      assert.equal(await tab.locator('.conflict').count(), 0);
    });

    it(`of ${by} and of someone else are both shown if they differ`, async () => {
      const ref = `${prefix}-two`;
      await startNight(ref);
      const url = await urlOf(ref);
      const [tab, other] = [await openTab(await openDevice(), url), await openTab(await openDevice(), url)];
      await tab.locator('button.side').first().click();
      await tapScore(other, 0, 15);
      await chip(other, 0, '✓ Saved');
      await tab.getByRole('dialog').getByRole('button', { name: '14', exact: true }).click();
      const conflict = tab.locator('.conflict');
      await conflict.waitFor();
      assert.deepEqual(await conflict.locator('dd').allTextContents(), ['15–9', '14–10']);
      await tab.reload();
      await tab.getByRole('button', { name: 'Replace with 14–10' }).click();
      await until(() => isStored(ref, 0, 14), 'the score that replaced the other');
    });
  }

  it('of one person wait while another one is signed in at the device', async () => {
    const ref = 'two-people';
    await startNight(ref);
    const device = await openDevice();
    const first = await openTab(device, consoleUrl(ref));
    await first.route('**/result', (route) => route.abort());
    const failed = first.waitForEvent('requestfailed', (request) => request.url().endsWith('/result'));
    await tapScore(first, 0, 17);
    // Not in the midst of a request: a page that closes lets it through.
    await failed;
    await first.close();
    await device.addCookies([await signIn(opened().credentials, 'organizer', 'Noa')]);
    const second = await openTab(device, consoleUrl(ref));
    await second.getByText('Entered by Ana on this device, not sent').waitFor();
    assert.equal(await second.locator('.unsent strong').textContent(), '17–7');
    await tapScore(second, 1, 9);
    await chip(second, 1, '✓ Saved');
    assert.equal(await isStored(ref, 0, 17), false);
    await second.close();
    await device.addCookies([opened().credentials.cookie]);
    const back = await openTab(device, consoleUrl(ref));
    await chip(back, 0, '✓ Saved');
    assert.ok(await isStored(ref, 0, 17));
  });

  it('cause no complaint of the browser', () => {
    assert.deepEqual(opened().complaints, []);
  });
});
