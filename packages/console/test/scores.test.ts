/** Scores that are entered on bad networks, in several tabs and by several people: with a link, and by the organizer. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { until } from '@bandeja/service/test/support/until';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { fontSizeOf, plan, tapScore } from './nights.ts';

describe('scores on bad networks', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let client: OpenConsole['client'];

  before(() => {
    ({ client } = opened());
  });

  async function openDevice({ hasWorker = false } = {}): Promise<Page> {
    const device = await opened().device({ hasWorker });
    await device.context().addCookies([opened().credentials.cookie]);
    return device;
  }

  async function openTab(device: Page, url: string): Promise<Page> {
    const tab = await opened().tabBeside(device);
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

  for (const [by, page] of [
    ['a link', 'night'],
    ['the organizer', 'index'],
  ] as const) {
    it(`are kept for ${by} without a network, over a reload and a closed browser, and sent later`, async () => {
      const ref = `offline-${page}`;
      await startNight(ref);
      const url = page === 'index' ? consoleUrl(ref) : (await client.links.create(ref, { role: 'score' })).url;
      const device = await openDevice({ hasWorker: true });
      const tab = await openTab(device, url);
      await tab.waitForFunction(`caches.match('/console/${page}.html')`);
      await device.context().setOffline(true);
      // As if the person came back to the page, which reads the night then.
      await tab.evaluate("dispatchEvent(new Event('focus'))");
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
      await device.context().setOffline(false);
      for (const place of [0, 1]) await chip(again, place, '✓ Saved');
      assert.ok((await isStored(ref, 0, 16)) && (await isStored(ref, 1, 5)));
    });
  }

  it('are corrected before the first answer, in the same tab and in another one', async () => {
    const ref = 'slow';
    await startNight(ref);
    const { url } = await client.links.create(ref, { role: 'score' });
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

  it('of two people are both shown in large numbers if they differ, over a reload, until one of them is chosen', async () => {
    const ref = 'two';
    await startNight(ref);
    const { url } = await client.links.create(ref, { role: 'score' });
    const [tab, other] = [await openTab(await openDevice(), url), await openTab(await openDevice(), url)];
    for (const [place, choice, points] of [
      [0, 'Keep 15–9', 15],
      [1, 'Replace with 14–10', 14],
    ] as const) {
      await tab.locator('.court').nth(place).locator('button.side').first().click();
      await tapScore(other, place, 15);
      await chip(other, place, '✓ Saved');
      await tab.getByRole('dialog').getByRole('button', { name: '14', exact: true }).click();
      const values = tab.locator('.conflict dd');
      await values.first().waitFor();
      assert.deepEqual(await values.allTextContents(), ['15–9', '14–10']);
      assert.ok((await fontSizeOf(values.first())) >= 32);
      await tab.reload();
      await tab.getByRole('button', { name: choice }).click();
      await values.first().waitFor({ state: 'detached' });
      await chip(tab, place, '✓ Saved');
      await until(() => isStored(ref, place, points), 'the score that was chosen');
    }
  });
});
