import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confidenceLevels } from '@bandeja/rating';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { languages } from '../../src/messages/languages.ts';
import { cardSvg } from '../../src/pictures/card/card-picture.ts';
import { progressSvg, progressWidths } from '../../src/pictures/progress/progress-picture.ts';
import { recapSvg } from '../../src/pictures/recap/recap-picture.ts';
import type { themes } from '../../src/pictures/theme.ts';
import { useBrowser } from '../support/browser.ts';
import { browserAbsence } from '../support/packed-browser.ts';
import { faultsOfPictures } from '../support/picture-faults.ts';
import { cardOf, emptyCard, fullCard, inLanguage, NOW } from './card.ts';
import { kinds } from './kinds.ts';
import { aSeason, progressOf } from './progress.ts';
import { namesOf, sessionOf } from './sessions.ts';

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

describe('The picture of a card in a browser', { skip: browserAbsence }, () => {
  const openPage = useBrowser();

  it('the card picture is well-formed and shows every name unchanged', async () => {
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
        cardSvg(cardOf(name), { theme: 'auto', language: 'en' }, NOW),
      );
      assert.equal(seen.fault, null, name);
      assert.ok(seen.label.startsWith(`${name.replaceAll(/[\p{Cc}\ufffe]/gu, '\ufffd')}: 1684`), seen.label);
      const elements = new Set(seen.elements);
      assert.deepEqual([...elements].sort(), ['desc', 'line', 'path', 'rect', 'style', 'svg', 'text', 'title'], name);
    }
  });

  it('the elements of the card picture are never cut and never overlap', async () => {
    const page = await openPage();
    for (const kind of kinds) {
      const pictures = [...kind.sheet, ...fc.sample(kind.any, { numRuns: 15, seed: 1 })];
      assert.deepEqual(await faultsOfPictures(page, pictures), [], kind.name);
    }
  });

  it('the card picture contains the player’s full name, however long it is', async () => {
    for (const name of [
      'W'.repeat(80),
      '李小龙'.repeat(26),
      '😀'.repeat(80),
      'Maximiliana Fernández de la Vega y Montes',
    ]) {
      const shown = [
        ...cardSvg(cardOf(name), { theme: 'light', language: 'en' }, NOW).matchAll(/\u2068(.*?)\u2069<\/text>/g),
      ].map(([, line]) => line);
      assert.ok(shown.join('').replaceAll(' ', '').startsWith(name.replaceAll(' ', '')), name);
    }
  });

  it('the card picture follows the reader’s dark mode unless a theme is requested', async () => {
    const page = await openPage();
    const groundOf = async (theme: (typeof themes)[number], colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      await page.setContent(cardSvg(fullCard, { theme, language: 'en' }, NOW));
      return fillOf(page, '.ground');
    };
    const [light, dark] = [await groundOf('light', 'dark'), await groundOf('dark', 'light')];
    assert.notDeepEqual(light, dark);
    assert.deepEqual([await groundOf('auto', 'light'), await groundOf('auto', 'dark')], [light, dark]);
  });

  it('the card picture has a contrast of at least 4.5 to 1 in either theme', async () => {
    const page = await openPage();
    for (const theme of ['light', 'dark'] as const) {
      await page.setContent(cardSvg(fullCard, { theme, language: 'en' }, NOW));
      const pairs = [
        ...['text.m:not(.on-band)', 'text.quiet', 'text.win', 'text.loss'].flatMap((ink) => [
          [ink, '.ground'],
          [ink, '.soft'],
        ]),
        ...['text.on-band', 'text.by-band'].map((ink) => [ink, 'path.band']),
        ['text.on-win', 'rect.win'],
      ];
      for (const [ink = '', ground = ''] of pairs) {
        const contrast = contrastOf(await fillOf(page, ink), await fillOf(page, ground));
        assert.ok(contrast >= 4.5, `${theme}: ${ink} on ${ground}: ${contrast}`);
      }
    }
  });
});

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

describe('The words of every picture', () => {
  it('the fixed words of a picture are never shortened, in any language', () => {
    for (const language of languages) {
      const look = { theme: 'light', language } as const;
      const pictures = [
        cardSvg(inLanguage(cardOf('Ana'), language), look, NOW),
        cardSvg(
          inLanguage({ ...emptyCard, rating: { ...emptyCard.rating, rating_status: 'settling' } }, language),
          look,
          NOW,
        ),
        ...[0, 1, 12].map((count) => recapSvg(sessionOf(namesOf(count)), look)),
        recapSvg({ ...sessionOf(namesOf(24)), ranked_by: 'points' }, look),
        ...progressWidths.flatMap((width) =>
          [0, 1, 60].map((count) => progressSvg(progressOf('Ana', aSeason(count)), { ...look, width }, NOW)),
        ),
      ];
      for (const level of confidenceLevels) {
        const rating = { ...fullCard.rating, confidence_level: level };
        pictures.push(cardSvg(inLanguage({ ...fullCard, rating }, language), look, NOW));
      }
      for (const picture of pictures) assert.doesNotMatch(picture, /…/u, language);
    }
  });
});

describe('The picture of a card', () => {
  it('the card picture describes matches from the player’s side', () => {
    const lines = cardSvg(fullCard, { theme: 'light', language: 'en' }, NOW).replace(/[\u2068\u2069]/g, '');
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

  it('the card picture shows the rank of the score once it is known', () => {
    const among = (percentile: number | null): string =>
      cardSvg({ ...fullCard, rating: { ...fullCard.rating, percentile } }, { theme: 'light', language: 'en' }, NOW);
    assert.match(among(73), />Higher than 73% of ranked players</);
    assert.doesNotMatch(among(null), /Higher than/);
    assert.doesNotMatch(among(0), /Higher than/);
  });

  it('the public card picture hides a rank in the lower half', () => {
    const among = (percentile: number): string =>
      cardSvg(
        { ...fullCard, rating: { ...fullCard.rating, percentile } },
        { theme: 'light', language: 'en', headline: 'strengths' },
        NOW,
      );
    assert.match(among(50), />Higher than 50% of ranked players</);
    assert.doesNotMatch(among(49), /Higher than/);
  });

  it('the card picture shows that a score is settling', () => {
    const settling = { ...fullCard, rating: { ...fullCard.rating, rating_status: 'settling' as const } };
    assert.match(cardSvg(settling, { theme: 'light', language: 'en' }, NOW), />settling</);
  });

  it('the card picture uses the requested language', () => {
    const lines = cardSvg(inLanguage(fullCard, 'es'), { theme: 'light', language: 'es' }, NOW).replace(
      /[\u2068\u2069]/g,
      '',
    );
    for (const words of [
      'Fiable',
      '± 72 el 21 nov',
      '48 partidos',
      'Por encima del 83\u00A0% de los clasificados',
      '6 G · 3 P',
      'Forma: muy buena',
      'G',
      'Bastante regular · 57/100',
      'Últimos partidos',
      'con Bea contra Carla / Dora',
      'WO',
      '9 nov',
    ]) {
      assert.ok(lines.includes(`>${words}<`), words);
    }
  });

  it('the windows of the card picture contain draws', () => {
    const drawn = { ...fullCard.windows['7d'], draws: 1 };
    const picture = cardSvg(
      { ...fullCard, windows: { ...fullCard.windows, '7d': drawn } },
      { theme: 'light', language: 'pt' },
      NOW,
    );
    assert.match(picture, />2 V 1 E 0 D</);
  });
});
