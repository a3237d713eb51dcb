/** The page of a link in each of its states. */
import type { Api, Bandeja } from '@bandeja/client';
import type { Page } from 'playwright-core';
import { CLOSED, makeConflict, openRoundOf, PLANNED, plan, startNight, tapScore } from './nights.ts';
import type { ConsolePage } from './opening.ts';

const LINKED = 'night-linked';
const TIMED = 'night-timed';
const SERVICE = '**/v1/night**';

/** The players of the second court change places while a score of it waits. */
async function makeRefusal(client: Bandeja, tab: Page): Promise<void> {
  await tab.route(SERVICE, (route) => route.abort());
  await tapScore(tab, 1, 20);
  const { revision } = await client.plans.get(LINKED);
  const { round, courts } = await openRoundOf(client, LINKED);
  await client.plans.putRound(LINKED, round, {
    revision,
    courts: courts.map(({ court, team_a: [a = 0, b = 0], team_b: [c = 0, d = 0], result }) =>
      result === null ? { court, team_a: [a, c], team_b: [b, d] } : { court, team_a: [a, b], team_b: [c, d] },
    ),
  });
  await tab.unrouteAll();
  await tab.evaluate("dispatchEvent(new Event('online'))");
  await tab.locator('.conflict').waitFor();
}

const COURTS_MAX = 16;

/** The same night with 64 players on 16 courts. */
function enlarge(night: Api.Night): Api.Night {
  const names = ['Inês Carvalho', 'Harriet Blythe', 'Lucía Valverde', 'Owen Pryce', 'Maximiliana Fernández-Villaverde'];
  const players = Array.from({ length: 4 * COURTS_MAX }, (_, index) => ({
    number: index + 1,
    display_name: `${names[index % names.length]} ${Math.floor(index / names.length) + 1}`,
    identity: 'shown' as const,
  }));
  const roundOf = (round: Api.NightRound | null, hasResults: boolean): Api.NightRound | null =>
    round && {
      ...round,
      resting: [],
      courts: Array.from({ length: COURTS_MAX }, (_, index) => ({
        court: index + 1,
        name: null,
        team_a: [4 * index + 1, 4 * index + 2],
        team_b: [4 * index + 3, 4 * index + 4],
        result: hasResults && index !== 3 ? (round.courts[0]?.result ?? null) : null,
      })),
    };
  return {
    ...night,
    players,
    round: roundOf(night.round, true),
    next: roundOf(night.next, false),
    standings: players.map((player, index) => ({
      ...player,
      rank: index + 1,
      played: 3,
      wins: 1,
      draws: 0,
      losses: 2,
      points: 90 - index,
      average: 12,
      rested: 0,
    })),
  };
}

export async function showEnlarged(tab: Page): Promise<void> {
  await tab.route(SERVICE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: enlarge((await response.json()) as Api.Night) });
  });
}

export async function linkPages(client: Bandeja): Promise<ConsolePage[]> {
  await startNight(client, LINKED);
  await plan(client, TIMED, { points_per_match: null, minutes_per_round: 1 });
  await client.plans.openRound(TIMED, 1);
  async function page(
    name: string,
    ref: string,
    link: Api.NightLinkSubmission,
    rest: Partial<ConsolePage> = {},
  ): Promise<ConsolePage> {
    const { token } = await client.links.create(ref, link);
    return { name, path: `/night#${token}`, as: null, ready: '.court', ...rest };
  }
  const score: Api.NightLinkSubmission = { role: 'score' };
  const view: Api.NightLinkSubmission = { role: 'view' };
  const onScreen = async (name: string, ref: string, rest: Partial<ConsolePage> = {}) => {
    const { path, ...screen } = await page(name, ref, view, { ready: '.tv .qr', ...rest });
    return { ...screen, path: path.replace('#', '?tv#') };
  };
  const [scores, views] = [await page('link', LINKED, score), await page('link-view', LINKED, view)];
  return [
    scores,
    { ...scores, name: 'link-code', press: 'QR code' },
    { ...scores, name: 'link-pad', act: (tab) => tab.locator('button.side').nth(2).click() },
    await page('link-court', LINKED, { ...score, court: 2 }),
    views,
    { ...views, name: 'link-who', press: 'Find my name' },
    {
      ...views,
      name: 'link-me',
      press: 'Find my name',
      act: async (tab) => {
        await tab.getByRole('dialog').getByRole('button').first().click();
        await tab.locator('.own-court').waitFor();
      },
    },
    await page('link-conflict', LINKED, score, { act: (tab) => makeConflict(client, LINKED, tab) }),
    await page('link-refused', LINKED, score, { act: (tab) => makeRefusal(client, tab) }),
    await page('link-offline', LINKED, score, {
      act: async (tab) => {
        await tab.route(SERVICE, (route) => route.abort());
        await tapScore(tab, 0, 17);
        // As if the person came back to the page, which reads the night then.
        await tab.evaluate("dispatchEvent(new Event('focus'))");
        await tab.getByText('No connection.').waitFor();
      },
    }),
    await page('link-planned', PLANNED, score, { ready: '.empty' }),
    await page('link-timed', TIMED, score, { ready: '.clock' }),
    await page('link-recap', CLOSED, view, { ready: '.picture img' }),
    { name: 'link-ended', path: '/night#bdn_live_none', as: null, ready: '.empty' },
    { name: 'link-none', path: '/night', as: null, ready: '.code-entry' },
    await onScreen('tv', LINKED),
    await onScreen('tv-large', LINKED, {
      act: async (tab) => {
        await showEnlarged(tab);
        await tab.reload();
        await tab.getByText('Harriet Blythe 2').first().waitFor();
      },
    }),
    await onScreen('tv-timed', TIMED),
    await onScreen('tv-closed', CLOSED),
  ];
}
