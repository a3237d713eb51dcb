/** The ranking of a club, and players whose score is still being placed, in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { createRankedClub, INACTIVE, PLACED, RANKED, sessionOf } from './ranked-club.ts';

/** A plus, a minus or a band before a number. */
const SIGN = /[+±−]\s*\d/;

describe('the ranking of a club', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let client: OpenConsole['client'];

  before(async () => {
    ({ tab, client } = opened());
    await createRankedClub(client);
  });

  const textOf = () => tab.locator('main').innerText();

  it('shows a provisional score without plus, minus or band on every page', async () => {
    const player = await client.players.get('elsa');
    assert.equal(player.rating.confidence_level, 'provisional');
    const score = player.rating.service_score;
    await opened().open('/players/elsa', 'manager', '.chart canvas');
    await tab.getByText(`Placed at ${score} after 2 of 3 matches`).waitFor();
    await tab.getByText('As a table').click();
    assert.doesNotMatch(await textOf(), SIGN);
    await opened().go('/players/elsa?tab=matches', '.matches .row');
    await tab.getByText('Placed after 2 of 3 matches').waitFor();
    assert.doesNotMatch(await textOf(), SIGN);
    const [match] = (await client.matches.list({ limit: 1, player: 'elsa' })).data;
    await opened().go(`/matches/${match?.id}`, '.explained');
    await tab.getByText(`Placed at ${score} after this match`).first().waitFor();
    assert.doesNotMatch(await textOf(), SIGN);
    await opened().go('/players?q=elsa', 'tbody tr');
    await tab.getByText('2 of 3 matches').waitFor();
    assert.doesNotMatch(await textOf(), SIGN);
    await opened().go(`/sessions/${sessionOf(PLACED, 1)}`, '.ranking tbody tr');
    assert.equal(await tab.locator('.ranking').getByText('Provisional').count(), PLACED.length);
    assert.doesNotMatch(await tab.locator('.ranking').innerText(), SIGN);
    // That of a settled one has all three.
    const { rating } = await client.players.get('alba');
    await opened().go('/players/alba?tab=matches', '.matches .row .change');
    const settled = `${rating.service_score}\\s+Level ${rating.level.toFixed(2)}\\s+± ${rating.uncertainty}`;
    assert.match(await tab.locator('.large-score').innerText(), new RegExp(settled));
  });

  it('saves all pages of the matches, and the rankings, as files for spreadsheets', async () => {
    const downloaded = async (address: string, shown: string) => {
      await opened().open(address, 'manager', shown);
      const [file] = await Promise.all([tab.waitForEvent('download'), tab.getByText('Download as CSV').click()]);
      const text = readFileSync(await file.path(), 'utf8');
      assert.ok(text.startsWith('\uFEFF'));
      return parse(text, { bom: true, columns: true }) as Readonly<Record<string, string>>[];
    };
    const matches = await Array.fromAsync(client.matches.list());
    // Pages of 100 would take as many matches. A page that is opened ends the routes of the tab.
    await tab
      .context()
      .route('**/v1/matches?limit=100', (route) =>
        route.continue({ url: route.request().url().replace('limit=100', 'limit=10') }),
      );
    assert.ok(matches.length > 20);
    const rows = await downloaded('/matches', '.matches .row');
    assert.deepEqual(
      rows.map(({ id }) => id),
      matches.map(({ id }) => id),
    );
    const names = RANKED.toSorted();
    assert.deepEqual((await downloaded('/ranking', '.podium')).map(({ username }) => username).sort(), names);
    const night = await downloaded(`/sessions/${sessionOf(PLACED, 1)}`, '.ranking tbody tr');
    assert.deepEqual(night.map(({ username }) => username).sort(), PLACED.toSorted());
  });

  it('shows the starting level of a player while the score is provisional, and what a level is not', async () => {
    await opened().open('/players?q=elsa', 'manager', 'tbody tr');
    await tab.locator('tbody').getByText('Stated 3.5').waitFor();
    await opened().go('/ranking', '.podium');
    await tab.locator('section', { hasText: 'Not ranked yet' }).getByText('Stated 3.5').waitFor();
    await opened().go('/players/elsa', '.chart canvas');
    await tab.locator('.large-score').getByText('Stated 3.5').waitFor();
    await tab.getByText('Stated 3.5, by a coach').waitFor();
    await tab.getByText('Converted to 1600 points.').waitFor();
    await tab.getByRole('link', { name: 'What a level is' }).click();
    await tab.getByText('It is not the level of another app').waitFor();
    assert.match(await tab.locator('tbody').innerText(), /1500\s+3\.00/);
  });

  it('changes and removes a starting level', async () => {
    await opened().open('/players/fermin?tab=manage', 'manager', '.tile form');
    const tile = tab.locator('.tile', { has: tab.getByRole('heading', { name: 'Starting level' }) });
    await tile.getByLabel('Level, from 0 to 7').fill('4.25');
    await tile.getByLabel('Stated').selectOption('other_app');
    await tile.getByRole('button', { name: 'Save' }).click();
    await tile.getByText('Stated 4.25, taken from another app').waitFor();
    const level = (await client.players.get('fermin')).starting_level;
    assert.deepEqual([level?.value, level?.source, level?.service_score], [4.25, 'other_app', 1750]);
    await tile.getByRole('button', { name: 'Remove' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await tile.getByText('Stated 4.25').waitFor({ state: 'detached' });
    assert.equal((await client.players.get('fermin')).starting_level, null);
    await opened().open('/players/fermin', 'manager', '.chart canvas');
    await tab.getByText('As a table').click();
    assert.equal(await tab.locator('tbody').getByText('after a change of a starting level').count(), 2);
  });

  it('ranks three players on a podium with their moves, and lists the unranked and the inactive ones after the table', async () => {
    await opened().open('/players', 'manager', 'tbody tr');
    await tab.getByRole('link', { name: 'Club ranking' }).click();
    await tab.locator('.podium').waitFor();
    await tab.getByLabel('Change over').selectOption('7d');
    await tab.waitForURL('**/ranking?window=7d');
    const { data } = await client.rosters.everyone({ window: '7d' });
    const ranked = data.flatMap((row) => ('rank' in row ? [row] : []));
    assert.deepEqual(ranked.map(({ username }) => username).toSorted(), [...RANKED]);
    const climber = ranked.find(({ rank, previous_rank: before }) => before !== null && rank < before);
    assert.ok(climber?.previous_rank, 'a player moved up');
    await tab
      .getByText(`Up ${climber.previous_rank - climber.rank}, was ${climber.previous_rank}`)
      .waitFor({ state: 'attached' });
    const names = (rows: readonly { readonly display_name: string }[]) => rows.map(({ display_name: name }) => name);
    assert.deepEqual(await tab.locator('.podium a').allTextContents(), names(ranked.slice(0, 3)));
    assert.deepEqual(await tab.locator('.ranking .person a').allTextContents(), names(ranked.slice(3)));
    const unranked = tab.locator('section', { hasText: 'Not ranked yet' }).locator('tbody tr');
    const inactive = tab.locator('section', { hasText: 'No match for a year' }).locator('tbody tr');
    assert.deepEqual([await unranked.count(), await inactive.count()], [PLACED.length, INACTIVE.length]);
    assert.match(await unranked.first().innerText(), /1 more match/);
    assert.doesNotMatch(await unranked.first().innerText(), SIGN);
    assert.deepEqual(await opened().faults('ranking'), []);
  });

  it('is a picture to share, and a screen on the wall that Escape leaves', async () => {
    await opened().open('/ranking?window=7d', 'manager', '.podium');
    await tab.getByText('Picture to share').click();
    await tab.locator('.ranking-picture img').waitFor();
    await tab.getByRole('link', { name: 'Show on a screen' }).click();
    await tab.locator('.tv .podium').waitFor();
    assert.equal(await tab.locator('.rail').count(), 0);
    const { data } = await client.rosters.everyone({ window: '7d' });
    const shown = [
      ...(await tab.locator('.podium a').allTextContents()),
      ...(await tab.locator('.tv li .name').allTextContents()),
    ];
    assert.deepEqual(
      shown,
      data.map(({ display_name: name }) => name),
    );
    await tab.keyboard.press('Escape');
    await tab.waitForURL('**/ranking?window=7d');
    await tab.locator('.rail').waitFor();
  });

  it('says what to do first while there are no players', async () => {
    await opened().open('/players', 'manager', 'tbody tr');
    await tab.route('**/v1/leaderboard*', (route) =>
      route.fulfill({ json: { data: [], unranked: [], inactive: [], pagination: { next_cursor: null } } }),
    );
    await tab.getByRole('link', { name: 'Club ranking' }).click();
    await tab.getByText('Register your first player, or import old results.').waitFor();
    await tab.unroute('**/v1/leaderboard*');
  });

  it('removes a player from a roster only after removing was chosen', async () => {
    await client.rosters.put('monday', { name: 'Monday' });
    for (const username of RANKED) await client.rosters.add('monday', username);
    await opened().open('/players?roster=monday', 'manager', '.podium');
    assert.equal(await opened().button('Remove').count(), 0);
    await opened().button('Remove players').click();
    await tab.locator('tr', { hasText: 'alba' }).getByRole('button', { name: 'Remove' }).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await tab.locator('tr', { hasText: 'alba' }).waitFor({ state: 'detached' });
    assert.equal((await client.rosters.members('monday')).data.length, RANKED.length - 1);
  });
});
