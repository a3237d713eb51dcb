/** The page of a link in a real browser. Each test has its own night, and its own phones. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { until } from '@bandeja/service/test/support/until';
import type { Locator, Page } from 'playwright-core';
import { INSECURE_HOST, type OpenConsole, useConsole } from './browser.ts';
import { showEnlarged } from './linked-nights.ts';
import { fontSizeOf, plan, play, tapScore } from './nights.ts';
import { SIZES } from './opening.ts';

const TV = { width: 1920, height: 1080 };

describe('the page of a night', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let client: OpenConsole['client'];
  let nights = 0;

  before(() => {
    ({ client } = opened());
  });

  /** A night whose first round is open. */
  async function startNight(settings: Partial<Api.PlanSubmission> = {}): Promise<string> {
    nights += 1;
    const ref = `linked-${nights}`;
    await plan(client, ref, settings);
    await client.plans.openRound(ref, 1);
    return ref;
  }

  const linkTo = (ref: string, link: Api.NightLinkSubmission = { role: 'score' }) => client.links.create(ref, link);

  /** Another phone. */
  async function openPhone(url: string, ready = '.court', size: typeof TV = SIZES[0], hasClock = false): Promise<Page> {
    const phone = await opened().device({ isOwn: hasClock, size });
    if (hasClock) await phone.clock.install();
    await phone.goto(url);
    await phone.locator(ready).first().waitFor();
    return phone;
  }

  const court = (phone: Page, place: number) => phone.locator('.court').nth(place);
  const button = (within: Page | Locator, name: string | RegExp) =>
    within.getByRole('button', { name, exact: typeof name === 'string' });

  const saved = (phone: Page, place: number) => court(phone, place).getByText('✓ Saved').waitFor();
  const scoreOf = (phone: Page, place: number) => court(phone, place).locator('.numbers-of').allTextContents();
  const waits = (phone: Page, place: number) => court(phone, place).getByText('Saved here, not sent').waitFor();

  async function resultOf(ref: string, place: number): Promise<string | undefined> {
    const { round } = await client.plans.live(ref);
    return round?.courts[place]?.result?.set_scores.map((set) => `${set.team_a_games}–${set.team_b_games}`).join(' ');
  }

  async function goOffline(phone: Page): Promise<void> {
    await phone.context().setOffline(true);
    await phone.getByText('No connection.').waitFor();
  }

  it('takes scores in two taps with a link, ranks them, and takes a correction back with “Undo”', async () => {
    const ref = await startNight();
    const { url } = await linkTo(ref);
    const phone = await openPhone(url);
    assert.match(phone.url(), /\/console\/night#bdn_live_/);
    await tapScore(phone, 0, 15);
    await phone.getByText('15–9. Tap the score to correct it.').waitFor();
    await tapScore(phone, 1, 10);
    await saved(phone, 1);
    assert.deepEqual(
      [await scoreOf(phone, 0), await scoreOf(phone, 1)],
      [
        ['15', '9'],
        ['10', '14'],
      ],
    );
    await phone.getByText('2 of 2 scores in').waitFor();
    assert.equal(await phone.locator('.ranking tr.first .decides').first().textContent(), '15');
    assert.equal(await resultOf(ref, 0), '15–9');
    await tapScore(phone, 0, 14);
    await button(phone, 'Undo').click();
    await until(async () => (await scoreOf(phone, 0)).join() === '15,9', 'the first score on the phone');
    await until(async () => (await resultOf(ref, 0)) === '15–9', 'the first score in the plan');
  });

  it('keeps a score whose court was drawn again, over a reload, until the person drops it', async () => {
    const ref = await startNight();
    const phone = await openPhone((await linkTo(ref)).url);
    await goOffline(phone);
    await tapScore(phone, 0, 20);
    await waits(phone, 0);
    const { revision, rounds } = await client.plans.get(ref);
    const [one, two] = rounds[0]?.courts ?? assert.fail('the round has no courts');
    const [swapped, other] = [one?.team_a[0] ?? 0, two?.team_a[0] ?? 0];
    const swap = (pair: readonly number[] = []) =>
      pair.map((number) => (number === swapped ? other : number === other ? swapped : number));
    await client.plans.putRound(ref, 1, {
      revision,
      courts: [one, two].map((each) => ({
        court: each?.court ?? 0,
        team_a: swap(each?.team_a),
        team_b: swap(each?.team_b),
      })),
    });
    await phone.context().setOffline(false);
    const refused = phone.locator('.conflict');
    await refused.getByText('Court 1, round 1: other players now').waitFor();
    await phone.reload();
    await refused.getByText('You entered 20–4').waitFor();
    await button(refused, 'Drop it').click();
    await refused.waitFor({ state: 'detached' });
    assert.equal(await resultOf(ref, 0), undefined);
  });

  it('has no pads for a link that may only view, those of one court for its link, and the next round as soon as it opens', async () => {
    const ref = await startNight();
    await play(client, ref, 1, [13, null]);
    const viewer = await openPhone((await linkTo(ref, { role: 'view' })).url, '.court', SIZES[0], true);
    assert.deepEqual(await scoreOf(viewer, 0), ['13', '11']);
    assert.equal(await viewer.locator('button.side').count(), 0);
    const phone = await openPhone((await linkTo(ref, { role: 'score', court: 2 })).url);
    assert.equal(await court(phone, 0).getByRole('heading').textContent(), 'Court 2');
    assert.equal(await phone.locator('button.side').count(), 2);
    await tapScore(phone, 0, 11);
    await saved(phone, 0);
    assert.equal(await resultOf(ref, 1), '11–13');
    await client.plans.openRound(ref, 2);
    await viewer.clock.fastForward(5_000);
    await viewer.getByRole('heading', { name: 'Round 2', exact: true }).waitFor();
  });

  it('shows scores that were never sent when the link has ended', async () => {
    const ref = await startNight();
    const link = await linkTo(ref);
    const phone = await openPhone(link.url);
    await goOffline(phone);
    await tapScore(phone, 0, 12);
    await waits(phone, 0);
    await client.links.withdraw(link.id);
    await phone.context().setOffline(false);
    await phone.getByText('This night’s link has ended').waitFor();
    await phone.getByText('Kept on this phone, never sent').waitFor();
    assert.equal(await phone.locator('.unsent strong').textContent(), '12–12');
    assert.equal(await phone.locator('.court').count(), 0);
    await phone.reload();
    await phone.locator('.unsent').waitFor();
  });

  it('keeps the last ranking on phones and screens when their link ends', async () => {
    const ref = await startNight();
    await play(client, ref, 1, [13, 20]);
    const { id, url } = await linkTo(ref);
    const phone = await openPhone(url, '.court', SIZES[0], true);
    await button(phone, 'Find my name').click();
    await phone.locator('.who-list button').first().click();
    const screen = await openPhone(url.replace('/n#', '/console/night?tv#'), '.tv-ranking li', TV, true);
    // It keeps the night, and is opened again after the end of the link.
    const closed = await openPhone(url, '.court');
    await closed.goto('about:blank');
    await client.links.withdraw(id);
    await closed.goto(url);
    await closed.getByText('This night’s link has ended').waitFor();
    assert.equal(await closed.locator('.first').count(), 0);
    for (const page of [phone, screen]) {
      await page.clock.fastForward(5_000);
      await page.getByText('This night’s link has ended').waitFor();
    }
    assert.equal(await phone.locator('.first').count(), 2);
    assert.equal(await screen.locator('.tv-ranking .first').count(), 2);
    await phone.reload();
    await phone.getByText('This night’s link has ended').waitFor();
    assert.equal(await phone.locator('.first').count(), 0);
    assert.deepEqual(await phone.evaluate('Object.keys(localStorage).filter((key) => key.includes("link:"))'), []);
  });

  it('asks who won if a pair retires', async () => {
    const ref = await startNight();
    const phone = await openPhone((await linkTo(ref)).url);
    await phone.locator('button.side').first().click();
    await button(phone, 'Other result…').click();
    const points = phone.getByRole('spinbutton');
    await points.nth(0).fill('10');
    await points.nth(1).fill('9');
    assert.equal(await phone.getByLabel('Winner').inputValue(), '');
    await button(phone, 'Save').click();
    assert.ok(await phone.getByRole('dialog').isVisible());
    await phone.getByLabel('Winner').selectOption('B');
    await button(phone, 'Save').click();
    await saved(phone, 0);
    assert.equal(await resultOf(ref, 0), '10–9');
  });

  it('celebrates a closed night on phones and screens, and shares the poster as PNG', async () => {
    const ref = await startNight({ name: 'Friday americano' });
    await play(client, ref, 1, [13, 20]);
    const { url } = await linkTo(ref);
    const phone = await openPhone(url, '.court', SIZES[0], true);
    const screen = await openPhone(url.replace('/n#', '/console/night?tv#'), '.tv-ranking li', TV, true);
    await client.plans.close(ref);
    for (const page of [phone, screen]) {
      await page.clock.fastForward(5_000);
      // Two players won with as many points.
      await page.locator('.podium .place-1 .who > strong').nth(1).waitFor();
      await page.getByText('Friday americano').first().waitFor();
      // One match may be both.
      await page
        .getByRole('heading', { name: /^(Closest match|Biggest upset)$/ })
        .first()
        .waitFor();
      assert.equal(await page.locator('button.side').count(), 0);
    }
    assert.equal(await screen.evaluate('document.documentElement.scrollHeight'), TV.height);
    assert.equal(await phone.locator('.ranking tbody tr').count(), 8);
    const share = button(phone, 'Save as PNG');
    const box = await share.boundingBox();
    assert.ok(box !== null && box.y + box.height <= SIZES[0].height);
    const [download] = await Promise.all([phone.waitForEvent('download'), share.click()]);
    const picture = await readFile(await download.path());
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
  });

  it('shows the night on a screen without controls, with large names and the code of its address', async () => {
    const ref = await startNight();
    await play(client, ref, 1, [13, null]);
    const { token } = await linkTo(ref, { role: 'view' });
    const { url } = opened().credentials;
    const screen = await openPhone(`${url}/console/night?tv#${token}`, '.tv .qr', TV);
    assert.equal(await screen.locator('button, a, select, input').count(), 0);
    const names = screen.locator('.tv .name > span > span');
    assert.equal(await names.count(), 8 + 8 + 8);
    for (const name of await names.all()) {
      assert.ok((await fontSizeOf(name)) >= TV.height / 30);
    }
    const code = await screen.getByRole('img', { name: 'QR code of this night' }).boundingBox();
    assert.ok(code !== null && code.x > TV.width / 2 && code.y > TV.height / 2 && code.y + code.height <= TV.height);
    const height = await screen.evaluate('document.documentElement.scrollHeight');
    assert.equal(height, TV.height);
  });

  it('shows each of 64 players the court within twelve seconds, whole and in large names', async () => {
    const ref = await startNight();
    await play(client, ref, 1, [13, null]);
    const { token } = await linkTo(ref, { role: 'view' });
    const screen = await opened().device({ isOwn: true, size: TV });
    await screen.clock.install();
    await showEnlarged(screen);
    await screen.goto(`${opened().credentials.url}/console/night?tv#${token}`);
    const heading = screen.locator('.tv section h2');
    /** Every name with its box: a name that is not drawn, or under another part, would have no place on the screen. */
    async function assertWhole(part: string, bottom: number): Promise<void> {
      const boxes = await screen.locator(`${part} .name > span > span`).evaluateAll((names) =>
        names.map((name) => {
          const { left, right, top, bottom } = (
            name as unknown as { getBoundingClientRect(): Record<'left' | 'right' | 'top' | 'bottom', number> }
          ).getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      assert.equal(boxes.length, 64);
      for (const box of boxes) {
        assert.ok(box.left >= 0 && box.right <= TV.width && box.top >= 0 && box.bottom <= bottom);
        const isCovered = boxes.some(
          (other) =>
            other !== box &&
            other.left < box.right - 1 &&
            box.left < other.right - 1 &&
            other.top < box.bottom - 8 &&
            box.top < other.bottom - 8,
        );
        assert.ok(!isCovered);
      }
    }
    for (const title of ['On court', 'Ranking', 'On court', 'Next: round 2']) {
      await heading.getByText(title).waitFor();
      await assertWhole(title === 'Ranking' ? '.tv-ranking' : '.tv-left', TV.height);
      if (title === 'On court')
        assert.ok((await fontSizeOf(screen.locator('.tv-side .name > span').first())) >= TV.height / 36);
      await screen.clock.runFor(6_000);
    }
  });

  it('counts a round by time down on phone and screen by the clock of the service, and rings at its end', async () => {
    const ref = await startNight({ points_per_match: null, minutes_per_round: 15 });
    const { url } = await linkTo(ref);
    const phone = await openPhone(url);
    await phone
      .getByRole('timer')
      .getByText(/^1[45]:\d\d$/)
      .waitFor();
    const screen = await opened().device({ isOwn: true, size: TV });
    await screen.addInitScript(`
      globalThis.strokes = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (at) { if (this.frequency.value === 660) strokes += 1; start.call(this, at); };
    `);
    await screen.clock.install();
    await screen.goto(url.replace('/n#', '/console/night?tv#'));
    const clock = screen.locator('.tv-left-time');
    await clock.getByText(/^1[45]:\d\d$/).waitFor();
    // Whether the browser plays sounds by now depends on how the test has touched the page.
    await screen.keyboard.press('Enter');
    await button(screen, 'Turn on the bell').waitFor({ state: 'detached' });
    const before = Number(await screen.evaluate('strokes'));
    // Without a network, it goes on counting. Nothing corrects the clock of the browser, which jumps.
    await screen.route('**/v1/night**', (route) => route.abort());
    await screen.clock.fastForward('14:10');
    await screen.getByText('Last minute').waitFor();
    assert.ok((await fontSizeOf(screen.locator('.tv-loud p'))) >= TV.height / 5);
    await screen.clock.runFor(55_000);
    await screen.getByText('Time!').waitFor();
    assert.equal(await screen.evaluate('strokes'), before + 3);
    await screen.unrouteAll();
    await screen.clock.runFor(10_000);
    await clock.getByText(/^1[345]:\d\d$/).waitFor();
  });

  it('shows a player the own court, teammate and rank first, once the name is chosen on the phone', async () => {
    const ref = await startNight();
    await play(client, ref, 1, [13, 20]);
    await client.plans.openRound(ref, 2);
    const phone = await openPhone((await linkTo(ref)).url);
    await phone.getByText(/^Club · /).waitFor();
    await button(phone, 'Find my name').click();
    await button(phone.getByRole('dialog'), 'Owen Pryce').click();
    const me = phone.locator('.my-night');
    for (const isReloaded of [false, true]) {
      if (isReloaded) await phone.reload();
      await me.getByRole('heading', { name: 'Owen Pryce' }).waitFor();
      assert.equal(await phone.locator('.own-court .names').getByText('Owen Pryce').count(), 1);
      const row = phone.locator('.ranking tr[aria-current]');
      assert.match((await row.textContent()) ?? '', /Owen PryceYou/);
      // As if the row were far below the end of the screen.
      await row.evaluate((own) =>
        (own as unknown as { parentElement: { append(node: unknown): void } }).parentElement.append(own),
      );
      await phone.setViewportSize({ width: 390, height: 400 });
      await phone.evaluate("document.querySelector('.ranking').scrollIntoView()");
      const { y = 0, height = 0 } = (await row.locator('.person-name').boundingBox()) ?? {};
      assert.ok(y + height < 401, `the row ends at ${y + height}`);
      assert.match(
        (await me.textContent()) ?? '',
        /Rank \d of 8.*points · 1 match.*Next: Court \d, with .* against .* & /,
      );
    }
    await client.plans.close(ref);
    await phone.reload();
    await phone.getByRole('heading', { name: 'The night is over' }).waitFor();
    await me.getByText(/^\d+ points/).waitFor();
    assert.equal(await me.getByText('Next:').count(), 0);
  });

  it('ranks fixed pairs with their sets and games on phones, screens and the page of the session', async () => {
    const ref = await startNight({
      format: 'teams',
      fixed_pairs: [1, 3, 5, 7].map((number) => [number, number + 1]),
      rounds: 3,
      scoring: 'games',
      points_per_match: null,
      sets: 3,
    });
    const [first, second] = (await client.plans.live(ref)).round?.courts ?? [];
    for (const one of [first, second]) {
      const { court, team_a: A, team_b: B } = one ?? assert.fail();
      const set_scores = ['6-4', '3-6', '10-7'].map((set, index) => {
        const [team_a_games = 0, team_b_games = 0] = set.split('-').map(Number);
        return { set_number: index + 1, team_a_games, team_b_games };
      });
      await client.plans.putResult(ref, 1, court, { seen: null, players: { A, B }, set_scores });
    }
    const { url } = await linkTo(ref);
    const phone = await openPhone(url, '.ranking');
    assert.deepEqual(await phone.locator('.ranking th').allTextContents(), ['Rank', 'Pair', 'Won', 'Sets', 'Games']);
    const rows = phone.locator('.ranking tbody tr');
    assert.deepEqual(await rows.nth(0).locator('.number').allTextContents(), ['1/1', '2–1', '10–10']);
    assert.deepEqual(await rows.nth(3).locator('.number').allTextContents(), ['0/1', '1–2', '10–10']);
    const screen = await openPhone(url.replace('/n#', '/console/night?tv#'), '.tv-ranking li', TV);
    assert.equal(await screen.locator('.tv-ranking.stacked li').count(), 4);
    const cut =
      "[...document.querySelectorAll('.tv .name > span')].filter((name) => name.scrollWidth > name.clientWidth + 1)";
    assert.deepEqual(await screen.evaluate(`${cut}.map((name) => name.textContent)`), []);
    await opened().open(`/sessions/${ref}`, 'manager', '.ranking tbody tr');
    const ranking = opened().tab.locator('.ranking tbody tr');
    assert.equal(await ranking.count(), 4);
    assert.equal(await ranking.first().locator('.person').count(), 2);
  });

  it('opens a night by its short code, typed in the address of a screen or on the page', async () => {
    const ref = await startNight();
    const { short_code } = await linkTo(ref, { role: 'view', short_code: true });
    const { url, code } = short_code ?? assert.fail('the link has no short code');
    const screen = await openPhone(url, '.tv .qr', TV);
    assert.match(screen.url(), /\/console\/night\?tv#/);
    const phone = await openPhone(`${opened().credentials.url}/console/night`, '.code-entry');
    const field = phone.getByLabel('Code of the night');
    await field.fill('222222');
    await field.press('Enter');
    await phone.getByText('No night has the code 222222.').waitFor();
    const busy = { code: 'overloaded', detail: 'Busy.', status: 503 };
    await phone.route('**/short-code', (route) => route.fulfill({ status: 503, json: busy }));
    await field.press('Enter');
    await phone.getByText('The service is busy.').waitFor();
    await phone.unrouteAll();
    await field.fill(code.toLowerCase());
    await field.press('Enter');
    await phone.locator('.court').first().waitFor();
  });

  it('says without HTTPS what does not work, and still keeps and sends scores', async () => {
    const ref = await startNight();
    const { token } = await linkTo(ref);
    const { url } = opened().credentials;
    const phone = await openPhone(`${url.replace('127.0.0.1', INSECURE_HOST)}/n#${token}`);
    assert.equal(await phone.evaluate('isSecureContext'), false);
    await phone.getByText('This address has no HTTPS').waitFor();
    await goOffline(phone);
    await tapScore(phone, 0, 15);
    await waits(phone, 0);
    await phone.getByText('Do not reload').waitFor();
    await phone.context().setOffline(false);
    await saved(phone, 0);
    assert.equal(await resultOf(ref, 0), '15–9');
  });
});
