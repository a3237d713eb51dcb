/** Invitations, sign-ins, roles and the people page, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { useConsole } from './browser.ts';
import { openRoundOf, plan, tapScore } from './nights.ts';
import { signIn } from './opening.ts';

describe('signing in to the console', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let url: string;
  let partnerId: string;
  let nights = 0;

  before(async () => {
    ({ tab } = opened());
    ({ url } = opened().credentials);
    ({ partner_id: partnerId } = await opened().client.service.key());
  });

  const button = (name: string | RegExp, page = tab) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const inSheet = (name: string, page = tab) =>
    page.getByRole('dialog').last().getByRole('button', { name, exact: true });
  const row = (name: string) => tab.locator('tr', { hasText: name });
  const invite = (display_name: string, role: Api.Person['role']) =>
    opened().operator.people.add(partnerId, { display_name, role });
  const namesOf = async () =>
    (await opened().operator.people.list(partnerId, { limit: 100 })).data.map(({ display_name }) => display_name);

  /** The page reads the night again, as it does if someone comes back to it. */
  const comeBack = (page = tab) => page.evaluate("dispatchEvent(new Event('focus'))");

  /** @returns the reference of a night whose first round is open */
  async function startNight(): Promise<string> {
    nights += 1;
    const ref = `sign-in-${nights}`;
    await plan(opened().client, ref);
    await opened().client.plans.openRound(ref, 1);
    return ref;
  }

  it('opens an invitation without spending it, and signs in with one press', async () => {
    const { invitation } = await invite('Olga', 'organizer');
    const page = await opened().device();
    for (const _ of [1, 2]) {
      await page.goto('about:blank');
      await page.goto(invitation.url);
      await page.getByText('Club · Olga · Organizer').waitFor();
    }
    await button('Sign in as Olga', page).click();
    await page.waitForURL('**/console/tonight');
    await button('Olga', page).click();
    await page.getByRole('dialog').getByText('Organizer').waitFor();
    // The link leads to the console from now on, and nothing of it is kept.
    await page.goto(invitation.url);
    await page.waitForURL('**/console/tonight');
    assert.ok(!JSON.stringify(await page.context().storageState({ indexedDB: true })).includes(invitation.token));
    const other = await opened().device();
    await other.goto(invitation.url);
    await other.getByText('This invitation was used, has ended, or was replaced.').waitFor();
    await other.getByRole('heading', { name: 'Open your invitation' }).waitFor();
  });

  it('says who is signed in before somebody else signs in', async () => {
    const { invitation } = await invite('Pau', 'coach');
    await opened().open('/tonight');
    await tab.goto(invitation.url);
    await tab.getByText('Ana (Club) is signed in here now').waitFor();
    await opened().open('/tonight');
    await button('Ana').waitFor();
  });

  it('shows a removed person what to do, and forgets what the device shows offline', async () => {
    const cookie = await signIn(opened().credentials, 'viewer', 'Rui');
    const { data } = await opened().operator.people.list(partnerId, { limit: 100 });
    const page = await opened().device();
    await page.context().addCookies([cookie]);
    await page.goto(`${url}/console/players`);
    await button('Rui', page).waitFor();
    const kept = async () => JSON.stringify(await page.context().storageState({ indexedDB: true }));
    assert.ok((await kept()).includes('Rui'));
    await opened().operator.people.remove(data.find(({ display_name }) => display_name === 'Rui')?.id ?? '');
    await page.reload();
    await page.getByRole('heading', { name: 'Open your invitation' }).waitFor();
    assert.ok(!(await kept()).includes('Rui'));
    await page.goto(`${url}/console/join`);
    await page.getByRole('heading', { name: 'Open your invitation' }).waitFor();
  });

  it('invites, renames, signs out and removes people, but never demotes the last manager', async () => {
    await opened().open('/people', 'manager', 'tbody tr');
    await button('Invite someone').click();
    await tab.getByRole('dialog').getByLabel('Name').fill('Eva');
    await inSheet('Invite someone').click();
    const address = await tab.getByLabel('Address').inputValue();
    await tab.getByRole('img', { name: 'Code of Invitation for Eva' }).waitFor();
    await inSheet('Done').click();
    await row('Eva').getByText('Not signed in yet').waitFor();
    const page = await opened().device();
    await page.goto(address);
    await button('Sign in as Eva', page).click();
    await page.waitForURL('**/console/tonight');
    await tab.reload();
    await row('Eva').getByText('1 device').waitFor();

    await row('Eva').getByRole('button', { name: 'Change' }).click();
    await tab.getByRole('dialog').getByLabel('Name').fill('Eva Sanz');
    await tab.getByRole('dialog').getByLabel('Role').selectOption('coach');
    await inSheet('Save').click();
    await row('Eva Sanz').getByText('Coach').waitFor();

    await row('You').getByRole('button', { name: 'Change' }).click();
    await tab.getByRole('dialog').getByLabel('Role').selectOption('viewer');
    await inSheet('Save').click();
    await tab.getByText('The club needs a manager').waitFor();
    await inSheet('Cancel').click();

    await row('Eva Sanz').getByRole('button', { name: 'A lost phone' }).click();
    await inSheet('Sign it out').click();
    await inSheet('Sign it out').click();
    await tab.getByText('Not signed in anywhere').waitFor();
    await inSheet('Close').click();

    await row('Eva Sanz').getByRole('button', { name: 'Invite again' }).click();
    await inSheet('Invite again').click();
    await tab.getByLabel('Address').waitFor();
    await inSheet('Done').click();
    await row('Eva Sanz').getByRole('button', { name: 'Remove' }).click();
    await tab.getByLabel('Also erase the name').check();
    await inSheet('Remove').click();
    await row('Eva Sanz').waitFor({ state: 'detached' });
    assert.ok(!(await namesOf()).includes('Eva Sanz'));
  });

  it('signs another device of a person in, and out again from the page that invited it', async () => {
    await opened().openAs('organizer', '/devices', 'tbody tr');
    await button('Sign in on another device').click();
    await inSheet('Show the code').click();
    const address = await tab.getByLabel('Address').inputValue();
    const page = await opened().device();
    await page.goto(address);
    await button('Sign in as The organizer', page).click();
    await page.waitForURL('**/console/tonight');
    await tab.getByText(/· Chrome signed in\.$/).waitFor();
    await inSheet('Sign it out').click();
    await inSheet('Sign it out').click();
    await page.reload();
    await page.getByRole('heading', { name: 'Open your invitation' }).waitFor();
  });

  it('offers a passkey once, signs in with it, and no longer once a manager has removed it', async () => {
    const { invitation } = await invite('Mar', 'organizer');
    const page = await opened().device({ isOwn: true });
    const inspector = await page.context().newCDPSession(page);
    await inspector.send('WebAuthn.enable');
    const keys = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
    await inspector.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', ...keys },
    });
    const signOut = async () => {
      await button('Mar', page).click();
      await inSheet('Sign out', page).click();
      await page.getByRole('heading', { name: 'Open your invitation' }).waitFor();
    };
    await page.goto(invitation.url.replace('127.0.0.1', 'localhost'));
    await button('Sign in as Mar', page).click();
    await button('Not now', page).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Nights' }).waitFor();
    assert.equal(await button('Add a passkey', page).count(), 0);

    await button('Mar', page).click();
    await page.getByRole('link', { name: 'Your devices' }).click();
    await button('Add a passkey', page).click();
    await inSheet('Add a passkey', page).click();
    await page.getByText('localhost · not used yet').waitFor();
    await signOut();
    await button('Sign in with a passkey', page).click();
    await button('Mar', page).click();
    await page.getByRole('link', { name: 'Your devices' }).click();
    await page.getByText('localhost · used').waitFor();
    await signOut();

    await opened().open('/people', 'manager', 'tbody tr');
    await row('Mar').getByRole('button', { name: 'A lost phone' }).click();
    await inSheet('Remove the passkey').click();
    await inSheet('Remove the passkey').click();
    await tab.getByText('No passkeys').waitFor();
    await button('Sign in with a passkey', page).click();
    await page.getByText('This passkey does not work here').waitFor();
  });

  it('switches to test data and back, and keeps them apart', async () => {
    await opened().client.rosters.put('live-only', { name: 'Live only' });
    await opened().open('/players', 'manager', 'main');
    await button('Ana').click();
    await tab.getByRole('link', { name: 'Try it with test data' }).click();
    await tab.waitForURL('**/console/tonight?mode=test');
    await tab.getByText('Sandbox: test data only').waitFor();
    await tab.getByRole('link', { name: 'Players', exact: true }).click();
    await tab.waitForURL('**/console/players?mode=test');
    const [request] = await Promise.all([tab.waitForRequest('**/v1/players?*'), tab.reload()]);
    assert.equal(request.headers()['bandeja-mode'], 'test');
    await button('Ana').click();
    await tab.getByRole('link', { name: 'Back to the data of the club' }).click();
    await tab.waitForURL('**/console/tonight');
    assert.equal(await tab.getByText('Sandbox: test data only').count(), 0);
  });

  it('keeps a score if the sign-in ends during a night, and sends it after the next one', async () => {
    const ref = await startNight();
    const cookie = await signIn(opened().credentials, 'organizer', 'Teo');
    const { data } = await opened().operator.people.list(partnerId, { limit: 100 });
    const person = data.find(({ display_name }) => display_name === 'Teo')?.id ?? '';
    const page = await opened().device();
    await page.context().addCookies([cookie]);
    await page.goto(`${url}/console/tonight/${ref}`);
    await page.locator('.court').first().waitFor();
    const headers = { cookie: `${cookie.name}=${cookie.value}`, 'bandeja-mode': 'live' };
    assert.equal((await fetch(`${url}/v1/sign-in`, { method: 'DELETE', headers })).status, 204);
    await tapScore(page, 0, 15);
    await page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor();
    await page.getByText('Sending', { exact: true }).first().waitFor();

    const other = await page.context().newPage();
    await other.goto((await opened().operator.people.invite(person)).url);
    await button('Sign in as Teo', other).click();
    await other.waitForURL('**/console/tonight');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.court').first().getByText('✓ Saved').waitFor();
    await page.locator('.court .entered-by', { hasText: 'Teo' }).waitFor();
    const { courts } = await openRoundOf(opened().client, ref);
    assert.deepEqual(
      courts.map(({ result }) => result && [result.by, result.set_scores[0]?.team_a_games]),
      [['person', 15], null],
    );
  });

  it('keeps a score for its person while another one is signed in at the device, and then sends it', async () => {
    const ref = await startNight();
    const [teo, bea] = await Promise.all(['Teo', 'Bea'].map((name) => signIn(opened().credentials, 'organizer', name)));
    const page = await opened().device();
    await page.context().addCookies([teo ?? assert.fail()]);
    await page.goto(`${url}/console/tonight/${ref}`);
    await page.locator('.court').first().waitFor();
    // The page does not know it yet.
    await page.context().addCookies([bea ?? assert.fail()]);
    await tapScore(page, 0, 15);
    await page.getByText('Entered by Teo on this device, not sent').waitFor();
    await button('Bea', page).waitFor();
    await tapScore(page, 1, 9);
    await page.locator('.court').nth(1).getByText('✓ Saved').waitFor();
    assert.equal((await openRoundOf(opened().client, ref)).courts[0]?.result, null);
    await page.context().addCookies([teo ?? assert.fail()]);
    await page.reload();
    await page.locator('.court').first().getByText('✓ Saved').waitFor();
  });

  it('asks before someone signs out whose scores were not sent', async () => {
    const ref = await startNight();
    const cookie = await signIn(opened().credentials, 'organizer', 'Noa');
    const page = await opened().device();
    await page.context().addCookies([cookie]);
    await page.goto(`${url}/console/tonight/${ref}`);
    await page.locator('.court').first().waitFor();
    await page.context().setOffline(true);
    await tapScore(page, 1, 9);
    await page.getByText('Saved here, not sent', { exact: true }).first().waitFor();
    await button('Noa', page).click();
    await inSheet('Sign out', page).click();
    await page.getByText('1 score was not sent yet').waitFor();
    await inSheet('Sign out anyway', page).click();
    await page.getByText('You are still signed in on this device').waitFor();
    const modes = new Set<string | undefined>();
    await page.context().route('**/result', (route) => {
      modes.add(route.request().headers()['bandeja-mode']);
      return route.abort();
    });
    await page.context().setOffline(false);
    // The page of the same reference in the sandbox does not send it there.
    const sandbox = await page.context().newPage();
    await sandbox.goto(`${url}/console/tonight/${ref}?mode=test`);
    await button('Paste names', sandbox).waitFor();
    await button('Noa', sandbox).click();
    await inSheet('Sign out', sandbox).click();
    await sandbox.getByText('1 score was not sent yet').waitFor();
    assert.ok(!modes.has('test'));
    await sandbox.close();
    await inSheet('Sign out anyway', page).click();
    await page.getByRole('heading', { name: 'Open your invitation' }).waitFor();
  });

  it('shows the nights of the last visit without a network, with one warning', async () => {
    const ref = await startNight();
    const page = await opened().device({ hasWorker: true });
    await page.context().addCookies([opened().credentials.cookie]);
    await page.goto(`${url}/console/tonight/${ref}`);
    await page.locator('.court').first().waitFor();
    await page.goto(`${url}/console/tonight`);
    await page.locator('.cards .row').first().waitFor();
    await page.waitForFunction("caches.match('/console/index.html')");
    await page.context().setOffline(true);
    await page.reload();
    await page.locator('.cards .row').first().waitFor();
    await page.getByText('No connection. This page shows the data from').waitFor();
    assert.equal(await page.locator('.strip, .warn, .fault').count(), 1);
    await button('Ana', page).click();
    await page.getByRole('dialog').getByText('Manager').waitFor();
    await inSheet('Close', page).click();
    await page.locator(`.cards .row[href$=${ref}]`).click();
    await page.locator('.court').first().waitFor();
    await page.locator('.warn.offline').waitFor();
    assert.equal(await page.getByText('No connection').filter({ visible: true }).count(), 1);
    await page.context().setOffline(false);
    await comeBack(page);
    await page.getByText('No connection').first().waitFor({ state: 'detached' });
  });

  it('keeps a score while the club is suspended, and sends it afterwards', async () => {
    const ref = await startNight();
    await opened().open(`/tonight/${ref}`, 'manager', '.court');
    await opened().operator.partners.update(partnerId, { suspended: true });
    await tapScore(tab, 0, 15);
    await comeBack();
    await tab.getByText('The access of your club is suspended').first().waitFor();
    await tab.locator('.court').first().getByText('Sending', { exact: true }).waitFor();
    await tab.reload();
    await tab.getByText('The access of your club is suspended').first().waitFor();
    await opened().operator.partners.update(partnerId, { suspended: false });
    await comeBack();
    await tab.locator('.court').first().getByText('✓ Saved').waitFor();
    assert.equal((await openRoundOf(opened().client, ref)).courts[0]?.result?.set_scores[0]?.team_a_games, 15);
  });

  it('signs an operator in with the token, beside a person, lets people of a partner in, and signs out again', async () => {
    await opened().open('/tonight');
    await tab.goto(`${url}/console/operator/partners`);
    await tab.getByLabel('Operator token').fill('nonsense');
    await button('Sign in').click();
    await tab.getByText('This is not valid').waitFor();
    await tab.getByLabel('Operator token').fill(opened().credentials.operatorToken);
    await button('Sign in').click();
    await tab.getByRole('link', { name: 'Demo club' }).waitFor();
    await tab.reload();
    await tab.getByRole('link', { name: 'Demo club' }).click();
    await button('Invite someone').click();
    await tab.getByRole('dialog').getByLabel('Name').fill('Iria');
    await inSheet('Invite someone').click();
    await tab.getByLabel('Address').waitFor();
    await inSheet('Done').click();
    await row('Iria')
      .getByText(/^Not signed in yet · invited until /)
      .waitFor();
    await row('Iria').getByText('Manager').waitFor();
    await row('Iria').getByRole('button', { name: 'Invite again' }).click();
    await inSheet('Invite again').click();
    await tab.getByLabel('Address').waitFor();
    await inSheet('Done').click();
    await row('Iria').getByRole('button', { name: 'Remove' }).click();
    await inSheet('Remove').click();
    await row('Iria').waitFor({ state: 'detached' });
    await button('Operator').click();
    await inSheet('Sign out').click();
    await tab.getByLabel('Operator token').waitFor();
    await tab.goto(`${url}/console/tonight`);
    await button('Ana').waitFor();
    const stored = await tab.evaluate('JSON.stringify([sessionStorage, localStorage])');
    assert.ok(!String(stored).includes(opened().credentials.operatorToken));
  });

  it('signs out', async () => {
    await opened().openAs('viewer', '/tonight');
    await button('The viewer').click();
    await inSheet('Sign out').click();
    await tab.getByRole('heading', { name: 'Open your invitation' }).waitFor();
    assert.deepEqual(await tab.context().cookies(), []);
  });
});
