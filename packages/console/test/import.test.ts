/** The import page in a real browser: files of clubs, a wrong guess, stop and resume, undo. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readReport } from '@bandeja/cli/repair/reports';
import { Bandeja } from '@bandeja/client';
import { scopes } from '@bandeja/contract/account-enums';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import { type OpenConsole, SIZES, useConsole } from './browser.ts';
import { DOUBTFUL, listOf, longFile, MISLEADING, SPANISH, SPELLINGS, UNFINISHED, WORKBOOK } from './club-files.ts';

describe('the import page', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let operator: OpenConsole['operator'];
  let button: OpenConsole['button'];
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-import-'));

  before(async () => {
    ({ tab, client, operator, button } = opened());
    await tab.setViewportSize(SIZES[1]);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function choose(name: string, content: string | Uint8Array): Promise<void> {
    const path = join(folder, name);
    writeFileSync(path, content);
    await opened().open('/import');
    await tab.locator('input[type=file]').setInputFiles(path);
  }

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
    faults.push(...(await opened().faults('import-players')));
    await button('Check the file').click();
    await tab.getByRole('heading', { name: 'Rows that are left out' }).waitFor();
    await tab.getByText('an impossible score').waitFor();
    await tab.getByText('(line 5)').waitFor();
    faults.push(...(await opened().faults('import-check')));
    assert.deepEqual(await matchesOf('2025-06-01T00:00:00Z', '2025-07-01T00:00:00Z'), []);
    assert.equal((await figures())['Matches to store'], '3');
    await button('Send 3 rows').click();
    // Its players are registered only now.
    await tab.getByText('an unfinished set').waitFor();
    faults.push(...(await opened().faults('import-question')));
    await button('Send them').click();
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

  it('shows the effect of a corrected guess at once, and imports what was corrected by hand', async () => {
    await choose('otra.csv', MISLEADING);
    assert.equal(await tab.getByLabel('Resultado', { exact: true }).inputValue(), 'set_scores');
    await tab.getByLabel(/^Order of dates/).selectOption('dmy');
    await tab.getByText('No row can be read as a match.').waitFor();
    await tab.getByLabel('Resultado', { exact: true }).selectOption('winner');
    await tab.getByLabel('Marcador', { exact: true }).selectOption('set_scores');
    await tab.locator('.matches .row').nth(1).waitFor();
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
      assert.match(text, /match 1: zoe\.zima is “Zoe Zima”, a player of another partner/);
      assert.match(text, /the file gives this username to “Zora Zimová”/);
      assert.equal(await button(/^Send/).count(), 0);
      assert.deepEqual(await matchesOf(...span), []);
      await assert.rejects(client.players.get('yan.zima'), { code: 'player_not_found' });
      assert.deepEqual(await opened().faults('import-refused'), []);
    });

    it('names the player before it sends if the display name is the player’s', async () => {
      await check('Zoe ZIMA');
      await tab.getByRole('heading', { name: 'Players of other partners' }).waitFor();
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

  it('shows decisions again after a reload, and leaves out rows again that were left out', async () => {
    await choose('sets.csv', UNFINISHED);
    await button('Continue to the players').click();
    const name = tab.getByLabel('“Olga R.” (1 row) is');
    await name.selectOption({ label: 'the same as “Olga Ruano” of this file' });
    await button('Check the file').click();
    await button('Send 3 rows').click();
    await button('Leave them out').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await opened().open('/import');
    await tab.locator('input[type=file]').setInputFiles(join(folder, 'sets.csv'));
    await tab.getByText('You sent this file').waitFor();
    await button('Continue to the players').click();
    assert.equal(await name.locator('option:checked').innerText(), 'Olga Ruano (olga.ruano)');
    await button('Check the file').click();
    await tab.getByRole('heading', { name: 'Left out before' }).waitFor();
    await button('Finish, all rows are stored').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    assert.equal((await matchesOf('2021-07-01T00:00:00Z', '2021-08-01T00:00:00Z')).length, 2);
  });

  it('stops, goes on after a reload with the same file, stores each match once, and undoes all of them', async () => {
    const span = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] as const;
    await choose('larga.csv', longFile(150));
    const send = async () => {
      await button('Continue to the players').click();
      await button('Check the file').click();
      await button(/^Send \d+ rows/).click();
    };
    await tab.route('**/v1/matches/batch*', async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    await send();
    await tab.getByText('25 of 150 rows').waitFor();
    await button('Stop').click();
    await tab.getByRole('heading', { name: 'Stopped' }).waitFor();
    const before = await matchesOf(...span);
    assert.ok(before.length >= 25 && before.length < 150, `${before.length}`);
    await tab.unroute('**/v1/matches/batch*');
    await opened().open('/import');
    await tab.locator('input[type=file]').setInputFiles(join(folder, 'larga.csv'));
    await tab.getByText('You started sending this file').waitFor();
    await send();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const after = await matchesOf(...span);
    assert.equal(new Set(after.map(({ external_ref }) => external_ref)).size, 150);
    assert.equal(after.length, 150);

    const download = tab.waitForEvent('download');
    await button('Download the result file').click();
    const path = join(folder, 'report.csv');
    await (await download).saveAs(path);
    const report = await readReport(path);
    assert.equal(report.kind === 'import' && report.rows.filter(({ status }) => status === 'created').length, 150);

    const undo = async () => {
      await button('Undo this import').click();
      await tab.getByRole('dialog').getByLabel('Reason').fill('Wrong season');
      await tab.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
    };
    await tab.route('**/void', async (route) => {
      await new Promise((done) => setTimeout(done, 300));
      await route.continue();
    });
    await undo();
    await tab.getByText('2 of 150 matches are voided').waitFor();
    await button('Stop').click();
    await tab.getByRole('heading', { name: 'Undo stopped' }).waitFor();
    const half = await matchesOf(...span);
    const count = half.filter(({ status }) => status === 'voided').length;
    assert.ok(count >= 2 && count < 150, `${count}`);
    await tab.getByText(`${count} of 150 matches are voided`).waitFor();
    await tab.unroute('**/void');
    await undo();
    await tab.getByRole('heading', { name: 'Undone' }).waitFor({ timeout: 60_000 });
    await tab.getByText('150 of 150 matches are voided').waitFor();
    const voided = await matchesOf(...span);
    assert.deepEqual(
      new Set(voided.map(({ status, void_reason }) => `${status} ${void_reason}`)),
      new Set(['voided Wrong season']),
    );
  });

  it('shows a key that may not write matches what would allow an import', async () => {
    await opened().openReadOnly('/import');
    await tab.getByText('Needs a key with the scope write:matches').waitFor();
    assert.ok(await tab.locator('input[type=file]').isDisabled());
  });

  it('refuses a file that is not a table, in words', async () => {
    await choose('foto.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
    await tab.getByText('This file cannot be imported.').waitFor();
    await tab.getByText('this is a picture or a PDF').waitFor();
    assert.deepEqual(opened().complaints, []);
  });
});
