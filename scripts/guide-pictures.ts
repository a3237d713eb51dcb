/**
 * Takes the pictures of the guide "Your first night" in English, Spanish and Portuguese, and those that open the README, into `docs/pictures/`.
 * It plays a night on the demo. `npm run guide-pictures` builds the console first.
 *
 *     node scripts/guide-pictures.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Api, Bandeja, BandejaOperator } from '@bandeja/client';
import type { Browser, Page } from 'playwright-core';
import { type DemoScreens, withDemoScreens } from './demo-screens.ts';

const PHONE = { width: 390, height: 800 };
const WIDE = { width: 1280, height: 760 };
const SCREEN = { width: 1120, height: 630 };
/** As the console names the nights of a day. */
const REF = `night-${new Date().toISOString().slice(0, 10)}`;
/** Of the demo: a surprise, so that three reasons explain each change. */
const EXPLAINED_MATCH = 'club-norte-2025-10-17-r7-c2';

/** The buttons that are pressed on the way, and the names of the files. */
const EDITIONS = [
  {
    locale: 'en-GB',
    suffix: '',
    paste: 'Paste names',
    find: 'Find players',
    place: 'Venue',
    newLink: 'New link',
    create: 'Create',
    search: 'Add a player',
  },
  {
    locale: 'es-ES',
    suffix: '-es',
    paste: 'Pegar nombres',
    find: 'Buscar jugadores',
    place: 'Lugar',
    newLink: 'Nuevo enlace',
    create: 'Crear',
    search: 'Añadir a alguien',
  },
  {
    locale: 'pt-PT',
    suffix: '-pt',
    paste: 'Colar nomes',
    find: 'Procurar jogadores',
    place: 'Local',
    newLink: 'Novo link',
    create: 'Criar',
    search: 'Adicionar alguém',
  },
] as const;
type Edition = (typeof EDITIONS)[number];

const NAMES = [
  'Inês Carvalho',
  'Harriet Blythe',
  'Lucía Valverde',
  'Owen Pryce',
  'Tiago Moreira',
  'Marcos Roig',
  'Carmen',
  'Duarte Nogueira',
];
/** The first pair's points of each court, round by round. */
const POINTS: readonly (readonly number[])[] = [
  [15, 9],
  [11, 16],
  [14, 13],
  [10, 17],
  [12, 8],
  [16, 13],
  [9, 14],
];

const openTab = async (browser: Browser, locale: string, deviceScaleFactor: number): Promise<Page> => {
  const context = await browser.newContext({ locale, timezoneId: 'UTC', reducedMotion: 'reduce', deviceScaleFactor });
  return context.newPage();
};

/** A line around the page: a white picture on a white ground has no edge. */
const FRAME = `
  const frame = document.body.appendChild(document.createElement('div'));
  frame.id = 'frame';
  Object.assign(frame.style, { position: 'fixed', inset: 0, zIndex: 99, border: '1px solid color-mix(in srgb, currentColor 15%, transparent)', pointerEvents: 'none' });
`;

/** Playwright takes no WebP. */
async function take(tab: Page, name: string): Promise<void> {
  await tab.mouse.move(0, 0);
  await tab.waitForLoadState('networkidle');
  await tab.evaluate(FRAME);
  const session = await tab.context().newCDPSession(tab);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await session.detach();
  await tab.evaluate(`document.querySelector('#frame').remove()`);
  writeFileSync(fileURLToPath(new URL(`../docs/pictures/${name}.webp`, import.meta.url)), Buffer.from(data, 'base64'));
}

/** Enters the results of a round that is open, or of its first courts. */
async function enter(client: Bandeja, round: number, courts: number): Promise<void> {
  const { rounds } = await client.plans.get(REF);
  const entered = (rounds[round - 1]?.courts ?? []).slice(0, courts);
  for (const [index, { court, team_a, team_b, result }] of entered.entries()) {
    const points = POINTS[round - 1]?.[index] ?? 12;
    if (result === null)
      await client.plans.putResult(REF, round, court, {
        seen: null,
        players: { A: team_a, B: team_b },
        set_scores: [{ set_number: 1, team_a_games: points, team_b_games: 24 - points }],
      });
  }
}

async function play(client: Bandeja, rounds: readonly number[]): Promise<void> {
  for (const round of rounds) {
    await client.plans.openRound(REF, round);
    await enter(client, round, 2);
  }
}

/** The steps of the guide. @returns the address of the night's page for phones */
async function takeGuide(tab: Page, { credentials }: DemoScreens, edition: Edition): Promise<string> {
  const { url, key, operatorToken, cookie } = credentials;
  const client = new Bandeja({ baseUrl: url, key });
  const page = `${url}/console/tonight/${REF}`;
  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  const shot = (step: string) => take(tab, `first-night-${step}${edition.suffix}`);
  await tab.setViewportSize(PHONE);
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const [partner] = (await operator.partners.list({ limit: 1 })).data;
  const { invitation } = await operator.people.add(partner?.id ?? '', { display_name: 'Ana', role: 'organizer' });
  await tab.goto(invitation.url);
  await tab.locator('.invited').waitFor();
  await shot('sign-in');

  await tab.context().addCookies([cookie]);
  await tab.goto(page);
  await button(edition.paste).click();
  await tab
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(NAMES.map((name, index) => `${index + 1}. ${name}`).join('\n'));
  await button(edition.find).click();
  await tab.locator('.found').waitFor();
  await shot('names');

  await tab.locator('dialog button.main').click();
  await tab.getByLabel(edition.place).fill('Club Norte');
  await tab.locator('.certificate .in-words').waitFor();
  await tab.locator('.certificate').evaluate((certificate) => certificate.scrollIntoView({ block: 'end' }));
  await tab.evaluate('document.activeElement.blur(); scrollBy(0, 140)');
  await shot('plan');

  await tab.locator('.action-bar button.main').click();
  await tab.locator('.court').first().waitFor();
  let link = '';
  await tab.route('**/links', async (route) => {
    const response = await route.fetch();
    const made = (await response.json()) as Api.IssuedNightLink;
    link = made.token ?? link;
    await route.fulfill({
      response,
      json: { ...made, ...(made.token && { url: `https://bandeja.example/n#${link}` }) },
    });
  });
  await tab.goto(`${page}?tab=links`);
  await button(edition.newLink).click();
  await button(edition.create).click();
  await tab.locator('.qr').waitFor();
  await shot('code');

  await play(client, [1, 2]);
  await client.plans.openRound(REF, 3);
  await enter(client, 3, 1);
  const night = `${url}/console/night#${link}`;
  await tab.goto(night);
  await tab.locator('button.side').nth(2).click();
  await shot('score');

  await tab.goto(`${page}?tab=people`);
  await tab.getByLabel(edition.search).fill('Ana');
  await tab.locator('.new-player').waitFor();
  await shot('late');
  await tab.locator('.new-player').click();
  await tab.locator('.members li').nth(NAMES.length).waitFor();
  return night;
}

/** In both themes. */
async function takeBoth(tab: Page, name: string): Promise<void> {
  await take(tab, name);
  await tab.emulateMedia({ colorScheme: 'dark' });
  // Cards and charts are drawn again.
  await tab.waitForTimeout(1_000);
  await take(tab, `${name}-dark`);
  await tab.emulateMedia({ colorScheme: 'light' });
}

/** A player and a match, for the README. */
async function takePages(tab: Page, { credentials: { url, cookie } }: DemoScreens, client: Bandeja): Promise<void> {
  const { data: matches } = await client.matches.list({ limit: 100 });
  const match = matches.find((one) => one.external_ref === EXPLAINED_MATCH);
  await tab.setViewportSize(WIDE);
  await tab.context().addCookies([cookie]);
  await tab.goto(`${url}/console/players/ines.carvalho`);
  await tab.locator('.chart canvas').waitFor();
  await takeBoth(tab, 'console-player');
  await tab.goto(`${url}/console/matches/${match?.id}`);
  await tab.locator('.explained').first().waitFor();
  await takeBoth(tab, 'console-match');
}

for (const edition of EDITIONS) {
  await withDemoScreens(async (screens) => {
    const { browser, credentials } = screens;
    const client = new Bandeja({ baseUrl: credentials.url, key: credentials.key });
    const phone = await openTab(browser, edition.locale, 1.5);
    const screen = await openTab(browser, edition.locale, 1);
    const night = await takeGuide(phone, screens, edition);

    await screen.setViewportSize(SCREEN);
    await screen.goto(night.replace('#', '?tv#'));
    await screen.locator('.tv .qr').waitFor();
    await take(screen, `first-night-screen${edition.suffix}`);
    if (edition.suffix === '') {
      await phone.goto(night);
      await phone.locator('.court').first().waitFor();
      await takeBoth(phone, 'console-round');
    }

    await enter(client, 3, 2);
    await play(client, [4, 5, 6, 7]);
    await client.plans.close(REF);
    await phone.goto(`${credentials.url}/console/tonight/${REF}`);
    await phone.locator('.picture img').waitFor();
    await phone.locator('.picture').evaluate((picture) => picture.scrollIntoView({ block: 'start' }));
    await phone.evaluate('scrollBy(0, -16)');
    await take(phone, `first-night-poster${edition.suffix}`);
    if (edition.suffix === '') await takePages(screen, screens, client);
  });
}
