/** Every page of the console on the demo, and how it is opened. */
import { Bandeja, BandejaOperator } from '@bandeja/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { longFile, SPANISH, WORKBOOK } from './club-files.ts';

export const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
export const THEMES = ['light', 'dark'] as const;

export interface ConsolePage {
  readonly name: string;
  readonly path: string;
  readonly credential: 'key' | 'testKey' | 'operatorToken' | null;
  /** Present once the page is complete. */
  readonly ready: string;
  /** A button to press then: it opens a sheet. */
  readonly press?: string;
  /** A file to choose then, and the buttons to press after it, in turn. */
  readonly file?: readonly [name: string, content: string | Uint8Array];
  readonly through?: readonly string[];
  /** Present after that. */
  readonly shown?: string;
}

export interface Credentials {
  readonly url: string;
  readonly key: string;
  readonly testKey: string;
  readonly operatorToken: string;
}

const COLUMNS_DONE = 'Continue to the players';
const PLAYERS_DONE = 'Check the file';
const SESSION = 'club-norte-2025-10-17';

/** The pages with an example of what each shows. */
export async function listPages({ url, key, operatorToken }: Credentials): Promise<ConsolePage[]> {
  const client = new Bandeja({ baseUrl: url, key });
  const [match] = (await client.matches.list({ limit: 1 })).data;
  const operator = new BandejaOperator({ baseUrl: url, operatorToken });
  const [partner] = (await operator.partners.list({ limit: 1 })).data;
  await operator.tasks.start('audit');
  await operator.operators.create({ name: 'Ana' });
  // It refuses what is posted, so that the log has failed deliveries.
  const endpoint = await client.webhooks.create({ url: `${url}/health/live` });
  await client.webhooks.replay(endpoint.id, { since: '2020-01-01T00:00:00Z' });
  const page = (name: string, path: string, ready: string, credential: ConsolePage['credential'] = 'key') => ({
    name,
    path,
    ready,
    credential,
  });
  return [
    page('sign-in', '', '.sign-in', null),
    page('players', '/players', 'tbody tr'),
    page('players-none', '/players?q=xylophone', '.empty'),
    { ...page('register', '/players', 'tbody tr'), press: 'Register a player' },
    { ...page('account', '/sessions', '.cards .row'), press: 'Demo club' },
    page('leaderboard', '/players?roster=club-night', '.ranking tbody tr'),
    page('player', '/players/ines.carvalho', '.picture img >> nth=0'),
    page('player-analysis', '/players/ines.carvalho?tab=analysis', '.rates'),
    page('player-matches', '/players/ines.carvalho?tab=matches', '.matches .row'),
    page('player-manage', '/players/ines.carvalho?tab=manage', '.tile form'),
    page('player-unknown', '/players/absent', '.fault'),
    page('sessions', '/sessions', '.cards .row'),
    page('session', `/sessions/${SESSION}`, '.picture img'),
    page('matches', '/matches', '.matches .row'),
    page('match', `/matches/${match?.id}`, '.explained'),
    { ...page('match-amend', `/matches/${match?.id}`, '.explained'), press: 'Amend' },
    page('import', '/import', '.drop'),
    {
      ...page('import-columns', '/import', '.drop'),
      file: ['liga.csv', SPANISH],
      shown: '.matches .row',
    },
    {
      ...page('import-missing', '/import', '.drop'),
      file: ['liga.xlsx', WORKBOOK],
      shown: '.tile .warn',
    },
    {
      ...page('import-players', '/import', '.drop'),
      file: ['liga.csv', SPANISH],
      through: [COLUMNS_DONE],
      shown: '.unclear',
    },
    {
      ...page('import-check', '/import', '.drop'),
      file: ['liga.csv', SPANISH],
      through: [COLUMNS_DONE, PLAYERS_DONE],
      shown: '.groups',
    },
    {
      ...page('import-sent', '/import', '.drop'),
      file: ['larga.csv', longFile(40)],
      through: [COLUMNS_DONE, PLAYERS_DONE, 'Send 40 rows'],
      shown: 'a.button.main',
    },
    { ...page('import-unreadable', '/import', '.drop'), file: ['foto.csv', '\x25PDF-1.7'], shown: '.fault' },
    page('events', '/developers', '.events li'),
    page('webhooks', '/developers?tab=webhooks', '.cards .row'),
    page('webhook', `/developers?tab=webhooks&endpoint=${endpoint.id}`, '.content tbody tr'),
    page('sandbox', '/developers?tab=sandbox', 'main .figures', 'testKey'),
    page('sandbox-forbidden', '/developers?tab=sandbox', '.forbidden'),
    page('partners', '/operator/partners', 'tbody tr', 'operatorToken'),
    page('partner', `/operator/partners/${partner?.id}`, 'tbody tr', 'operatorToken'),
    { ...page('issue-key', `/operator/partners/${partner?.id}`, 'tbody tr', 'operatorToken'), press: 'Issue a key' },
    page('operators', '/operator/operators', 'tbody tr', 'operatorToken'),
    page('ratings', '/operator/ratings', '.content tbody tr', 'operatorToken'),
    page('diagnosis', '/operator/diagnosis', '.findings li', 'operatorToken'),
  ];
}

/** The `locale` is that of the tests: with the system's, the chart fails in Chromium. */
export function openContext(browser: Browser, colorScheme: (typeof THEMES)[number]): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', colorScheme, reducedMotion: 'reduce' });
}

/** Signs the tab in, opens the page and waits until it is complete. */
export async function openPage(tab: Page, credentials: Credentials, page: ConsolePage): Promise<void> {
  const { path, credential, ready, press, file, through = [], shown } = page;
  const token = credential === null ? '' : `#key=${credentials[credential]}`;
  await tab.goto('about:blank');
  await tab.goto(`${credentials.url}/console${path}${token}`);
  await tab.locator(ready).first().waitFor({ timeout: 10_000 });
  if (file !== undefined) {
    const [name, content] = file;
    await tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  }
  for (const name of through) await tab.getByRole('button', { name, exact: true }).click();
  if (shown !== undefined) await tab.locator(shown).first().waitFor({ timeout: 20_000 });
  if (press === undefined) return;
  await tab.getByRole('button', { name: press, exact: true }).click();
  await tab.getByRole('dialog').waitFor();
  await tab.waitForLoadState('networkidle');
}
