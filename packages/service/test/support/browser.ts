/** A real browser, without a window and without the network. */
import { after, before } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Why there is no browser here, or false where there is one. */
export const browserAbsence: string | false =
  process.platform === 'linux' && process.arch === 'x64' ? false : 'the packed Chromium is for Linux on x64';

/** Starts a browser before the tests of the present suite and closes it after them. */
export function useBrowser(): () => Promise<Page> {
  let browser: Browser | undefined;
  before(async () => {
    const { default: packed } = await import('@sparticuz/chromium');
    browser = await chromium.launch({ executablePath: await packed.executablePath(), args: packed.args });
  });
  after(() => browser?.close());
  return async () => {
    if (browser === undefined) throw new Error('the browser is there inside of tests and hooks only');
    const page = await browser.newPage({ offline: true });
    return page;
  };
}
