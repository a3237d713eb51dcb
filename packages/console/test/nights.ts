/** Nights in each state on the demo, and the pages that show them. */
import type { Api, Bandeja } from '@bandeja/client';
import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from './opening.ts';

export const PLANNED = 'night-planned';
const OPEN = 'night-open';
export const CLOSED = 'night-closed';

type Settings = Partial<Api.PlanSubmission>;

/** The players of the demo. They are public, so every partner can name them. */
export const PLAYERS = [
  'ines.carvalho',
  'tiago_m',
  'lucia.v',
  'marcosroig',
  'carmen-ortega',
  'harriet.b',
  'owen_pryce',
  'duarte.nogueira',
].map((username) => ({ username }));

type MatchChanges = Partial<Api.MatchSubmission> & Pick<Api.MatchSubmission, 'external_ref' | 'played_at'>;

/** A match that the first two of four players won. */
export const matchOf = (usernames: readonly string[], changes: MatchChanges): Api.MatchSubmission => ({
  winning_team: 'A',
  trust_tier: 'partner_attested',
  participants: usernames.map((username, slot) => ({ username, team: slot < 2 ? 'A' : 'B' })),
  set_scores: [3, 2].map((team_b_games, index) => ({ set_number: index + 1, team_a_games: 6, team_b_games })),
  ...changes,
});

export async function plan(client: Bandeja, ref: string, settings: Settings = {}): Promise<Api.Plan> {
  return client.plans.put(ref, {
    format: 'americano',
    players: PLAYERS,
    courts: 2,
    rounds: 7,
    scoring: 'points',
    points_per_match: 24,
    minutes_per_round: 15,
    venue_label: 'Club Norte',
    ...settings,
  });
}

/** Plays a round: each court gets the points of team A, or no result for null. */
export async function play(
  client: Bandeja,
  ref: string,
  round: number,
  pointsOfA: readonly (number | null)[],
): Promise<void> {
  const { rounds } = await client.plans.openRound(ref, round);
  for (const [index, { court, team_a, team_b }] of (rounds[round - 1]?.courts ?? []).entries()) {
    const points = pointsOfA[index] ?? null;
    if (points !== null) await enter(client, ref, { round, court, team_a, team_b, points, seen: null });
  }
}

interface CourtEntry extends Pick<Api.PlanCourt, 'court' | 'team_a' | 'team_b'> {
  readonly round: number;
  readonly points: number;
  readonly seen: number | null;
}

function enter(client: Bandeja, ref: string, { round, court, team_a, team_b, points, seen }: CourtEntry) {
  return client.plans.putResult(ref, round, court, {
    seen,
    players: { A: team_a, B: team_b },
    set_scores: [{ set_number: 1, team_a_games: points, team_b_games: 24 - points }],
  });
}

/** Plans a night, one that is being played, and one that is over. */
export async function createNights(client: Bandeja): Promise<void> {
  await plan(client, PLANNED, { venue_label: null, courts: 1, rounds: 8 });
  await plan(client, CLOSED, { rounds: 3, courts_named: ['Central', 'Pista 2'] });
  for (const round of [1, 2, 3]) await play(client, CLOSED, round, [9 + round, 15 - 2 * round]);
  await client.plans.close(CLOSED);
  await startNight(client, OPEN);
  await client.links.create(OPEN, { role: 'score', label: 'Phones at the courts' });
  await client.links.create(OPEN, { role: 'view' });
}

/** Plays two rounds, and one court of the third. */
export async function startNight(client: Bandeja, ref: string): Promise<void> {
  await plan(client, ref);
  await play(client, ref, 1, [15, 9]);
  await play(client, ref, 2, [11, 16]);
  await play(client, ref, 3, [14, null]);
}

export async function openRoundOf(client: Bandeja, ref: string): Promise<Api.LiveRound> {
  const { round } = await client.plans.live(ref);
  if (round === null) throw new Error(`${ref} has no open round`);
  return round;
}

/** Enters the points of a court's first pair in two taps. */
export async function tapScore(tab: Page, place: number, points: number): Promise<void> {
  await tab.locator('.court').nth(place).locator('button.side').first().click();
  await tapPoints(tab, points);
}

const tapPoints = (tab: Page, points: number): Promise<void> =>
  tab
    .getByRole('dialog')
    .getByRole('button', { name: String(points), exact: true })
    .click();

/** In pixels. */
export const fontSizeOf = (text: Locator): Promise<number> =>
  text.evaluate((node) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(element: unknown): { readonly fontSize: string };
    };
    return Number.parseFloat(getComputedStyle(node).fontSize);
  });

/** Another device enters another score of the first court while the pad is open. */
export async function makeConflict(client: Bandeja, ref: string, tab: Page): Promise<void> {
  await tab.locator('button.side').first().click();
  const { round, courts } = await openRoundOf(client, ref);
  const [court] = courts;
  if (court?.result == null) throw new Error('the first court has no result');
  const points = court.result.set_scores[0]?.team_a_games === 14 ? 13 : 14;
  await enter(client, ref, { ...court, round, points, seen: court.result.revision });
  await tapPoints(tab, 16);
  await tab.locator('.conflict').waitFor();
}

export function nightPages(client: Bandeja): ConsolePage[] {
  const page = (name: string, path: string, ready: string, press?: string): ConsolePage => ({
    name,
    path: `/tonight${path}`,
    ready,
    as: 'manager',
    ...(press !== undefined && { press }),
  });
  return [
    page('tonight', '', '.cards .row'),
    { ...page('tonight-none', '', '.empty'), as: 'sandbox' },
    page('night-new', '/night-new', '.player-search'),
    {
      ...page('night-paste', '/night-new', '.player-search', 'Paste names'),
      act: async (tab) => {
        await tab.getByRole('dialog').getByRole('textbox').fill('1. Inês Carvalho ✅\n2. Tiago\n3. Zoe Nunca');
        await tab.getByRole('button', { name: 'Find players' }).click();
        await tab.locator('.found').waitFor();
      },
    },
    page('night-planned', `/${PLANNED}`, '.certificate'),
    page('night-now', `/${OPEN}`, '.court'),
    { ...page('night-pad', `/${OPEN}`, '.court'), act: (tab) => tab.locator('button.side').nth(2).click() },
    { ...page('night-conflict', `/${OPEN}`, '.court'), act: (tab) => makeConflict(client, OPEN, tab) },
    page('night-swap', `/${OPEN}`, '.court', 'Swap players'),
    page('night-rounds', `/${OPEN}?tab=rounds`, '.rounds .court'),
    page('night-people', `/${OPEN}?tab=people`, '.members'),
    page('night-links', `/${OPEN}?tab=links`, 'main tbody tr'),
    {
      ...page('night-link', `/${OPEN}?tab=links`, 'main tbody tr', 'New link'),
      act: async (tab) => {
        await tab.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
        await tab.locator('.qr').waitFor();
      },
    },
    page('night-recap', `/${CLOSED}`, '.picture img'),
  ];
}
