/** The console, built with a language that a translator has begun. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { useConsole } from './browser.ts';

const root = resolve(import.meta.dirname, '../../..');
/** The rest is not translated yet. */
const ITALIAN = {
  'language.name': 'Italiano',
  'language.formats': 'it-IT',
  'console.night.enter_code.code': 'Codice della serata',
};

describe('a new file of a language', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let folder: string;
  let out: string;
  /** The files that the page loaded. */
  const loaded: string[] = [];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bandeja-italian-'));
    out = join(folder, 'dist');
    const locales = join(folder, 'locales');
    cpSync(join(root, 'packages/messages/locales'), locales, { recursive: true });
    writeFileSync(join(locales, 'it.json'), JSON.stringify(ITALIAN));
    const options = ['--out', out, '--locales', locales, '--uncompressed'];
    execFileSync(process.execPath, ['scripts/console.ts', ...options], { cwd: root });
  });
  after(() => rmSync(folder, { recursive: true }));

  async function openNight(locale: string): Promise<Page> {
    const tab = await opened().device({ locale });
    loaded.length = 0;
    await tab.route('**/console/**', (route) => {
      const file = new URL(route.request().url()).pathname.replace('/console/', '').replace(/^night$/, 'night.html');
      loaded.push(file);
      return route.fulfill({ path: join(out, file) });
    });
    await tab.goto(`${opened().credentials.url}/console/night`);
    return tab;
  }

  it('is the language of a browser that asks for it, with English for the texts that it lacks', async () => {
    const tab = await openNight('it-CH');
    await tab.getByLabel('Codice della serata').waitFor();
    await tab.getByRole('button', { name: 'Open' }).waitFor();
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'it');
  });

  it('is a language that people choose by its name, and loads no other', async () => {
    const tab = await openNight('pt-BR');
    await tab.getByText('Ele vale por 15 minutos').waitFor();
    await tab.getByLabel('Idioma').selectOption('Italiano');
    await tab.getByLabel('Codice della serata').waitFor();
    const texts = loaded.flatMap((file) => /texts-night-.{8}-(.*)\.js$/.exec(file)?.[1] ?? []);
    assert.deepEqual(texts, ['first-pt-BR', 'first-it']);
  });
});
