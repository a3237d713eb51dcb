/** The import page in a real browser: files of clubs, a wrong guess, doubtful names. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import { type OpenConsole, SIZES, useConsole } from './browser.ts';
import { DOUBTFUL, listOf, MISLEADING, SPANISH, SPELLINGS, useFiles, WORKBOOK } from './club-files.ts';

describe('the import page', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let operator: OpenConsole['operator'];
  let button: OpenConsole['button'];
  const { choose } = useFiles(opened);

  before(async () => {
    ({ tab, client, operator, button } = opened());
    await tab.setViewportSize(SIZES[1]);
  });

  /** The figures of the page, by label. */
  async function figures(): Promise<Readonly<Record<string, string>>> {
    const pairs = await tab
      .locator('.figures > div')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
      );
    return Object.fromEntries(pairs);
  }

  async function matchesOf(since: string, until: string) {
    return await Array.fromAsync(client.matches.list({ since, until, limit: 100 }));
  }

  it('imports a CSV with Spanish headers: guesses, doubtful names, faults and warnings before anything is sent', async () => {
    await choose('liga.csv', SPANISH);
    const column = tab.getByLabel('Pareja 1 Jugador A', { exact: true });
    assert.equal(await column.inputValue(), 'team_a_1');
    assert.deepEqual(await tab.locator('.samples').nth(2).locator('li').allTextContents(), [
      'Nuria Vidal',
      'Nuria V.',
      'Clara Sanz León',
    ]);
    const faults = [...(await opened().faults('import-columns'))];
    await button('Continue to the players').click();
    await tab.getByLabel('“Nuria V.” (1 row) is').selectOption({ label: 'the same as “Nuria Vidal” of this file' });
    faults.push(...(await opened().faults('import-players', 1)));
    await button('Check the file').click();
    await tab.getByRole('heading', { name: 'Rows that are left out' }).waitFor();
    await tab.getByText('an impossible score').waitFor();
    await tab.getByText('(line 5)').waitFor();
    await tab.getByText('an unfinished set').waitFor();
    faults.push(...(await opened().faults('import-check', 2)));
    assert.deepEqual(await matchesOf('2025-06-01T00:00:00Z', '2025-07-01T00:00:00Z'), []);
    assert.equal((await figures())['Matches to store'], '3');
    await button('Send 3 rows').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    faults.push(...(await opened().faults('import-sent')));
    assert.deepEqual(faults, []);
    const matches = await matchesOf('2025-06-01T00:00:00Z', '2025-07-01T00:00:00Z');
    assert.equal(matches.length, 3);
    const nurias = matches.flatMap(({ participants }) =>
      participants.filter(({ username }) => /^nuria/.test(username ?? '')),
    );
    assert.deepEqual(new Set(nurias.map(({ username }) => username)), new Set(['nuria.vidal']));
    assert.equal((await client.players.get('nuria.vidal')).profile_is_public, false);
  });

  it('imports the sheet of a workbook that is chosen', async () => {
    await choose('liga.xlsx', WORKBOOK);
    await tab.getByText('The file still lacks').waitFor();
    await tab.getByLabel('Sheet').selectOption('Resultados');
    await tab.locator('.matches .row').nth(1).waitFor();
    await button('Continue to the players').click();
    await button('Check the file').click();
    await button('Send 2 rows').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const matches = await matchesOf('2025-05-01T00:00:00Z', '2025-06-01T00:00:00Z');
    assert.deepEqual(matches.map(({ venue_label }) => venue_label).sort(), ['Pista 1', 'Pista 3']);
  });

  it('asks which of two columns has the score, and imports what was corrected by hand', async () => {
    await choose('otra.csv', MISLEADING);
    assert.equal(await tab.getByLabel('Resultado', { exact: true }).inputValue(), 'set_scores');
    await tab.getByText('Two columns have the meaning “Score”').waitFor();
    await tab.getByLabel('Resultado', { exact: true }).selectOption('winner');
    await tab.getByLabel(/^Order of dates/).selectOption('dmy');
    await tab.locator('.team.winner .games').nth(3).waitFor();
    assert.deepEqual(await tab.locator('.team.winner .games').allTextContents(), ['6', '6', '6', '6']);
    await button('Continue to the players').click();
    await button('Check the file').click();
    await button('Send 2 rows').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const matches = await matchesOf('2025-04-01T00:00:00Z', '2025-04-30T00:00:00Z');
    assert.deepEqual(matches.map(({ winning_team }) => winning_team).sort(), ['A', 'B']);
  });

  describe('a file that has the username of another partner’s player', () => {
    const span = ['2023-05-01T00:00:00Z', '2023-06-01T00:00:00Z'] as const;
    const four = ['zoe.zima', 'yan.zima', 'xin.zima', 'wil.zima'];

    before(async () => {
      const partner = await operator.partners.create({ name: 'Club Otro', plan: 'pro' });
      const { key } = await operator.keys.issue(partner.id, { scopes: [...scopes] });
      const other = new Bandeja({ baseUrl: opened().credentials.url, key });
      await other.players.register({ username: 'zoe.zima', display_name: 'Zoe Zima', profile_is_public: true });
    });

    async function check(displayName: string): Promise<void> {
      await choose('lista.json', listOf(four, displayName));
      await button('Continue to the players').click();
      await button('Check the file').click();
    }

    it('is refused with both names and its row if it gives the player another display name', async () => {
      await check('Zora Zimová');
      const alert = tab.getByRole('alert');
      await alert.getByText('Nothing was sent').waitFor();
      const text = await alert.innerText();
      assert.match(text, /zoe\.zima is “Zoe Zima”, a player of another club/);
      assert.match(text, /the file gives this username to “Zora Zimová”/);
      assert.equal(await button(/^Send/).count(), 0);
      assert.deepEqual(await matchesOf(...span), []);
      await assert.rejects(client.players.get('yan.zima'), { code: 'player_not_found' });
      assert.deepEqual(await opened().faults('import-refused'), []);
    });

    it('names the player before it sends if the display name is the player’s', async () => {
      await check('Zoe ZIMA');
      await tab.getByRole('heading', { name: 'Players of other clubs' }).waitFor();
      await tab.getByText('zoe.zima is “Zoe Zima”').waitFor();
      assert.deepEqual(await matchesOf(...span), []);
      assert.deepEqual(await opened().faults('import-others'), []);
      await button('Send 1 row').click();
      await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
      const [match] = await matchesOf(...span);
      assert.deepEqual(match?.participants.map(({ username }) => username).sort(), four.toSorted());
    });
  });

  it('offers no username for a placeholder, and registers a doubtful name without its mark', async () => {
    await choose('dudas.csv', DOUBTFUL);
    await tab.getByLabel(/^Order of dates/).selectOption('dmy');
    await button('Continue to the players').click();
    const placeholder = tab.getByLabel('“Invitado” (1 row) is');
    await tab.getByText('This is not the name of a person').waitFor();
    assert.deepEqual(await placeholder.locator('option').allTextContents(), [
      'Not decided',
      'Leave its rows out',
      'another player, by username',
    ]);
    await tab.getByText('The file marks this name as doubtful').waitFor();
    await tab.getByLabel('“Dan Qua?” (1 row) is').selectOption({ label: 'a new player (dan.qua)' });
    await button('Check the file').click();
    await tab.getByText('a placeholder instead of a player: enter the name in the file').waitFor();
    // The placeholder's row is a walkover with a score. It is left out, so nothing was assumed.
    assert.equal(await tab.getByRole('heading', { name: 'Read with an assumption' }).count(), 0);
    await button('Send 1 row').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    assert.equal((await client.players.get('dan.qua')).display_name, 'Dan Qua');
  });

  it('follows names that are the same as other names, and rejects a match with one player twice', async () => {
    await choose('grafias.csv', SPELLINGS);
    await button('Continue to the players').click();
    const same = (name: string) => ({ label: `the same as “${name}” of this file` });
    await tab.getByLabel('“Mª José” (1 row) is').selectOption(same('Mª José Núñez'));
    await tab.getByText('Decide “Mª José Núñez”, too').waitFor();
    await tab.getByLabel('“Mª José Núñez” (1 row) is').selectOption(same('María José Núñez'));
    await button('Check the file').click();
    await tab.getByText('The same player twice in a match').waitFor();
    assert.equal((await figures())['Players to register'], '4');
    await tab.getByText('4 players to register').click();
    assert.match(await tab.getByText(/^María José Núñez/).innerText(), /maria\.jose\.nunez/);
    await button('Send 2 rows').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const matches = await matchesOf('2021-06-01T00:00:00Z', '2021-07-01T00:00:00Z');
    const players = new Set(matches.flatMap(({ participants }) => participants.map(({ username }) => username)));
    assert.deepEqual([...players].sort(), ['maria.jose.nunez', 'rut.oro', 'sol.pla', 'uxia.rey']);
  });

  it('shows a viewer which role may import', async () => {
    await opened().openAs('viewer', '/import');
    await tab.getByText('Needs an organizer').waitFor();
    assert.ok(await tab.locator('input[type=file]').isDisabled());
  });

  it('refuses a file that is not a table, in words', async () => {
    await choose('foto.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    await tab.getByText('This file cannot be imported.').waitFor();
    await tab.getByText('this is a picture or a PDF').waitFor();
    assert.deepEqual(opened().complaints, []);
  });
});
