/** Faults of a picture as a browser draws it: elements that overflow it, are cut off or overlap. */
import type { Page } from 'playwright-core';

export interface PictureFault {
  /** Index of the picture in the given list. */
  readonly picture: number;
  readonly kind: 'leaves' | 'meets' | 'crosses' | 'shortened';
  readonly words: string;
  readonly other: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly words: string;
}

interface Drawn {
  readonly frame: Box;
  readonly texts: readonly Box[];
  readonly shapes: readonly Box[];
}

/**
 * Draws pictures and compares the boxes of their elements. The box of a text is as wide as its advance and as high as its
 * ink. It must be inside the picture, must not overlap another text, and must be inside a shape or outside it. Only names
 * may be shortened.
 * @param font replaces the reader's font
 */
export async function faultsOfPictures(
  page: Page,
  pictures: readonly string[],
  font?: string,
): Promise<PictureFault[]> {
  const drawn = await draw(page, pictures, font);
  return drawn.flatMap((one, picture) =>
    [...leaving(one), ...meeting(one), ...shortened(one)].map((fault) => ({ picture, ...fault })),
  );
}

async function draw(page: Page, pictures: readonly string[], font: string | undefined): Promise<Drawn[]> {
  const style = font === undefined ? '' : `<style>.bdj text{font-family:${font}!important}</style>`;
  await page.setContent(`<body style="margin:0">${style}${pictures.map((one) => `<div>${one}</div>`).join('')}</body>`);
  return page.locator('svg').evaluateAll((pictureElements): Drawn[] => {
    const pen = pictureElements[0]?.ownerDocument.createElement('canvas').getContext('2d');
    return pictureElements.map((svg): Drawn => {
      const boxes = (selector: string): Box[] =>
        [...svg.querySelectorAll(selector)].map((element): Box => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const words = element.textContent || `${element.localName} .${element.getAttribute('class')}`;
          if (element.localName !== 'text') return { left, right, top, bottom, words };
          const { fontWeight, fontSize, fontFamily } = svg.ownerDocument.defaultView.getComputedStyle(element);
          pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          const ink = pen.measureText(words);
          const baseline = top - element.getBBox().y + Number(element.getAttribute('y'));
          return {
            left,
            right,
            top: baseline - ink.actualBoundingBoxAscent,
            bottom: baseline + ink.actualBoundingBoxDescent,
            words,
          };
        });
      const { left, right, top, bottom } = svg.getBoundingClientRect();
      return {
        frame: { left, right, top, bottom, words: 'the picture' },
        texts: boxes('text'),
        shapes: boxes('rect:not(.ground), circle, line, path'),
      };
    });
  });
}

type Found = Omit<PictureFault, 'picture'>;

const faultOf = (kind: Found['kind'], { words }: Box, { words: other }: Box): Found => ({ kind, words, other });

/** The minimum distance between a text and the picture's edge. */
const EDGE = 3;

function leaving({ frame, texts, shapes }: Drawn): Found[] {
  const gone = [
    ...shapes.filter((shape) => !isInside(shape, frame, -0.5)),
    ...texts.filter((one) => !isInside(one, frame, EDGE)),
  ];
  return gone.map((one) => faultOf('leaves', one, frame));
}

/** Only names may be shortened, and names are isolated. An ellipsis anywhere else is a fault. */
function shortened({ frame, texts }: Drawn): Found[] {
  const own = ({ words }: Box): string => words.replace(/\u2068[^\u2069]*\u2069/gu, '');
  return texts.filter((one) => own(one).includes('…')).map((one) => faultOf('shortened', one, frame));
}

function meeting({ texts, shapes }: Drawn): Found[] {
  return texts.flatMap((one, index) => {
    const met = texts.slice(index + 1).filter((other) => !areApart(one, other));
    const crossed = shapes.filter((shape) => !areApart(one, shape) && !isInside(one, shape, 0.5));
    return [
      ...met.map((other) => faultOf('meets', one, other)),
      ...crossed.map((shape) => faultOf('crosses', one, shape)),
    ];
  });
}

function areApart(a: Box, b: Box): boolean {
  const by = 0.2;
  return a.right <= b.left + by || b.right <= a.left + by || a.bottom <= b.top + by || b.bottom <= a.top + by;
}

function isInside(inner: Box, outer: Box, by: number): boolean {
  return (
    inner.left >= outer.left + by &&
    inner.right <= outer.right - by &&
    inner.top >= outer.top + by &&
    inner.bottom <= outer.bottom - by
  );
}
