/**
 * Draws generated pictures in a browser and compares the boxes of everything in them: nothing may be cut or drawn over
 * something else, in the reader's fonts and in each of `--fonts`. With `--sheet DIR` it also writes a few as PNG, to look at.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '@bandeja/service/test/pictures/kinds';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { faultsOfPictures, type PictureFault } from '@bandeja/service/test/support/picture-faults';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { print } from '../bench/figures.ts';
import { readOptions } from '../bench/options.ts';

const HELP = `npm run drill:pictures -- [options]
  --cards N      how many cards, default 500
  --others N     how many pictures of each other kind, default 100
  --seed N       of the generator, default 20
  --fonts LIST   fonts that are installed here and tried besides the system's, default "DejaVu Sans,Liberation Sans,Noto Sans"
  --sheet DIR    writes sheets of twelve pictures, light and dark, as PNG
`;
const options = readOptions(HELP, {
  cards: { type: 'string', default: '500' },
  others: { type: 'string', default: '100' },
  seed: { type: 'string', default: '20' },
  fonts: { type: 'string', default: 'DejaVu Sans,Liberation Sans,Noto Sans' },
  sheet: { type: 'string' },
});

const AT_ONCE = 20;

const browser = await launchBrowser();
const page = await browser.newPage({ offline: true });
let faulty = 0;
for (const kind of kinds) {
  const count = Number(kind.name === 'card' ? options.cards : options.others);
  const pictures = fc.sample(kind.any, { numRuns: count, seed: Number(options.seed) });
  for (const font of [
    undefined,
    ...options.fonts
      .split(',')
      .filter((one) => one !== '')
      .map((one) => `"${one}"`),
  ]) {
    const faults = await faultsOfAll(pictures, font);
    faulty += faults.length;
    const count_of = (of: PictureFault['kind']): number => faults.filter((fault) => fault.kind === of).length;
    print(
      `${kind.name}, ${font ?? 'system'}: ${count} drawn, ${count_of('leaves')} cut, ${count_of('shortened')} shortened, ${count_of('meets') + count_of('crosses')} overlaps`,
    );
    for (const fault of faults.slice(0, 8)) print(`  ${JSON.stringify(fault)}`);
  }
}
if (options.sheet !== undefined) await writeSheets(page, options.sheet);
await browser.close();
process.exitCode = faulty === 0 ? 0 : 1;

async function faultsOfAll(pictures: readonly string[], font: string | undefined): Promise<PictureFault[]> {
  const faults: PictureFault[] = [];
  for (let first = 0; first < pictures.length; first += AT_ONCE) {
    const found = await faultsOfPictures(page, pictures.slice(first, first + AT_ONCE), font);
    faults.push(...found.map((fault) => ({ ...fault, picture: fault.picture + first })));
  }
  return faults;
}

async function writeSheets(sheetPage: Page, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const kind of kinds) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await sheetPage.emulateMedia({ colorScheme });
      await sheetPage.setViewportSize({ width: kind.sheetWidth, height: 800 });
      const ground = colorScheme === 'light' ? '#c9d3cf' : '#000';
      const cells = kind.sheet.map((one) => `<div>${one}</div>`).join('');
      await sheetPage.setContent(
        `<body style="margin:16px;background:${ground};display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">${cells}</body>`,
      );
      await sheetPage.screenshot({ path: join(folder, `${kind.name}-${colorScheme}.png`), fullPage: true });
    }
  }
}
