/** A real browser, without a window and without the network. */
import { existsSync } from 'node:fs';
import { after, before } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { packedBrowser } from './packed-browser.ts';

/** The packed Chromium has no window: `HEADED=1` shows this one, and `SLOW=250` waits as many ms before each step. */
const INSTALLED = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';

/** @param args default: the package's own, which run all pages in one process and turn same-origin rules off */
export async function launchBrowser(args?: readonly string[]): Promise<Browser> {
  const slowMo = Number(process.env['SLOW'] ?? 0);
  if (process.env['HEADED'] === '1') {
    if (!existsSync(INSTALLED)) throw new Error(`HEADED=1 needs Chromium at ${INSTALLED}, or its path in CHROME_PATH.`);
    if ((process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '') === '')
      throw new Error('HEADED=1 needs a display.');
    return chromium.launch({
      executablePath: INSTALLED,
      headless: false,
      slowMo,
      args: [...(args ?? ['--no-sandbox'])],
    });
  }
  const { default: packed } = await import('@sparticuz/chromium');
  // Drawing in software would take most of the time; nothing here uses WebGL.
  packed.setGraphicsMode = false;
  return chromium.launch({ executablePath: await packedBrowser(), args: [...(args ?? packed.args)], slowMo });
}

/** Starts a browser before the tests of the current suite, and closes it after them. */
export function useBrowser(): () => Promise<Page> {
  let browser: Browser | undefined;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());
  return async () => {
    if (browser === undefined) throw new Error('the browser is available only inside tests and hooks');
    const page = await browser.newPage({ offline: true });
    return page;
  };
}
