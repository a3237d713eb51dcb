/** What the screen on the wall shows, and when. Heights are hundredths of the screen. */
import type { Api } from '@bandeja/client';

type Block =
  | { readonly kind: 'court'; readonly court: Api.NightCourt }
  | { readonly kind: 'resting'; readonly players: readonly number[] };

/** A round under one heading. */
export interface Group {
  readonly round: number;
  readonly isNext: boolean;
  readonly blocks: readonly Block[];
}

export interface Screen {
  /** Rounds beside the ranking; a round over the whole width, in two columns; the ranking alone. */
  readonly kind: 'beside' | 'wide' | 'ranking';
  readonly groups: readonly Group[];
}

export const PAGE_HEIGHT = 87;
export const HEADING_HEIGHT = 7;
const BLOCK_HEIGHT = 13.2;
/** Rows of a wide round: 64 players on 16 courts. */
export const WIDE_ROWS_MAX = 8;
/** Names that fit into two lines. */
const RESTING_NAMES_MAX = 6;

export const heightOf = ({ blocks }: Group): number => HEADING_HEIGHT + blocks.length * BLOCK_HEIGHT;

export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function groupOf({ round, courts, resting }: Api.NightRound, isNext: boolean): Group {
  return {
    round,
    isNext,
    blocks: [
      ...courts.map((court): Block => ({ kind: 'court', court })),
      ...chunks(resting, RESTING_NAMES_MAX).map((players): Block => ({ kind: 'resting', players })),
    ],
  };
}

type ShownNight = Pick<Api.Night, 'round' | 'next' | 'standings'>;

/** The screens in turn. The open round is never cut, and is at least every other screen: players look for their court. */
export function screensOf({ round, next, standings }: ShownNight): Screen[] {
  const now = round && groupOf(round, false);
  // A mexicano round without courts is not drawn yet.
  const later = next !== null && next.courts.length > 0 ? groupOf(next, true) : null;
  const groups = [now, later].filter((group) => group !== null);
  if (groups.every((group) => heightOf(group) <= PAGE_HEIGHT)) {
    const isOnePage = groups.reduce((sum, group) => sum + heightOf(group), 0) <= PAGE_HEIGHT;
    if (isOnePage) return groups.length === 0 ? [] : [{ kind: 'beside', groups }];
    return groups.map((group) => ({ kind: 'beside', groups: [group] }));
  }
  const hasRanking = standings.some(({ played }) => played > 0);
  const wide = (group: Group): Screen => ({ kind: 'wide', groups: [group] });
  const others: Screen[] = [
    ...(hasRanking ? [{ kind: 'ranking', groups: [] } as const] : []),
    ...(later === null ? [] : [wide(later)]),
  ];
  if (now === null) return others;
  return others.length === 0 ? [wide(now)] : others.flatMap((other) => [wide(now), other]);
}
