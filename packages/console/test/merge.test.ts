/** The merge of two players in a real browser: preview, refusal, progress, reload, undo, erase. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { type OpenConsole, useConsole } from './browser.ts';
import { matchOf } from './nights.ts';
import { SIZES } from './opening.ts';

const DOUBLE = 'olga.prat.2';
const RIGHT = 'olga.prat';
const OTHERS = ['pau.serra', 'rita.sala', 'toni.vila'] as const;
const MATCHES = 12;
const ERASED = { code: 'player_not_found', detail: 'The replaced player was erased.' };

const nameOf = (username: string): string => username.replace('.', ' ');

describe('the merge of two players', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let button: OpenConsole['button'];

  before(async () => {
    ({ tab, client, button } = opened());
    await tab.setViewportSize(SIZES[1]);
    for (const username of [DOUBLE, RIGHT, ...OTHERS])
      await client.players.register({ username, display_name: nameOf(username), profile_is_public: false });
    for (let match = 0; match < MATCHES; match += 1) await submit(match, [DOUBLE, ...OTHERS]);
  });

  const submit = (match: number, usernames: readonly string[]) => {
    const played_at = new Date(Date.UTC(2024, 4, 1 + match, 18)).toISOString();
    return client.matches.submit(matchOf(usernames, { external_ref: `merge-${match}`, played_at }));
  };

  /** How many matches each username has. */
  async function counts(): Promise<readonly number[]> {
    const all = [DOUBLE, RIGHT].map((player) => Array.fromAsync(client.matches.list({ player, limit: 100 })));
    return (await Promise.all(all)).map(({ length }) => length);
  }

  async function choose(from: string, into: string): Promise<void> {
    await opened().open(`/players/${from}?tab=manage`, 'manager', '.tile form');
    await button('Choose the player…').click();
    await tab.getByLabel('Search by name').fill(nameOf(into));
    await tab.locator('.player-search li button', { has: tab.getByText(nameOf(into), { exact: true }) }).click();
  }

  async function confirm(matches: number): Promise<void> {
    await button(`Merge ${matches} ${matches === 1 ? 'match' : 'matches'}…`).click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  }

  it('refuses two players who played in one match, and shows the match', async () => {
    await choose(DOUBLE, 'pau.serra');
    await tab.getByText(`played in ${MATCHES} matches together, so they are two people`).waitFor();
    await tab.locator('.matches .row').nth(4).waitFor();
    assert.equal(await tab.locator('.matches .row').count(), 5);
    assert.equal(await button(/^Merge/).count(), 0);
    assert.deepEqual(await opened().faults('merge-refused'), []);
  });

  it('shows the progress of the merge, after a reload too, and undoes it', async () => {
    await choose(DOUBLE, RIGHT);
    await button(`Merge ${MATCHES} matches…`).waitFor();
    await tab.getByText('All ratings are recomputed as if olga prat had played these matches.').waitFor();
    await tab.getByText(/Played from .*2024 to .*2024\./).waitFor();
    assert.deepEqual(await opened().faults('merge-preview', 1), []);
    await confirm(MATCHES);
    await tab.waitForURL(/merge=[0-9a-f-]{36}/);
    await tab.reload();
    await tab.getByRole('heading', { name: 'Merged' }).waitFor();
    assert.deepEqual(await counts(), [0, MATCHES]);
    assert.deepEqual(await opened().faults('merged', 1), []);
    assert.equal((await client.players.get(RIGHT)).rating.matches_played, MATCHES);
    await button('Undo this merge').click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Undo this merge' }).click();
    await tab.getByRole('heading', { name: 'Merge undone' }).waitFor();
    assert.deepEqual(await counts(), [MATCHES, 0]);
    await button('Show what is left').click();
    await button(`Merge ${MATCHES} matches…`).waitFor();
  });

  it('stops a merge that is under way, and goes on with what is left', async () => {
    const states = ['running', 'cancelled'];
    const id = '019b76da-a800-7b7e-9d57-0f5d1a2b3c4d';
    const name = { profile_id: id, username: DOUBLE, display_name: 'olga', identity: 'shown' };
    await tab.route(`**/v1/merges/${id}`, async (route) => {
      const state = states[0] ?? '';
      const created_at = '2026-05-01T21:00:00.000Z';
      const task = {
        ...{ id, kind: 'merge', state, subject: { type: 'merge', id }, progress: { done: 4, total: MATCHES } },
        ...{ result: null, error: state === 'failed' ? ERASED : null, created_at, started_at: null },
        ended_at: state === 'running' ? null : created_at,
      };
      const merge = { id, from: name, into: name, amended: 4, left: 0, task, undo: null, created_at };
      await route.fulfill({ json: merge });
    });
    await tab.route(`**/v1/tasks/${id}`, (route) => {
      states.shift();
      return route.fulfill({ status: 204 });
    });
    const { id: into } = await client.players.get(RIGHT);
    await tab.goto(`${opened().credentials.url}/console/players/${DOUBLE}/merge?into=${into}&merge=${id}`);
    await tab.getByText(`4 of ${MATCHES} matches`).waitFor();
    assert.deepEqual(await opened().faults('merge-running'), []);
    await button('Stop').click();
    await tab.getByText('Stopped. Changed matches stay changed.').waitFor();
    states.push('failed');
    states.shift();
    await tab.reload();
    await tab.getByText('One of the players was erased, or you can no longer see that player.').waitFor();
    await button('Show what is left').click();
    await button(`Merge ${MATCHES} matches…`).waitFor();
    await tab.unroute('**/v1/*');
  });

  it('offers to erase the replaced player, once the name was typed', async () => {
    await choose(DOUBLE, RIGHT);
    await confirm(MATCHES);
    await tab.getByText('If you erase this player, the merge cannot be undone.').waitFor();
    await button('Erase this player').click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByRole('textbox').fill(nameOf(DOUBLE));
    await dialog.getByRole('button', { name: 'Erase this player' }).click();
    await tab.waitForURL('**/console/players');
    await assert.rejects(client.players.get(DOUBLE).then(), { code: 'player_not_found' });
    assert.equal((await client.players.get(RIGHT)).rating.matches_played, MATCHES);
  });

  it('replaces a player of another club by one of your own who has the same username', async () => {
    const { operator, credentials } = opened();
    const username = 'gemma.soler';
    const own = await client.players.register({ username, display_name: 'Gemma Soler', profile_is_public: false });
    const { id } = await operator.partners.create({ name: 'Club Norte', plan: 'enterprise' });
    const { key } = await operator.keys.issue(id, { scopes: ['write:players'] });
    const other = new Bandeja({ baseUrl: credentials.url, key });
    const name = 'Gemma Soler Roig';
    const guest = await other.players.register({ username, display_name: name, profile_is_public: true });
    await client.rosters.put('north');
    await client.rosters.add('north', guest.id);
    await opened().open('/players?q=gemma', 'manager', 'tbody tr');
    await tab.getByRole('link', { name }).click();
    await tab.getByRole('img', { name: `Card of ${name}` }).waitFor();
    await tab.getByRole('link', { name: 'Manage' }).click();
    await button('Choose the player…').click();
    await tab.getByLabel('Search by name').fill('gemma');
    await tab.locator('.player-search li button', { has: tab.getByText('Gemma Soler', { exact: true }) }).click();
    await button('Replace in nights and rosters…').click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await tab.getByRole('heading', { name: 'Merged' }).waitFor();
    const members = await Array.fromAsync(client.rosters.members('north'));
    assert.deepEqual(
      members.map((member) => member.profile_id),
      [own.id],
    );
    await button('Undo this merge').waitFor();
    assert.equal(await button('Erase this player').count(), 0);
  });
});
