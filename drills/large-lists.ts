/** `npm run drill:large-lists`: a session of 60 matches and a player with 2,000 in a real browser, without a task that holds the page. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { type OpenConsole, useConsole } from '@bandeja/console/test/browser';
import { SIZES } from '@bandeja/console/test/opening';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { until } from '@bandeja/service/test/support/until';
import { longestTask } from './long-tasks.ts';

const SESSION = 'sixty-matches';
const PLAYER = 'vera.lima';
const FOUR = [PLAYER, 'wanda.melo', 'xavi.nunes', 'yago.otero'];
const MATCHES = 2_000;
/** Of a phone with a quarter of this processor. */
const TASK_MS_MAX = 300;

function matchAt(hour: number, session: string | null): Api.MatchSubmission {
  const [first, ...others] = FOUR;
  const three = [0, 1, 2].map((place) => others[(hour + place) % 3]);
  return {
    external_ref: `large-${hour}`,
    played_at: new Date(Date.UTC(2024, 0, 1, hour)).toISOString(),
    session_external_ref: session,
    winning_team: hour % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: [first, ...three].map((username, slot) => ({
      username: username ?? '',
      team: slot < 2 ? 'A' : 'B',
    })),
    set_scores: [0, 1].map((set) => ({
      set_number: set + 1,
      team_a_games: hour % 2 === 0 ? 6 : hour % 5,
      team_b_games: hour % 2 === 0 ? hour % 5 : 6,
    })),
  };
}

describe('the largest lists of the console', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let open: OpenConsole['open'];
  let longest: (act: () => Promise<void>) => Promise<number>;

  before(async () => {
    const { client, browser } = opened();
    ({ tab, open } = opened());
    longest = (act) => longestTask(browser, tab, act);
    await tab.setViewportSize(SIZES[0]);
    for (const username of FOUR) await client.players.register({ username, profile_is_public: false });
    const matches = Array.from({ length: MATCHES }, (_, hour) => matchAt(hour, hour >= MATCHES - 60 ? SESSION : null));
    for (let start = 0; start < MATCHES; start += 25)
      await client.matches.submitBatch({ matches: matches.slice(start, start + 25) });
  });

  /**
   * Pages to the end, as someone does who scrolls to the button. By scripts: the checks of a locator lay out the whole page, and would be
   * its longest task.
   */
  async function showAll(count: number): Promise<void> {
    const rows = async () => Number(await tab.evaluate('document.querySelectorAll(".matches .row").length'));
    for (let shown = await rows(); shown < count; shown = await rows()) {
      await tab.evaluate('scrollTo(0, 1e9); document.querySelector("button.more").click()');
      await until(async () => (await rows()) > shown, 'the next page');
    }
    await tab.locator('button.more').waitFor({ state: 'detached' });
    assert.equal(await rows(), count);
  }

  it('show a session of 60 matches to the last, without a long task', async (t) => {
    await open('/tonight', 'manager', '.cards .row');
    const task = await longest(async () => {
      await tab.locator('.cards .row').click();
      await tab.locator('.picture img').waitFor();
      await tab.locator('.matches .row').first().waitFor();
      assert.equal(await tab.locator('.matches .row').count(), 50);
      await showAll(60);
    });
    t.diagnostic(`longest task: ${Math.round(task)} ms`);
    assert.ok(task < TASK_MS_MAX, `${task} ms`);
  });

  it('show each page of a player with 2,000 matches, and every match, without a long task', async (t) => {
    await open('/players?q=vera', 'manager', 'tbody tr');
    const task = await longest(async () => {
      await tab.getByRole('link', { name: PLAYER }).click();
      await tab.locator('.uplot').waitFor();
      await tab.getByRole('link', { name: 'Analysis' }).click();
      await tab.locator('.rates').first().waitFor();
      await tab.getByRole('link', { name: 'Matches', exact: true }).last().click();
      await tab.locator('.matches .row').first().waitFor();
      assert.equal(await tab.locator('.matches .row').count(), 25);
      await tab.locator('button.more').press('Enter');
      await tab.locator('.matches .row').nth(25).waitFor();
      // The keyboard goes on at the button.
      assert.equal(await tab.evaluate('document.activeElement.className'), 'more');
      await showAll(MATCHES);
    });
    const last = tab.locator('.matches .row').last();
    assert.match((await last.locator('.when').textContent()) ?? '', /^1 Jan 2024, 00:00/);
    t.diagnostic(`longest task: ${Math.round(task)} ms`);
    assert.ok(task < TASK_MS_MAX, `${task} ms`);
  });
});
