/** What every page must pass at every width: nothing overflows, and axe finds no fault. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { SIZES } from './opening.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** A tablet held upright, and the widths at which the rail and the columns begin. */
const WIDTHS_BETWEEN = [768, 1024, 1280];
/** The page, and parts of it whose content is wider than they are: it runs over what is beside them. */
const OVERFLOWS = `[...document.querySelectorAll('html, .tile, .court, .content > *, .columns > *, dialog, th, td')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
  .filter((part) => part.matches('html') || getComputedStyle(part).overflowX === 'visible')
  .map((part) => part.tagName + '.' + part.className + ' ' + part.textContent.slice(0, 40))`;
/** Only charts follow their size in code, a frame later. */
const DRAWN = `document.querySelector('.chart') && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))`;

async function overflows(tab: Page): Promise<string[]> {
  await tab.evaluate(DRAWN);
  return (await tab.evaluate(OVERFLOWS)) as string[];
}

async function violations(tab: Page, options: object): Promise<string[]> {
  const all = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options });
  const found = (await tab.evaluate(`axe.run(document, ${all})`)) as { violations: Violation[] };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/**
 * Parts that overflow at any width, and accessibility faults of the page on a phone and a wide screen, one of them light and the other
 * dark. They alternate. On the second, only the contrast is checked.
 */
export async function faultsOf(tab: Page, inspector: CDPSession, name: string, index: number): Promise<string[]> {
  const all: string[] = [];
  // With the inspector, the browser compiles it once for all pages.
  if ((await tab.evaluate('typeof axe')) === 'undefined')
    await inspector.send('Runtime.evaluate', { expression: `${axe};0` });
  const check = async (place: string, find: () => Promise<string[]>) =>
    all.push(...(await find()).map((fault) => `${name} ${place} ${fault}`));
  for (const width of WIDTHS_BETWEEN) {
    await tab.setViewportSize({ width, height: 900 });
    await check(`overflows at ${width}`, () => overflows(tab));
  }
  // Of four pages, each has another pair of size and theme with all rules.
  const sizes = index % 4 < 2 ? SIZES : SIZES.toReversed();
  for (const [place, size] of sizes.entries()) {
    const colorScheme = (index + place) % 2 === 0 ? 'light' : 'dark';
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize(size);
    await check(`overflows at ${size.width}`, () => overflows(tab));
    const options = place === 0 ? {} : { runOnly: ['color-contrast'] };
    await check(`${size.width} ${colorScheme}`, () => violations(tab, options));
  }
  return all;
}
