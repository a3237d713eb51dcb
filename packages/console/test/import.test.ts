/** The import page in a real browser: files of clubs, a wrong guess, doubtful names. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { type OpenConsole, useConsole } from './browser.ts';
import { listOf, MISLEADING, SPANISH, useFiles, WORKBOOK } from './club-files.ts';
import { SIZES } from './opening.ts';

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
    assert.equal(await tab.locator('.figures > div', { hasText: 'Matches to store' }).locator('dd').innerText(), '3');
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
});
