/** The merge of two players in a real browser: preview, refusal, stop, reload, undo, erase. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { reportAt } from '@bandeja/cli/repair/reports';
import { Bandeja } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import { holdAfter, type OpenConsole, SIZES, useConsole } from './browser.ts';

const DOUBLE = 'olga.prat.2';
const RIGHT = 'olga.prat';
const OTHERS = ['pau.serra', 'rita.sala', 'toni.vila'] as const;
const MATCHES = 12;

const nameOf = (username: string): string => username.replace('.', ' ');

describe('the merge of two players', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let button: OpenConsole['button'];
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-merge-'));

  before(async () => {
    ({ tab, client, button } = opened());
    await tab.setViewportSize(SIZES[1]);
    for (const username of [DOUBLE, RIGHT, ...OTHERS])
      await client.players.register({ username, display_name: nameOf(username), profile_is_public: false });
    for (let match = 0; match < MATCHES; match += 1) await submit(match, [DOUBLE, ...OTHERS]);
  });
  after(() => rmSync(folder, { recursive: true }));

  function submit(match: number, usernames: readonly string[]) {
    const [a1 = '', a2 = '', b1 = '', b2 = ''] = usernames;
    return client.matches.submit({
      external_ref: `merge-${match}`,
      played_at: new Date(Date.UTC(2024, 4, 1 + match, 18)).toISOString(),
      participants: [
        { username: a1, team: 'A' },
        { username: a2, team: 'A' },
        { username: b1, team: 'B' },
        { username: b2, team: 'B' },
      ],
      winning_team: 'A',
      trust_tier: 'partner_attested',
      set_scores: [
        { set_number: 1, team_a_games: 6, team_b_games: 3 },
        { set_number: 2, team_a_games: 6, team_b_games: 4 },
      ],
    });
  }

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
    assert.equal(await tab.locator('.matches .row').count(), 5);
    assert.equal(await button(/^Merge/).count(), 0);
    assert.deepEqual(await opened().faults('merge-refused'), []);
  });

  it('stops, shows after a reload which matches are done and which are left, and amends the rest', async () => {
    await choose(DOUBLE, RIGHT);
    await button(`Merge ${MATCHES} matches…`).waitFor();
    await tab.getByText('All ratings are recomputed as if olga prat had played these matches.').waitFor();
    assert.deepEqual(await opened().faults('merge-preview', 1), []);
    const release = await holdAfter(2, tab, '**/v1/matches/*', (request) => request.method() === 'PATCH');
    await confirm(MATCHES);
    await tab.getByText(`2 of ${MATCHES} matches`).waitFor();
    await button('Stop').click();
    release();
    await tab.getByRole('heading', { name: 'Stopped' }).waitFor();
    assert.deepEqual(await opened().faults('merge-stopped'), []);
    const [left = 0, moved = 0] = await counts();
    assert.ok(moved >= 2 && left > 0 && moved + left === MATCHES, `${moved} moved, ${left} left`);
    await tab.unroute('**/v1/matches/*');
    await tab.reload();
    await tab.getByText(`${moved} of ${MATCHES} matches no longer have olga prat.2.`).waitFor();
    await confirm(left);
    await tab.getByRole('heading', { name: 'Merged' }).waitFor();
    assert.deepEqual(await counts(), [0, MATCHES]);
    assert.deepEqual(await opened().faults('merged', 1), []);
    assert.equal((await client.players.get(RIGHT)).rating.matches_played, MATCHES);
  });

  it('writes the result file of the command, with the matches of both runs, and the file undoes the merge', async () => {
    await tab.reload();
    const download = tab.waitForEvent('download');
    await button('Download the result file').click();
    const path = join(folder, 'merge.csv');
    await (await download).saveAs(path);
    const report = await reportAt(path);
    assert.ok(report.kind === 'merge');
    assert.deepEqual([report.from, report.into, report.matches.length], [DOUBLE, RIGHT, MATCHES]);
    const undo = async () => {
      await button('Undo this merge').click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Undo this merge' }).click();
      await tab.getByRole('heading', { name: 'Merge undone' }).waitFor();
      assert.deepEqual(await counts(), [MATCHES, 0]);
    };
    await opened().open('/import');
    await tab.locator('input[type=file]').setInputFiles(path);
    await tab.getByText(`A merge moved ${MATCHES} matches from ${DOUBLE} to ${RIGHT}.`).waitFor();
    assert.deepEqual(await opened().faults('import-undo-merge'), []);
    await undo();
    // On the page of the merge, nothing is left to undo.
    await choose(DOUBLE, RIGHT);
    await undo();
    await tab.getByText('0 of 0 matches').waitFor();
  });

  it('amends the other matches if one is refused, and says why', async () => {
    await choose(DOUBLE, RIGHT);
    let refused = '';
    await tab.route('**/v1/matches/*', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH' || (refused !== '' && refused !== request.url())) return route.continue();
      refused = request.url();
      const problem = { status: 404, code: 'match_not_found', title: 'Not found', detail: 'This match is gone.' };
      await route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await confirm(MATCHES);
    await tab.getByRole('heading', { name: 'Merged' }).waitFor();
    await tab.getByText('It does not exist, or you may not see it.').waitFor();
    assert.equal(await button('Erase this player').count(), 0);
    await tab.unroute('**/v1/matches/*');
    assert.deepEqual(await counts(), [1, MATCHES - 1]);
  });

  it('offers to erase the replaced player, once the name was typed', async () => {
    await tab.reload();
    await confirm(1);
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
    await button('Replace there…').click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await tab.getByRole('heading', { name: 'Merged' }).waitFor();
    const members = await Array.fromAsync(client.rosters.members('north'));
    assert.deepEqual(
      members.map((member) => member.profile_id),
      [own.id],
    );
    assert.equal(await button('Erase this player').count(), 0);
  });

  it('shows a viewer which role may merge', async () => {
    await opened().openAs('viewer', `/players/${RIGHT}?tab=manage`, '.tile form');
    await tab
      .locator('.tile', { has: button('Choose the player…') })
      .getByText('Needs an organizer')
      .waitFor();
    assert.ok(await button('Choose the player…').isDisabled());
    assert.deepEqual(opened().complaints, []);
  });
});
