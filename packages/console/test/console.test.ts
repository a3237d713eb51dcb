/** The console in a real browser, on the real service with the demo. One browser and one service for all tests. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { type OpenConsole, useConsole } from './browser.ts';
import { plan } from './nights.ts';
import { type ConsolePage, openPage, SIZES } from './opening.ts';
import { listPages, SESSION } from './pages.ts';

describe('the console', { skip: browserAbsence }, () => {
  const opened = useConsole({ isDemo: true });
  let credentials: OpenConsole['credentials'];
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let open: OpenConsole['open'];
  let button: OpenConsole['button'];

  before(() => {
    ({ credentials, tab, client, open, button } = opened());
  });

  // Each page in both sizes and both themes, and what all pages share in each of the four combinations.
  it('has no accessibility fault on any page, on a phone and a wide screen, light and dark', async () => {
    const faults: string[] = [];
    let last: ConsolePage | undefined;
    const byPerson = Object.groupBy(await listPages(credentials), ({ as }) => `${as}`);
    for (const [index, page] of Object.values(byPerson).flat().entries()) {
      await tab.setViewportSize(SIZES[0]);
      await openPage(tab, credentials, page, last);
      last = page;
      if (page.press === undefined && page.act === undefined)
        assert.equal(await tab.locator('dialog').count(), 0, `a sheet is over ${page.name}`);
      faults.push(...(await opened().faults(page.name, index)));
    }
    assert.deepEqual(faults, []);
  });

  it('registers a namesake only if asked twice, and erases it only after its name was typed', async () => {
    await client.players.register({ username: 'ana.prueba', display_name: 'Anna P.', profile_is_public: false });
    await open('/players');
    await button('Register a player').click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Ana Prueba');
    await dialog.getByRole('button', { name: 'Register a player' }).click();
    await dialog.getByText('Anna P. is registered already.').waitFor();
    await dialog.getByRole('button', { name: 'Register a player' }).click();
    await tab.getByRole('heading', { name: 'Ana Prueba' }).waitFor();
    assert.equal((await client.players.get('ana.prueba.2')).profile_is_public, false);
    await tab.getByRole('link', { name: 'Manage' }).click();
    await button('Erase this player').click();
    const erase = dialog.getByRole('button', { name: 'Erase this player' });
    await erase.click();
    assert.ok(await dialog.isVisible());
    await dialog.getByRole('textbox').fill('Ana Prueba');
    await erase.click();
    await tab.waitForURL('**/console/players');
    await assert.rejects(client.players.get('ana.prueba.2').then(), { code: 'player_not_found' });
    await tab.goBack();
    await tab.waitForLoadState('networkidle');
    assert.equal(await tab.getByText('Ana Prueba').count(), 0);
  });

  it('verifies the audit trail by its own hashes, before and after a match is amended, and finds a changed entry', async () => {
    const [match] = (await client.matches.list({ limit: 1, session_external_ref: SESSION })).data;
    const { id } = match ?? assert.fail('the demo has no match');
    await open(`/matches/${id}`);
    const verify = button('Verify in this browser');
    await verify.click();
    await tab.getByText(/^Intact: all \d+ entries/).waitFor();
    await button('Amend').click();
    await tab.getByLabel(/^Sets/).fill('1-6');
    await tab.getByRole('dialog').getByRole('button', { name: 'Amend' }).click();
    await tab
      .locator('.trail')
      .getByText(/^Ana changed the (score|first set) from \d+–\d+ to 1–6\.$/)
      .waitFor();
    assert.doesNotMatch(await tab.locator('.trail').innerText(), /[0-9a-f]{8}-|\//);
    await verify.click();
    await tab.getByText(/^Intact/).waitFor();
    assert.equal((await client.matches.get(id)).revision, 2);
    await tab.route('**/v1/audit?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"action":"submitted"', '"action":"confirmed"');
      await route.fulfill({ response, body });
    });
    await verify.click();
    await tab.getByText('Entry 1 does not match its hash').waitFor();
  });

  it('stores a match that is entered by hand, and lists the matches of a player chosen by name', async () => {
    await open('/matches', 'manager', '.matches .row');
    await button('Enter a match').click();
    const sheet = tab.getByRole('dialog');
    // By keyboard alone.
    for (const [index, name] of ['Inês Carvalho', 'Tiago', 'Lucía', 'Marcos'].entries()) {
      assert.ok(await sheet.getByRole('button', { name: 'Save' }).isDisabled());
      await tab.keyboard.type(name);
      await sheet.getByRole('button', { name: `Add “${name}”` }).waitFor();
      await tab.keyboard.press('Enter');
      await sheet.locator('.chosen li').nth(index).waitFor();
    }
    await tab.keyboard.type('6-4 4-6');
    await tab.keyboard.press('Enter');
    await sheet.getByText('Each pair won a set: add the third set.').waitFor();
    await sheet.getByLabel('Sets, such as').fill('46 56');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Set 2: a set does not end 5–6.').waitFor();
    await sheet.getByRole('button', { name: 'Yes' }).click();
    await sheet.waitFor({ state: 'detached' });
    await tab.getByRole('searchbox').fill('carvalho');
    await tab.getByRole('button', { name: /^Inês Carvalho/ }).click();
    await tab.getByRole('button', { name: 'Inês Carvalho · Show all players' }).waitFor();
    await tab.locator('.matches .row').first().waitFor();
    // Its time is a whole minute: matches of the nights may be later.
    const { data } = await client.matches.list({ limit: 20 });
    const match = data.find(({ external_ref }) => external_ref?.startsWith('by-hand-'));
    assert.deepEqual(
      [match?.winning_team, match?.participants[0]?.username, match?.status],
      ['B', 'ines.carvalho', 'completed'],
    );
    await tab.locator(`.matches a[href$="${match?.id}"]`).waitFor();
  });

  it('shows a viewer what the role does not allow, and which role would do', async () => {
    await plan(client, 'viewed');
    await client.plans.openRound('viewed', 1);
    await opened().openAs('viewer', '/players', 'tbody');
    const register = button('Register a player');
    await tab.getByText('Needs an organizer').first().waitFor();
    assert.ok(await register.isDisabled());
    const reasonId = (await register.getAttribute('aria-describedby')) ?? '';
    assert.equal(await tab.locator(`[id="${reasonId}"]`).textContent(), 'Needs an organizer');
    for (const [path, reason, disabled] of [
      ['/players/ines.carvalho?tab=analysis', 'Needs a coach', null],
      ['/players/ines.carvalho?tab=manage', 'Needs an organizer', tab.getByLabel('Country')],
      ['/players/ines.carvalho?tab=manage', 'Needs an organizer', button('Choose the player…')],
      ['/import', 'Needs an organizer', tab.locator('input[type=file]')],
      ['/tonight', 'Needs an organizer', button('New night').first()],
      ['/tonight/unknown', 'You may not plan one. Needs an organizer.', null],
      ['/people', 'Needs a manager', null],
    ] as const) {
      await opened().go(path, `text=${reason}`);
      assert.ok(disabled === null || (await disabled.isDisabled()), path);
    }
    assert.equal(await tab.getByRole('link', { name: 'People' }).count(), 0);
    await opened().go('/tonight/viewed', '.court');
    assert.equal(await tab.locator('button.side').count(), 0);
  });

  it('issues a key that is shown once, and closes only after it was copied, or confirmed if copying fails', async () => {
    await open('/operator/partners', 'operator');
    await tab.getByRole('link', { name: 'Demo club' }).click();
    await button('Issue a key').click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel(/^Name/).fill('Booking system');
    await dialog.getByRole('button', { name: 'Issue a key' }).click();
    const key = await dialog.getByLabel('The new key').inputValue();
    assert.equal((await new Bandeja({ baseUrl: credentials.url, key }).service.key()).mode, 'live');
    const done = dialog.getByRole('button', { name: 'Done' });
    for (const _ of [1, 2]) await tab.keyboard.press('Escape');
    assert.ok(await done.isDisabled());
    await tab.evaluate('navigator.clipboard.writeText = async () => { throw new Error(); }');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByLabel('I have stored it').check();
    await done.click();
    await tab.getByText('Booking system').waitFor();
    assert.ok(!(await tab.content()).includes(key));
  });

  it('keeps what was read if the connection is lost, and says so', async () => {
    await open('/players');
    await tab.locator('tbody tr').nth(7).waitFor();
    await tab.context().setOffline(true);
    await tab.getByText('No connection to the network.').waitFor();
    assert.ok((await tab.locator('tbody tr').count()) >= 8);
    await tab.context().setOffline(false);
    await tab.getByText('No connection to the network.').waitFor({ state: 'hidden' });
  });

  it('speaks the language of the browser, or another that is chosen', async () => {
    await open('/players');
    await button('Ana').click();
    await tab.getByLabel('Language').selectOption('es');
    await tab.getByRole('heading', { name: 'Jugadores' }).waitFor();
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'es');
    await tab.evaluate('localStorage.clear()');
  });
});
