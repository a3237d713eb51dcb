/**
 * Takes every page of the web console, as a phone and as a wide screen show it, light and dark, into `screenshots/`.
 *
 *     npm run screenshots [NAME…]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openContext, openPage, SIZES, THEMES } from '@bandeja/console/test/browser';
import { listPages } from '@bandeja/console/test/pages';
import { startService } from '@bandeja/service/service';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { pino } from 'pino';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });
const dataDirectory = mkdtempSync(join(tmpdir(), 'bandeja-screenshots-'));
const service = await startService(
  {
    port: 0,
    host: '127.0.0.1',
    dataDirectory,
    databaseUrl: null,
    databaseReplicaUrl: null,
    operatorToken: null,
    logLevel: null,
    rateLimits: null,
    webhookAllowPrivate: true,
    demo: true,
    tracing: null,
    startedByNpm: false,
  },
  { log: { level: 'silent', stream: pino.destination({ dest: '/dev/null', sync: false }) } },
);
const browser = await launchBrowser(['--no-sandbox']);
try {
  const { url, demo, operatorTokenFile } = service;
  if (demo === null || operatorTokenFile === null) throw new Error('the demo was not created');
  const operatorToken = readFileSync(operatorTokenFile, 'utf8').trim();
  const credentials = { url, key: demo.key, testKey: demo.testKey, operatorToken };
  const names = process.argv.slice(2);
  const pages = (await listPages(credentials)).filter(({ name }) => names.length === 0 || names.includes(name));
  for (const theme of THEMES) {
    const context = await openContext(browser, theme);
    const tab = await context.newPage();
    tab.on('console', (message) => message.type() === 'error' && process.stdout.write(`${message.text()}\n`));
    tab.on('pageerror', (error) => process.stdout.write(`${error.stack}\n`));
    for (const page of pages) {
      for (const size of SIZES) {
        await tab.setViewportSize(size);
        await openPage(tab, credentials, page).catch((error) => process.stdout.write(`${page.name}: ${error}\n`));
        await tab.waitForLoadState('networkidle');
        await tab.screenshot({ path: join(folder, `${page.name}-${size.width}-${theme}.png`), fullPage: true });
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await service.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}
