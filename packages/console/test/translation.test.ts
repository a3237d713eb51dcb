/** The console, built with a language that a translator has begun. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import type { Browser } from 'playwright-core';
import { openContext } from './browser.ts';

const root = resolve(import.meta.dirname, '../../..');
/** The rest is not translated yet. */
const ITALIAN = {
  'language.name': 'Italiano',
  'language.formats': 'it-IT',
  'console.night.enter_code.code': 'Codice della serata',
};

describe('a new file of a language', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let page: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-italian-'));
    const [locales, out] = [join(folder, 'locales'), join(folder, 'dist')];
    cpSync(join(root, 'packages/messages/locales'), locales, { recursive: true });
    writeFileSync(join(locales, 'it.json'), JSON.stringify(ITALIAN));
    execFileSync(process.execPath, ['scripts/console.ts', '--out', out, '--locales', locales], { cwd: root });
    server = createServer(({ url = '' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      const file = pathname === '/console/night' ? 'night.html' : pathname.replace('/console/', '');
      const path = join(out, file);
      const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[path.split('.').at(-1) ?? ''];
      response.writeHead(existsSync(path) ? 200 : 404, { 'content-type': type ?? 'image/svg+xml' });
      response.end(existsSync(path) ? readFileSync(path) : '');
    }).listen(0);
    page = `http://localhost:${(server.address() as AddressInfo).port}/console/night`;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  });

  it('is the language of a browser that asks for it, with English for the texts that it lacks', async () => {
    const context = await openContext(browser, 'light', 'it-CH');
    const tab = await context.newPage();
    await tab.goto(page);
    await tab.getByLabel('Codice della serata').waitFor();
    await tab.getByRole('button', { name: 'Open' }).waitFor();
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'it');
  });

  it('is a language that people choose by its name, and loads no other', async () => {
    const context = await openContext(browser, 'light', 'pt-BR');
    const tab = await context.newPage();
    const loaded: string[] = [];
    tab.on('request', (request) => {
      const [, file] = /texts-night-.{8}-(.*)\.js$/.exec(request.url()) ?? [];
      if (file !== undefined) loaded.push(file);
    });
    await tab.goto(page);
    await tab.getByText('Ele vale por 15 minutos').waitFor();
    await tab.getByLabel('Idioma').selectOption('Italiano');
    await tab.getByLabel('Codice della serata').waitFor();
    assert.deepEqual(loaded, ['first-pt-BR', 'first-it']);
  });
});
