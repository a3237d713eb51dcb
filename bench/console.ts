/**
 * `npm run bench:console`: how long a phone on slow 4G waits for the pages of the console, with an empty cache and with a full one. The
 * network and the processor are those of Lighthouse's "Slow 4G".
 */
import { Bandeja } from '@bandeja/client';
import { startNight } from '@bandeja/console/test/nights';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { startDocsService } from '@bandeja/service/test/support/demo-service';
import type { BrowserContext } from 'playwright-core';
import { median, numberText, print, printProgress, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';

const HELP = `npm run bench:console -- [options]

  --runs N   loads of each page, default 5
`;
const options = readOptions(HELP, { runs: { type: 'string', default: '5' } });

const BITS = 1_000_000 / 8;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6 * BITS, uploadThroughput: 0.75 * BITS };
const SLOWER = 4;

interface Load {
  readonly readyMs: number;
  readonly requests: number;
  readonly bytes: number;
}

/** Loads a page in a new tab. @param ready present once the page can be used */
async function load(context: BrowserContext, url: string, ready: string): Promise<Load> {
  const tab = await context.newPage();
  const devtools = await context.newCDPSession(tab);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let [requests, bytes] = [0, 0];
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    requests += 1;
    bytes += encodedDataLength;
  });
  await tab.addInitScript(`{
    const look = () =>
      document.querySelector(${JSON.stringify(ready)}) === null
        ? requestAnimationFrame(look)
        : performance.mark('ready');
    look();
  }`);
  await tab.goto(url);
  await tab.locator(ready).first().waitFor({ timeout: 60_000 });
  const readyMs = Number(await tab.evaluate('performance.getEntriesByName("ready")[0].startTime'));
  await tab.close();
  return { readyMs, requests, bytes };
}

const [service, browser] = await Promise.all([startDocsService({ demo: true }), launchBrowser(['--no-sandbox'])]);
try {
  const { url, key } = service;
  const client = new Bandeja({ baseUrl: url, key: key ?? '' });
  await startNight(client, 'slow');
  const { token } = await client.links.create('slow', { role: 'score' });
  const pages = [
    ['sign in', `${url}/console`, '.sign-in input'],
    ['players', `${url}/console/players#key=${key}`, 'tbody tr'],
    ['night by a link', `${url}/console/night#${token}`, '.court'],
  ] as const;
  const figures: { readonly page: string; readonly cache: string; readonly loads: readonly Load[] }[] = [];
  for (const [name, address, ready] of pages) {
    const loads: Record<'empty' | 'full', Load[]> = { empty: [], full: [] };
    for (let run = 0; run < Number(options.runs); run += 1) {
      // The requests of a service worker are not slowed down.
      const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
      for (const cache of ['empty', 'full'] as const) loads[cache].push(await load(context, address, ready));
      await context.close();
      printProgress(`${name}, ${run + 1}`);
    }
    for (const cache of ['empty', 'full'] as const) figures.push({ page: name, cache, loads: loads[cache] });
  }
  const rows = figures.map(({ page, cache, loads }) => {
    const of = (figure: keyof Load) => median(loads.map((one) => one[figure]));
    const [ready, requests, kilobytes] = [of('readyMs'), of('requests'), of('bytes') / 1000];
    return [page, cache, numberText(ready), numberText(requests), numberText(kilobytes, 1)];
  });
  print(tableOf(['page', 'cache', 'usable after, ms', 'requests', 'kB'], rows));
  writeFigures('console', figures);
} finally {
  await browser.close();
  await service.stop();
}
