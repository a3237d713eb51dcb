/** A club night in a real browser: planned, played on a phone, closed and shared. The tests follow one another. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { until } from '@bandeja/service/test/support/until';
import type { Locator, Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { plan } from './nights.ts';
import { SIZES } from './opening.ts';

const NAMES = `Padel tonight!
1. Inês Carvalho ✅
2. Tiago Moreira
3. Lucia Valverde
4. Marcos Roig
5. Carmen Ortega
6. Harriet Blythe
7. Owen Pryce
8. Zoe Nunca`;
/** The players of these names that another partner registered. On a roster of the club, they are its people. */
const REGULARS = ['ines.carvalho', 'tiago_m', 'lucia.v', 'marcosroig', 'carmen-ortega', 'harriet.b', 'owen_pryce'];
const ROUNDS = 6;

describe('a night in the console', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let client: OpenConsole['client'];
  let ref: string;
  /** Taps for scores and the next round. */
  let taps = 0;

  before(async () => {
    ({ tab, client } = opened());
    await client.rosters.put('regulars');
    for (const username of REGULARS) await client.rosters.add('regulars', username);
    await tab.setViewportSize(SIZES[0]);
    await opened().open('/tonight', 'manager', '.empty');
  });

  const button = (name: string | RegExp, page: Page | Locator = tab) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const inSheet = (name: string | RegExp, page = tab) => button(name, page.getByRole('dialog'));
  const part = (name: string, page = tab) =>
    page.getByRole('navigation', { name: 'Parts of the night' }).getByRole('link', { name, exact: true }).click();
  const courtOf = (place: number, page = tab) => page.locator('.court').nth(place);
  const scoresOf = (place: number, page = tab) => courtOf(place, page).locator('.numbers-of').allTextContents();

  async function tap(target: Locator): Promise<void> {
    taps += 1;
    await target.click();
  }

  async function enter(place: number, points: number): Promise<void> {
    await tap(courtOf(place).locator('button.side').first());
    await tap(inSheet(String(points)));
    await courtOf(place).getByText('✓ Saved').waitFor();
  }

  async function startNextRound(round: number): Promise<void> {
    await tap(button('Next round'));
    await tab.getByRole('heading', { name: `Round ${round}`, exact: true }).waitFor();
  }

  it('is planned from pasted names, and an unknown name becomes a private player in one tap', async () => {
    await button('New night').first().click();
    await tab.waitForURL('**/tonight/night-*');
    ref = decodeURIComponent(new URL(tab.url()).pathname.split('/').at(-1) ?? '');
    await button('Paste names').click();
    await tab.getByRole('dialog').getByRole('textbox').fill(NAMES.split('\n').slice(1).join('\n'));
    await inSheet('Find players').click();
    await inSheet('Add 8 players, 1 new').click();
    await tab.getByText('Everyone partners everyone once.').waitFor();
    assert.equal(await tab.getByLabel('Rounds', { exact: true }).inputValue(), '7');
    assert.equal((await client.players.get('zoe.nunca')).profile_is_public, false);
    await tab.getByLabel('Rounds', { exact: true }).fill(String(ROUNDS));
    await tab.getByText(`${ROUNDS} rounds`).waitFor();
    await tab.reload();
    await tab.getByText(`${ROUNDS} rounds`).waitFor();
    await button('Start round 1').click();
    await tab.getByRole('heading', { name: 'Round 1', exact: true }).waitFor();
    const { state, players } = await client.plans.get(ref);
    assert.deepEqual([state, players.length], ['open', 8]);
  });

  it('takes a score in two taps, and takes it back in one', async () => {
    await enter(0, 15);
    assert.deepEqual(await scoresOf(0), ['15', '9']);
    await button('Undo').click();
    await courtOf(0).getByText('Playing').waitFor();
    await until(async () => (await client.plans.live(ref)).open_courts === 2, 'the score to be taken back');
    taps = 0;
  });

  it('changes only unplayed rounds for a latecomer, a swap by hand, a leaver and a lost court', async () => {
    for (const round of [1, 2]) {
      await enter(0, 13);
      await enter(1, 10);
      if (round === 1) await startNextRound(2);
    }
    const played = (await client.plans.get(ref)).rounds.slice(0, 2);

    await part('Changes');
    await tab.getByLabel('Add a player').fill('nogueira');
    await button(/^Duarte Nogueira/).click();
    await tab.getByText('from round 3').waitFor();
    await part('Now');
    await startNextRound(3);
    const third = (await client.plans.live(ref)).round;
    const [rested] = third?.resting ?? [];
    const [swapped] = third?.courts[0]?.team_a ?? [];
    await button('Swap players').click();
    const nameOf = (number: number | undefined) =>
      client.plans.get(ref).then(({ players }) => players.find((one) => one.number === number)?.display_name ?? '');
    await inSheet(await nameOf(swapped)).click();
    await inSheet(await nameOf(rested)).click();
    await inSheet('Save the round').click();
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual((await client.plans.live(ref)).round?.resting, [swapped]);

    await part('Changes');
    await tab.locator('.members li', { hasText: 'Harriet Blythe' }).getByRole('button').click();
    await inSheet('Leaves').click();
    await tab.getByText('until round 3').waitFor();
    await button('Courts: one less').click();
    await button('Apply').click();
    await until(async () => (await client.plans.get(ref)).courts === 1, 'the lost court');
    assert.deepEqual(
      (await client.plans.get(ref)).rounds.map(({ courts }) => courts.length),
      [2, 2, 2, ...Array.from({ length: ROUNDS - 3 }, () => 1)],
    );
    await button('Undo the last change').click();
    await inSheet('Undo').click();
    await until(async () => (await client.plans.get(ref)).courts === 2, 'the court to come back');

    const { rounds, players } = await client.plans.get(ref);
    assert.deepEqual(
      rounds.slice(0, 2).map(({ courts }) => courts),
      played.map(({ courts }) => courts),
    );
    const harriet = players.find(({ username }) => username === 'harriet.b');
    const later = rounds.slice(3).flatMap(({ courts }) => courts.flatMap((court) => [court.team_a, court.team_b]));
    assert.ok(!later.flat().includes(harriet?.number ?? 0));
    await part('Now');
  });

  it('shows both results if two tabs enter different ones, and stores the one that is chosen', async () => {
    const other = await opened().tabBeside(tab);
    await other.goto(tab.url());
    await courtOf(0, other).waitFor();
    await courtOf(0, other).locator('button.side').first().click();
    await enter(0, 17);
    await inSheet('11', other).click();
    await other.getByText('Court 1, round 3: two results').waitFor();
    assert.deepEqual(await other.locator('.conflict dd').allTextContents(), ['17–7', '11–13']);
    await button('Keep 17–7', other).click();
    await other.locator('.conflict').waitFor({ state: 'detached' });

    await courtOf(0, other).locator('button.side').first().click();
    await enter(0, 18);
    await inSheet('12', other).click();
    await button('Replace with 12–12', other).click();
    await other.locator('.conflict').waitFor({ state: 'detached' });
    await tab.reload();
    // The choice may still be on its way when the page loads.
    await until(async () => (await scoresOf(0)).join() === '12,12', 'the result that was chosen');
    await enter(1, 14);
    // One of the three was the first entry.
    taps -= 2;

    // The same for a change of the plan.
    await part('Changes', other);
    await button('Courts: one less', other).click();
    // The page must not see the other change before its own.
    await other.route('**/live', () => undefined);
    await client.plans.amend(ref, { revision: (await client.plans.get(ref)).revision, rounds: ROUNDS + 1 });
    await client.plans.amend(ref, { revision: (await client.plans.get(ref)).revision, rounds: ROUNDS });
    await button('Apply', other).click();
    await other.getByText('Someone else changed the plan first').waitFor();
    await other.unroute('**/live');
    await button('Do the same again', other).click();
    await until(async () => (await client.plans.get(ref)).courts === 1, 'the change that was sent again');
    await client.plans.undo(ref, (await client.plans.get(ref)).revision);
    await other.close();
  });

  it('takes two taps for each score and one for each round', async () => {
    for (let round = 4; round <= ROUNDS; round += 1) {
      await startNextRound(round);
      await enter(0, (round * 5) % 25);
      await enter(1, (round * 7) % 25);
    }
    const results = (await client.plans.get(ref)).rounds.flatMap(({ courts }) => courts.map(({ result }) => result));
    assert.equal(results.filter((result) => result !== null).length, 2 * ROUNDS);
    assert.equal(taps, 2 * 2 * ROUNDS + ROUNDS - 1);
  });

  it('gives phones links with codes, and withdraws them', async () => {
    await part('Links');
    const hidden = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.tabs'))";
    assert.equal(await tab.evaluate(hidden), 0, 'the tabs scroll to the side only');
    await button('New link').click();
    await tab.getByRole('dialog').getByLabel('Court').selectOption('each');
    await inSheet('Create').click();
    await tab.getByRole('img', { name: 'Code of Enter scores · Court 2' }).waitFor();
    const address = await tab.getByLabel('Address').first().inputValue();
    const token = address.split('#')[1] ?? '';
    const status = async () =>
      (await fetch(`${opened().credentials.url}/v1/night`, { headers: { authorization: `Bearer ${token}` } })).status;
    assert.equal(await status(), 200);
    await inSheet('Done').click();
    await tab
      .getByRole('row', { name: /Court 1/ })
      .getByRole('button')
      .click();
    await inSheet('Withdraw').click();
    await tab.getByText('Ended').waitFor();
    await until(async () => (await status()) === 401, 'the link to be refused');
  });

  it('is closed, and its poster is saved or shared as a PNG', async () => {
    await part('Now');
    await button('End the night').click();
    await inSheet('End the night').click();
    await tab.getByText('Final ranking').waitFor();
    assert.equal((await client.plans.get(ref)).state, 'closed');
    const [download] = await Promise.all([tab.waitForEvent('download'), button('Save as PNG').click()]);
    const png = await readFile(await download.path());
    assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
    assert.ok(png.readUInt32BE(16) >= 1000, `${png.readUInt32BE(16)} pixels wide`);
    await tab.evaluate(
      'navigator.canShare = () => true; navigator.share = async ({ files }) => { window.shared = files[0].type; }',
    );
    await button('Save as PNG').click();
    await until(async () => (await tab.evaluate('window.shared')) === 'image/png', 'a shared file');
    await tab.getByRole('link', { name: 'Matches and scores of the night' }).click();
    const back = tab.getByRole('link', { name: 'Recap, rounds and links' });
    await back.waitFor();
    await tab.locator('.tile .ranking').waitFor();
    const columns = await tab.locator('.tile .ranking th:visible').allTextContents();
    assert.deepEqual(columns, ['Rank', 'Player', 'Average', 'Score'], 'a phone shows the number that decides');
    await back.click();
    await tab.getByText('Final ranking').waitFor();
    // The list leads to the same page.
    const inList = `.cards a[href*="/tonight/${ref}"]`;
    await opened().open('/tonight', 'manager', inList);
    await tab.locator(inList).click();
    await tab.getByText('Equal averages: the better difference a match first').waitFor();
  });

  it('takes no more points for a match than the night plays to, and asks about a total that is unusual', async () => {
    const [match] = (await client.matches.list({ limit: 1, session_external_ref: ref })).data;
    await opened().open(`/matches/${match?.id}`, 'manager', '.explained');
    await button('Amend').click();
    const sheet = tab.getByRole('dialog');
    await sheet.getByText(`The number of ${match?.participants[0]?.display_name}`).waitFor();
    await sheet.getByLabel('Points, such as').fill('30-20');
    await inSheet('Amend').click();
    await sheet.getByText('The points add up to more than 24.').waitFor();
    await sheet.getByLabel('Points, such as').fill('12-11');
    await inSheet('Amend').click();
    await sheet.getByText('12–11 adds up to 23 points').waitFor();
    await inSheet('Amend again').click();
    await sheet.getByLabel('Points, such as').fill('12-12');
    await inSheet('Amend').click();
    await sheet.waitFor({ state: 'detached' });
  });

  it('draws the next round of a mexicano although a result is missing, if that is confirmed', async () => {
    const settings = { format: 'mexicano', rounds: 3, scoring: 'games', points_per_match: null, sets: 3 } as const;
    await plan(client, 'mexicano', settings);
    await client.plans.openRound('mexicano', 1);
    await opened().open('/tonight/mexicano', 'manager', '.court');
    await courtOf(0).locator('button.side').first().click();
    for (const set of ['6–3', '4–6', '10–7']) await inSheet(set).click();
    await inSheet('Save').click();
    await courtOf(0).getByText('✓ Saved').waitFor();
    assert.deepEqual(await scoresOf(0), ['6410', '367']);
    await button('Next round').click();
    await tab.getByText('No result yet: Court 2.').waitFor();
    await inSheet('Open round 2').click();
    await tab.getByRole('heading', { name: 'Round 2', exact: true }).waitFor();
    assert.equal((await client.plans.get('mexicano')).rounds[1]?.courts.length, 2);
    // The next draw would need the earlier round, too.
    for (const place of [0, 1]) {
      await courtOf(place).locator('button.side').first().click();
      for (const set of ['6–3', '6–4']) await inSheet(set).click();
      await inSheet('Save').click();
      await courtOf(place).getByText('✓ Saved').waitFor();
    }
    await button('Next round').click();
    await tab.getByText('No result from earlier rounds: Court 2 in round 1.').waitFor();
  });
});
