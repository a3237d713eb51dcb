/** The documentation in a real browser: the API can be tried on the demo, the search finds, phones need not scroll sideways. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { useBrowser } from '@bandeja/service/test/support/browser';
import { type DocsService, startDocsService } from '@bandeja/service/test/support/demo-service';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';

describe('the documentation in a browser', { skip: browserAbsence }, () => {
  const newPage = useBrowser();
  let service: DocsService;
  /** What pages asked of other hosts, and what they complained of. */
  const complaints: string[] = [];

  before(async () => {
    service = await startDocsService({ demo: true });
  });
  after(() => service.stop());

  async function openPage(path: string): Promise<Page> {
    const page = await newPage();
    await page.context().setOffline(false);
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(service.url)) complaints.push(request.url());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(service.url + path);
    return page;
  }

  async function tryOut(
    page: Page,
    operation: string,
  ): Promise<{ status: number; url: string; mode: string | undefined }> {
    await page
      .locator('button', { hasText: `Test Request(${operation})` })
      .first()
      .click();
    const answer = page.waitForResponse((response) => response.url().includes('/v1/'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const response = await answer;
    // A sheet that is closed before it has read the answer aborts the request, and complains.
    await page.getByText(`${response.status()} ${response.statusText()}`).first().waitFor();
    return { status: response.status(), url: response.url(), mode: response.headers()['bandeja-mode'] };
  }

  const noteOf = (page: Page) => page.textContent('#key-note');

  it('asks for a test key, tries operations with it, and warns of a live key', async () => {
    const page = await openPage('/docs/api#tag/matches/GET/v1/matches');
    assert.match((await noteOf(page)) ?? '', /paste a test key \(bdj_test_…\)/);
    await page.fill('input[placeholder="Token"]', service.testKey ?? '');
    const { status, url, mode } = await tryOut(page, 'get /v1/matches');
    assert.deepEqual([status, new URL(url).pathname, mode], [200, '/v1/matches', 'test']);
    await page.keyboard.press('Escape');
    await page.fill('input[placeholder="Token"]', service.key ?? '');
    assert.match((await noteOf(page)) ?? '', /This is a live key/);
    const live = await tryOut(page, 'post /v1/matches');
    assert.deepEqual([live.status, live.mode], [201, undefined]);
    assert.deepEqual(complaints, []);
  });

  it('finds while one writes, goes through the hits with the arrow keys, and opens one', async () => {
    const page = await openPage('/docs');
    await page.fill('header input', 'voided');
    await page.locator('#hits a').first().waitFor();
    const hits = await page.locator('#hits a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const focused = () => page.evaluate('document.activeElement.getAttribute("href")');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), hits[0]);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), hits[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), null);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${hits[0]}`);
    await page.fill('header input', 'xylophone');
    await page.locator('#hits p').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('fits a phone', async () => {
    const page = await openPage('/docs');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [
      '',
      '/operations',
      '/rating',
      '/errors',
      '/guides/club-night',
      '/beside-others',
      '/search?q=card',
    ]) {
      await page.goto(`${service.url}/docs${path}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
    }
    assert.deepEqual(complaints, []);
  });
});
