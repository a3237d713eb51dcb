/**
 * Takes pictures of every page of the web console on the demo, on a phone and a wide screen, light and dark, into `screenshots/`.
 *
 *     node scripts/screenshots.ts [NAME…] [--language es] [--width 360] [--theme dark]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openContext, openPage, SIZES, THEMES } from '@bandeja/console/test/opening';
import { listPages } from '@bandeja/console/test/pages';
import type { Page } from 'playwright-core';
import { withDemoScreens } from './demo-screens.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, width: { type: 'string' }, theme: { type: 'string' } },
});
const { language, width, theme: only } = values;
const sizes = width === undefined ? SIZES : [{ width: Number(width), height: 844 }];

/** As high as the page, so that what sticks to the bottom covers nothing. */
async function showWhole(tab: Page, least: number): Promise<void> {
  if ((await tab.locator('dialog[open], .tv').count()) > 0) return;
  const height = Number(await tab.evaluate('document.documentElement.scrollHeight'));
  const { width: current = 0 } = tab.viewportSize() ?? {};
  await tab.setViewportSize({ width: current, height: Math.max(height, least) });
}

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });
await withDemoScreens(async ({ browser, credentials }) => {
  const pages = (await listPages(credentials)).filter(({ name }) => names.length === 0 || names.includes(name));
  for (const theme of THEMES.filter((each) => only === undefined || each === only)) {
    const context = await openContext(browser, {
      colorScheme: theme,
      ...(language !== undefined && { locale: language }),
    });
    const tab = await context.newPage();
    tab.on('pageerror', (error) => process.stdout.write(`${error.stack}\n`));
    for (const page of pages) {
      for (const size of sizes) {
        await tab.setViewportSize(size);
        await openPage(tab, credentials, page).catch((error) => process.stdout.write(`${page.name}: ${error}\n`));
        await tab.waitForLoadState('networkidle');
        await showWhole(tab, size.height);
        const parts = [page.name, size.width, theme, ...(language === undefined ? [] : [language])];
        await tab.screenshot({ path: join(folder, `${parts.join('-')}.png`), fullPage: true });
      }
    }
    await context.close();
  }
});
