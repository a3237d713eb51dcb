/** Several organizers at one night, in a real browser: what one of them does is not lost by another. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { matchOf, openRoundOf, PLAYERS, plan, play, tapScore } from './nights.ts';
import { openPage } from './opening.ts';

describe('several organizers of a night', { skip: browserAbsence }, () => {
  const opened = useConsole({ hasClock: true });
  let tab: Page;
  let client: OpenConsole['client'];

  before(() => {
    ({ tab, client } = opened());
  });

  const button = (name: string) => opened().button(name);
  const inSheet = (name: string) => tab.getByRole('dialog').getByRole('button', { name, exact: true });
  const open = (ref: string, ready: string) => opened().open(`/tonight/${ref}`, 'manager', ready);
  const revisionOf = async (ref: string) => (await client.plans.get(ref)).revision;

  const scoreOf = async (place: number, points: number): Promise<void> => {
    await tapScore(tab, place, points);
    await tab.locator('.court').nth(place).getByText('✓ Saved').waitFor();
  };

  /** The page reads the plan again, as it does if someone comes back to it. */
  async function comeBack(ref: string): Promise<void> {
    const read = tab.waitForResponse((response) => response.url().endsWith(`/${ref}/plan`));
    // The page trusts what it read for ten seconds.
    await tab.clock.fastForward(11_000);
    await tab.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await read;
  }

  it('shows a setup that someone else saved, before it is replaced', async () => {
    const ref = 'two-setups';
    await plan(client, ref);
    await open(ref, '.certificate');
    await tab.getByLabel('Rounds', { exact: true }).fill('9');
    await plan(client, ref, { revision: await revisionOf(ref), name: 'Friday' });
    await comeBack(ref);
    await tab.getByText('Someone else changed the plan first').waitFor();
    assert.ok(await button('Start round 1').isDisabled());
    await button('Leave it').click();
    await tab.getByRole('heading', { name: 'Friday' }).waitFor();
    assert.equal(await tab.getByLabel('Rounds', { exact: true }).inputValue(), '7');

    await tab.getByLabel('Rounds', { exact: true }).fill('9');
    await plan(client, ref, { revision: await revisionOf(ref), name: 'Saturday' });
    await button('Save for later').click();
    await button('Do the same again').click();
    await button('Saved').waitFor();
    const { name, rounds } = await client.plans.get(ref);
    assert.deepEqual([name, rounds.length], ['Friday', 9]);
  });

  it('closes the round that was opened too early, and takes no score away', async () => {
    const ref = 'undo-opening';
    await plan(client, ref);
    await client.plans.openRound(ref, 1);
    await open(ref, '.court');
    for (const place of [0, 1]) await scoreOf(place, 14);
    await button('Next round').click();
    await tab.getByText('Round 2 opened').waitFor();
    await button('Undo').click();
    await tab.getByText('Round 2 closed again').waitFor();
    const [first] = (await client.plans.get(ref)).rounds;
    assert.deepEqual([first?.state, first?.courts.map(({ result }) => result !== null)], ['open', [true, true]]);
  });

  it('names the score that was removed, removes it when the network is back, and restores it', async () => {
    await open('undo-opening', '.court');
    await scoreOf(0, 16);
    await button('Undo').click();
    await tab.getByText('Saved: Court 1, round 1: 14–10').waitFor();
    const court = tab.locator('.court').first();
    await court.locator('button.side').first().click();
    await tab.route('**/v1/**', (route) => route.abort());
    await inSheet('Remove this result').click();
    await tab.getByText('Removed: Court 1, round 1: 14–10').waitFor();
    await court.locator('.chip.pending').waitFor();
    assert.deepEqual(await court.locator('.numbers-of').allTextContents(), ['–', '–']);
    await tab.unroute('**/v1/**');
    await tab.evaluate("dispatchEvent(new Event('online'))");
    await court.getByText('Playing').waitFor();
    assert.equal((await client.plans.live('undo-opening')).open_courts, 1);
    await button('Restore').click();
    await tab.getByText('Saved: Court 1, round 1: 14–10').waitFor();
    await court.getByText('✓ Saved').waitFor();
    assert.equal((await client.plans.live('undo-opening')).open_courts, 0);
  });

  it('ends a night early with all that is missing, and opens it again', async () => {
    const ref = 'early-end';
    await plan(client, ref);
    await play(client, ref, 1, [15, null]);
    await play(client, ref, 2, [null, 11]);
    await open(ref, '.court');
    await button('End the night').click();
    await tab.getByText('No result yet: Court 2 in round 1, Court 1.').waitFor();
    await tab.getByText('Not played: rounds 3–7.').waitFor();
    await inSheet('End the night').click();
    await tab.getByText('Final ranking').waitFor();
    await button('Open the night again').click();
    await inSheet('Open the night again').click();
    await tab.getByRole('heading', { name: 'Round 2', exact: true }).waitFor();
    assert.equal((await client.plans.get(ref)).state, 'open');
  });

  it('takes any score of points by time, with the time that is left', async () => {
    const ref = 'by-time';
    await plan(client, ref, { points_per_match: null, minutes_per_round: 12 });
    await client.plans.openRound(ref, 1);
    await open(ref, '.court');
    await tab
      .getByRole('timer')
      .getByText(/^1[12]:\d\d$/)
      .waitFor();
    await tab.locator('.court').first().locator('button.side').first().click();
    for (const points of ['17', '14']) await inSheet(points).click();
    await tab.getByText('Saved: Court 1, round 1: 17–14').waitFor();
  });

  it('says by which rule it ranks, and ranks by another one', async () => {
    const ref = 'another-rule';
    await plan(client, ref);
    await play(client, ref, 1, [15, null]);
    await open(ref, '.court');
    await tab.getByText('By points a match: not all have played equally often').waitFor();
    await button('Change').click();
    await tab.getByLabel('Ranking by').selectOption('wins');
    await inSheet('Save').click();
    await tab.getByText('By matches won').waitFor();
    assert.equal((await client.plans.live(ref)).rank_by, 'wins');
    await button('Rename').click();
    await tab.getByRole('textbox', { name: 'Name of the night' }).fill('Friday americano');
    await inSheet('Save').click();
    await tab.getByRole('heading', { name: 'Friday americano' }).waitFor();
  });

  it('swaps only the players that were tapped if the round is changed by someone else', async () => {
    const ref = 'two-swaps';
    const { players } = await plan(client, ref);
    await client.plans.openRound(ref, 1);
    await open(ref, '.court');
    const { courts } = await openRoundOf(client, ref);
    const [one, two] = [courts[0] ?? assert.fail(), courts[1] ?? assert.fail()];
    const [[a = 0, b = 0], [c = 0, d = 0]] = [one.team_a, two.team_a];
    const nameOf = (number: number) => players.find((player) => player.number === number)?.display_name ?? '';
    const swap = async (...numbers: number[]) => {
      await button('Swap players').click();
      for (const number of numbers) await inSheet(nameOf(number)).click();
    };
    await swap(b, d);
    await inSheet('Cancel').click();
    await swap(a, c);
    await client.plans.putRound(ref, 1, {
      revision: await revisionOf(ref),
      courts: [
        { court: 1, team_a: [a, b], team_b: two.team_b },
        { court: 2, team_a: [c, d], team_b: one.team_b },
      ],
    });
    await inSheet('Save the round').click();
    const saved = tab.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await button('Do the same again').click();
    await saved;
    assert.deepEqual(
      (await openRoundOf(client, ref)).courts.map(({ team_a, team_b }) => [team_a, team_b]),
      [
        [[c, b], two.team_b],
        [[a, d], one.team_b],
      ],
    );
  });

  it('sets a night up as last time, with a late player and the end of the courts', async () => {
    await opened().open('/tonight/next-week', 'manager', '.player-search');
    await opened()
      .button(/^As last time: /)
      .click();
    await tab.getByRole('heading', { name: '8 players' }).waitFor();
    await button('Someone comes late').click();
    await tab.getByRole('dialog').getByLabel('Plays from').selectOption('3');
    await inSheet('Save').click();
    await tab.getByText('Inês Carvalho from round 3').waitFor();
    await tab.getByLabel('Courts until').fill('23:59');
    await tab.getByText(/^Time for \d+ rounds? from now/).waitFor();
    await button('Save for later').click();
    await button('Saved').waitFor();
    const { players, ends_at: end } = await client.plans.get('next-week');
    assert.deepEqual([players[0]?.from_round, end?.slice(11, 16)], [3, '23:59']);
  });

  it('calls a night without a name by its day at the club, in the list and on its page', async () => {
    const settings = await opened().device({ zone: 'America/Mexico_City' });
    await openPage(settings, opened().credentials, { name: 'club', path: '/club', as: 'manager', ready: 'select' });
    await settings.getByText('Save to choose the zone of this browser, America/Mexico City').waitFor();
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await settings.getByText('Saved.').waitFor();
    const players = PLAYERS.slice(0, 4).map(({ username }) => username);
    const session = { external_ref: 'thursday-1', session_external_ref: 'thursday' };
    await client.matches.submit(matchOf(players, { ...session, played_at: '2025-11-07T02:00:00Z' }));
    await opened().open('/tonight?since=2025-11-06&until=2025-11-06', 'manager', '.cards .row');
    // Played nights are listed even if those that are planned cannot be read, which a new night needs.
    const problem = { code: 'invalid_query', detail: 'Broken.', status: 400 };
    await tab.route('**/v1/plans?*', (route) => route.fulfill({ status: 400, json: problem }));
    await tab.reload();
    await tab.getByText('Broken.').waitFor();
    await tab.getByText('Thursday 6 November').waitFor();
    assert.ok(await button('New night').isDisabled());
    await tab.unrouteAll();
    // The browser logs the refusals.
    opened().complaints.splice(0);
    await tab.getByText('Thursday 6 November').click();
    await tab.getByRole('heading', { name: 'Thursday 6 November' }).waitFor();
  });

  it('makes each link once if one of them fails at first, shows them all, and lends a television a short address', async () => {
    const ref = 'failing-links';
    await plan(client, ref);
    await client.plans.openRound(ref, 1);
    await opened().open(`/tonight/${ref}?tab=links`, 'manager', '.empty');
    await button('New link').click();
    await tab.getByRole('dialog').getByLabel('Court').selectOption('each');
    await tab.route('**/links', (route) =>
      route.request().postData()?.includes('"court":2') === true ? route.abort() : route.fallback(),
    );
    await inSheet('Create').click();
    await tab.getByRole('dialog').getByRole('alert').waitFor();
    await tab.unroute('**/links');
    await inSheet('Create').click();
    for (const court of [1, 2]) await tab.getByRole('img', { name: `Court ${court}` }).waitFor();
    assert.equal((await client.links.list(ref)).data.length, 2);
    await inSheet('Done').click();
    await button('Link for a screen').click();
    await inSheet('Create').click();
    const address = await tab.locator('.short-code strong').textContent();
    assert.match(address ?? '', /\/n\/[2-9A-HJ-NP-Z]{6}$/);
  });
});
