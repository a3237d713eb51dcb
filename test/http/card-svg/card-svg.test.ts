import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { cardSvg, type themes } from '../../../src/http/card-svg/index.ts';
import { browserAbsence, useBrowser } from '../../support/browser.ts';
import { anasMatch, cardOf, emptyCard, fullCard, NOW } from './card.ts';

/** Names as people have them, and as people try them. */
const names = [
  'Ana',
  'Ana & <script>alert(1)</script>',
  `"'><image href="http://localhost/x"/>`,
  ']]>&#0;&lt;',
  'W'.repeat(80),
  'Maximiliana Fernández de la Vega y Montes de Oca',
  '李小龙'.repeat(26),
  'محمد عبد الرحمن',
  '\u202Eanazar',
  '👩‍👩‍👧'.repeat(20),
  'a\u0301'.repeat(60),
  '\u0007bell\ufffe',
];

describe('the picture of a card, in a browser', { skip: browserAbsence }, () => {
  const openPage = useBrowser();

  it('is well-formed and says every name as it is, whatever it is', async () => {
    const page = await openPage();
    for (const name of names) {
      const seen = await page.locator('html').evaluate(
        (html, text) => {
          const parser = new html.ownerDocument.defaultView.DOMParser();
          const picture = parser.parseFromString(text, 'image/svg+xml');
          return {
            fault: picture.querySelector('parsererror')?.textContent ?? null,
            label: picture.documentElement.getAttribute('aria-label'),
            elements: Array.from(picture.querySelectorAll('*'), ({ localName }) => localName),
          };
        },
        cardSvg(cardOf(name), 'auto', NOW),
      );
      assert.equal(seen.fault, null, name);
      assert.ok(seen.label.startsWith(`${name.replaceAll(/[\p{Cc}\ufffe]/gu, '\ufffd')}: 1684`), seen.label);
      const elements = new Set(seen.elements);
      assert.deepEqual([...elements].sort(), ['line', 'rect', 'style', 'svg', 'text', 'title'], name);
    }
  });

  it('keeps every text inside, and beside the others', async () => {
    const page = await openPage();
    const long = 'Maximiliana Fernández de la Vega';
    const crowded = {
      ...cardOf('W'.repeat(80)),
      rating: { ...fullCard.rating, service_score: 3000, uncertainty: 300, matches_played: 99_999 },
      headline_insight: { code: 'x', text: 'Won 1200 of 1400 service games; '.repeat(4).slice(0, 110), sample: 1 },
      last_matches: Array.from({ length: 5 }, () => ({
        ...anasMatch([long, long, long], '7-6 6-7 7-6 6-7 13-11', true, -120),
        played_at: '2019-12-28T20:00:00.000Z',
      })),
    };
    const digits = {
      ...fullCard,
      last_matches: [
        { ...anasMatch(['p00181', 'p00302', 'p00225'], '6-4 7-5', true, 12), played_at: '2025-11-21T20:00:00.000Z' },
      ],
    };
    for (const card of [fullCard, emptyCard, crowded, digits]) {
      await page.setContent(`<body style="margin:0">${cardSvg(card, 'light', NOW)}</body>`);
      const boxes = await page.locator('svg, svg text').evaluateAll((elements) =>
        elements.map((element): Box => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { words: element.textContent, left, right, top, bottom };
        }),
      );
      assert.deepEqual(misplaced(boxes), []);
    }
  });

  it('is dark where the reader’s system is, unless a theme is asked for', async () => {
    const page = await openPage();
    const groundOf = async (theme: (typeof themes)[number], colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      await page.setContent(cardSvg(fullCard, theme, NOW));
      return fillOf(page, '.ground');
    };
    const [light, dark] = [await groundOf('light', 'dark'), await groundOf('dark', 'light')];
    assert.notDeepEqual(light, dark);
    assert.deepEqual([await groundOf('auto', 'light'), await groundOf('auto', 'dark')], [light, dark]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`has text that stands out from its ground at least 4.5 to 1, when it is ${theme}`, async () => {
      const page = await openPage();
      await page.setContent(cardSvg(fullCard, theme, NOW));
      for (const ink of ['text.b', 'text.quiet', 'text.win', 'text.loss']) {
        for (const ground of ['.ground', '.soft']) {
          const contrast = contrastOf(await fillOf(page, ink), await fillOf(page, ground));
          assert.ok(contrast >= 4.5, `${ink} on ${ground}: ${contrast}`);
        }
      }
      const contrast = contrastOf(await fillOf(page, 'text.on-win'), await fillOf(page, 'rect.win'));
      assert.ok(contrast >= 4.5, `on a won match: ${contrast}`);
    });
  }
});

interface Box {
  readonly words: string | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The words of those texts that leave the picture, which is the first of the boxes, or run into another. */
function misplaced([picture = assert.fail(), ...texts]: readonly Box[]): (string | null)[] {
  const leaves = (box: Box): boolean =>
    box.left < picture.left + 8 || box.right > picture.right - 8 || box.bottom > picture.bottom;
  // The boxes of two lines overlap by the room for what hangs below; their middles keep their distance.
  const middle = (box: Box): number => (box.top + box.bottom) / 2;
  const height = (box: Box): number => box.bottom - box.top;
  const meet = (a: Box, b: Box): boolean =>
    a.left < b.right && b.left < a.right && Math.abs(middle(a) - middle(b)) < Math.min(height(a), height(b)) / 2;
  const meetsLater = (box: Box, index: number): boolean => texts.slice(index + 1).some((other) => meet(box, other));
  return texts.filter((box, index) => leaves(box) || meetsLater(box, index)).map(({ words }) => words);
}

/** The colour that an element is filled with, as shares of red, green and blue. */
async function fillOf(page: Page, selector: string): Promise<number[]> {
  const fill = await page
    .locator(selector)
    .first()
    .evaluate((element): string => element.ownerDocument.defaultView.getComputedStyle(element).fill);
  return (fill.match(/\d+/g) ?? assert.fail(fill)).map((part) => Number(part) / 255);
}

/** How far two colours stand apart, 1 to 21 (WCAG 2.2). */
function contrastOf(a: readonly number[], b: readonly number[]): number {
  const luminance = (color: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = color.map((share) =>
      share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('the picture of a card', () => {
  it('tells of a match what its player would', () => {
    const lines = cardSvg(fullCard, 'light', NOW).replace(/[\u2068\u2069]/g, '');
    for (const words of [
      '6-4 7-5',
      '4-6 2-3 retired',
      'Walkover',
      'with Bea v Carla &amp; Dora',
      '+12',
      '−11',
      '9 Nov',
    ]) {
      assert.ok(lines.includes(`>${words}<`), words);
    }
  });

  it('says so while the score is settling', () => {
    const settling = { ...fullCard, rating: { ...fullCard.rating, rating_status: 'settling' as const } };
    assert.match(cardSvg(settling, 'light', NOW), />± 72 · settling</);
  });
});
