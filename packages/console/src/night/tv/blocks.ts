/** The left of the screen, cut into pages that fit. Heights are hundredths of the screen. */
import type { Api } from '@bandeja/client';

type Block =
  | { readonly kind: 'court'; readonly court: Api.NightCourt }
  | { readonly kind: 'resting'; readonly players: readonly number[] };

/** Blocks of one round under one heading. */
export interface Group {
  readonly round: number;
  readonly isNext: boolean;
  readonly blocks: readonly Block[];
}

export const PAGE_HEIGHT = 87;
export const HEADING_HEIGHT = 7;
const COURT_HEIGHT = 13.2;
const RESTING_HEIGHT = 12;
/** Names that fit into two lines. */
const RESTING_NAMES_MAX = 5;

export const heightOf = ({ kind }: Block): number => (kind === 'court' ? COURT_HEIGHT : RESTING_HEIGHT);

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const blocksOf = ({ courts, resting }: Api.NightRound): Block[] => [
  ...courts.map((court): Block => ({ kind: 'court', court })),
  ...chunks(resting, RESTING_NAMES_MAX).map((players): Block => ({ kind: 'resting', players })),
];

/** The open round, then the next one: on one page if both fit. */
export function pagesOf({ round, next }: Pick<Api.Night, 'round' | 'next'>): Group[][] {
  const pages: Group[][] = [];
  let free = 0;
  for (const one of [round, next]) {
    if (one === null || one.courts.length === 0) continue;
    const isNext = one === next;
    const blocks = blocksOf(one);
    const whole = HEADING_HEIGHT + blocks.reduce((sum, block) => sum + heightOf(block), 0);
    // A round that fits on one page is not cut.
    if (whole > free && whole <= PAGE_HEIGHT) free = 0;
    let group: Block[] | null = null;
    for (const block of blocks) {
      const needed = heightOf(block) + (group === null ? HEADING_HEIGHT : 0);
      if (group === null || needed > free) {
        if (needed > free) {
          pages.push([]);
          free = PAGE_HEIGHT;
        }
        group = [];
        pages.at(-1)?.push({ round: one.round, isNext, blocks: group });
        free -= HEADING_HEIGHT;
      }
      group.push(block);
      free -= heightOf(block);
    }
  }
  return pages;
}
