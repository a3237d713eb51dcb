/**
 * Measures how wide letters are drawn, in a browser, and writes packages/service/src/pictures/advance-widths.ts: of each character the
 * widest of the fonts below, and 3 % more for the fonts that are not installed here. It is run by hand, where these fonts are
 * (Debian: fonts-dejavu, fonts-liberation, fonts-noto-core, fonts-noto-cjk, fonts-noto-color-emoji).
 */
import { writeFileSync } from 'node:fs';
import { launchBrowser } from '@bandeja/service/test/support/browser';

/** DejaVu Sans is as wide as Verdana, the widest of the fonts that systems use for their interface. */
const TEXT_FONTS = ['DejaVu Sans', 'Liberation Sans', 'Noto Sans', 'Noto Sans Hebrew'];
const ARABIC_FONTS = ['DejaVu Sans', 'Noto Sans Arabic', 'Noto Naskh Arabic', 'Noto Kufi Arabic'];
/** Chinese, Japanese and Korean fonts draw quotes and dots over the full width. */
const SIGN_FONTS = [...TEXT_FONTS, 'Noto Sans CJK SC', 'Noto Sans CJK JP', 'Noto Sans CJK KR', 'Noto Color Emoji'];

const BLOCKS = [
  { name: 'ASCII', first: 0x20, last: 0x7e, fonts: TEXT_FONTS },
  { name: 'Latin-1', first: 0xa0, last: 0xff, fonts: SIGN_FONTS },
  { name: 'Latin Extended', first: 0x100, last: 0x24f, fonts: TEXT_FONTS },
  { name: 'Greek', first: 0x370, last: 0x3ff, fonts: TEXT_FONTS },
  { name: 'Cyrillic', first: 0x400, last: 0x52f, fonts: TEXT_FONTS },
  { name: 'Hebrew', first: 0x5be, last: 0x5f4, fonts: TEXT_FONTS },
  { name: 'Arabic', first: 0x600, last: 0x6ff, fonts: ARABIC_FONTS },
  { name: 'punctuation', first: 0x2010, last: 0x205e, fonts: SIGN_FONTS },
  { name: 'mathematics', first: 0x2200, last: 0x22ff, fonts: SIGN_FONTS },
  { name: 'currencies', first: 0x20a0, last: 0x20c0, fonts: SIGN_FONTS },
] as const;

const MARGIN = 1.03;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const browser = await launchBrowser();
const page = await browser.newPage({ offline: true });

/** In em, of each character from the first to the last. */
async function measure(first: number, last: number, fonts: readonly string[], weight: number): Promise<number[]> {
  return page.locator('html').evaluate(
    (html, asked) => {
      const pen = html.ownerDocument.createElement('canvas').getContext('2d');
      const widths: number[] = [];
      for (let code = asked.first; code <= asked.last; code += 1) {
        let widest = 0;
        for (const font of asked.fonts) {
          pen.font = `${asked.weight} 100px "${font}"`;
          widest = Math.max(widest, pen.measureText(String.fromCodePoint(code)).width / 100);
        }
        widths.push(widest);
      }
      return widths;
    },
    { first, last, fonts, weight },
  );
}

const encoded = (widths: readonly number[]): string =>
  widths.map((width) => DIGITS[Math.ceil(width * MARGIN * 20)] ?? 'z').join('');

const lines: string[] = [];
for (const { name, first, last, fonts } of BLOCKS) {
  lines.push(
    `  {\n    // ${name}\n    first: 0x${first.toString(16)},`,
    `    regular: '${encoded(await measure(first, last, fonts, 400))}',`,
    `    bold: '${encoded(await measure(first, last, fonts, 700))}',\n  },`,
  );
}
await browser.close();

writeFileSync(
  new URL('../packages/service/src/pictures/advance-widths.ts', import.meta.url),
  `/**
 * The most that a character takes of a line, in any of the common interface fonts. Made by scripts/advance-widths.ts.
 * Each digit (0–9, A–Z, a–z) is the width of one character, in twentieths of an em.
 */
export const ADVANCE_WIDTHS: readonly {
  readonly first: number;
  readonly regular: string;
  readonly bold: string;
}[] = [
${lines.join('\n')}
];
`,
);
