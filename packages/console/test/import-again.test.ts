/** The import page with a file that was sent before: after a reload or a stop, at another time, undone. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { reportAt } from '@bandeja/cli/repair/reports';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import { holdAfter, type OpenConsole, SIZES, useConsole } from './browser.ts';
import { longFile, TIMELESS, UNFINISHED, useFiles } from './club-files.ts';

describe('the import page with a file that was sent before', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let button: OpenConsole['button'];
  const { choose, chooseAgain, pathOf } = useFiles(opened);

  before(async () => {
    ({ tab, client, button } = opened());
    await tab.setViewportSize(SIZES[1]);
  });

  async function matchesOf(since: string, until: string) {
    return await Array.fromAsync(client.matches.list({ since, until, limit: 100 }));
  }

  it('shows decisions again after a reload, and leaves out rows again that were left out', async () => {
    await choose('sets.csv', UNFINISHED);
    await button('Continue to the players').click();
    const name = tab.getByLabel('“Olga R.” (1 row) is');
    await name.selectOption({ label: 'the same as “Olga Ruano” of this file' });
    await button('Check the file').click();
    await button('Send 3 rows').click();
    await button('Leave them out').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await chooseAgain('sets.csv');
    await tab.getByText('You sent this file').waitFor();
    await button('Continue to the players').click();
    assert.equal(await name.locator('option:checked').innerText(), 'Olga Ruano (olga.ruano)');
    await button('Check the file').click();
    await tab.getByRole('heading', { name: 'Left out before' }).waitFor();
    await button('Finish, nothing is left to send').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    assert.equal((await matchesOf('2021-07-01T00:00:00Z', '2021-08-01T00:00:00Z')).length, 2);
  });

  it('stops, goes on after a reload with the same file, stores each match once, and is undone from its result file', async () => {
    const span = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] as const;
    await choose('larga.csv', longFile(60));
    const send = async () => {
      await button('Continue to the players').click();
      await button('Check the file').click();
      await button(/^Send \d+ rows/).click();
    };
    const isSent = (request: { url(): string }) => !request.url().includes('dry_run');
    const releaseBatch = await holdAfter(1, tab, '**/v1/matches/batch*', isSent);
    await send();
    await tab.getByText('25 of 60 rows').waitFor();
    await button('Stop').click();
    releaseBatch();
    await tab.getByRole('heading', { name: 'Stopped' }).waitFor();
    const before = await matchesOf(...span);
    assert.ok(before.length >= 25 && before.length < 60, `${before.length}`);
    await tab.unroute('**/v1/matches/batch*');
    await chooseAgain('larga.csv');
    await tab.getByText('You started sending this file').waitFor();
    await send();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const after = await matchesOf(...span);
    assert.equal(new Set(after.map(({ external_ref }) => external_ref)).size, 60);
    assert.equal(after.length, 60);

    const download = tab.waitForEvent('download');
    await button('Download the result file').click();
    const path = pathOf('report.csv');
    await (await download).saveAs(path);
    const report = await reportAt(path);
    assert.equal(report.kind === 'import' && report.rows.filter(({ status }) => status === 'created').length, 60);

    const undo = async () => {
      await button('Undo this import').click();
      await tab.getByRole('dialog').getByLabel('Reason').fill('Wrong season');
      await tab.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
    };
    const releaseVoid = await holdAfter(2, tab, '**/void', () => true);
    await undo();
    await tab.getByText('2 of 60 matches are voided').waitFor();
    await button('Stop').click();
    releaseVoid();
    await tab.getByRole('heading', { name: 'Undo stopped' }).waitFor();
    const half = await matchesOf(...span);
    const count = half.filter(({ status }) => status === 'voided').length;
    assert.ok(count >= 2 && count < 60, `${count}`);
    await tab.getByText(`${count} of 60 matches are voided`).waitFor();
    await tab.unroute('**/void');
    // Another day, in another tab: only the result file is left.
    await tab.evaluate('sessionStorage.clear()');
    await chooseAgain('report.csv');
    await tab.getByText('This import stored 60 matches').waitFor();
    assert.deepEqual(await opened().faults('import-undo'), []);
    await undo();
    await tab.getByRole('heading', { name: 'Undone' }).waitFor();
    await tab.getByText('60 of 60 matches are voided').waitFor();
    const voided = await matchesOf(...span);
    assert.deepEqual(
      new Set(voided.map(({ status, void_reason }) => `${status} ${void_reason}`)),
      new Set(['voided Wrong season']),
    );
  });

  it('asks for the time of dates first, and leaves out rows that are stored at another time of the day', async () => {
    await choose('fechas.csv', TIMELESS);
    await tab.getByText('Answer the question to see them.').waitFor();
    assert.equal(await button('Continue to the players').count(), 1);
    assert.ok(await button('Continue to the players').isDisabled());
    const time = tab.getByLabel('Time of the 1 row with only a date');
    await time.fill('19:30');
    await tab.locator('.matches .row').waitFor();
    await tab.getByLabel('Venue of matches without one').fill('Club Sur');
    await button('Continue to the players').click();
    await button('Check the file').click();
    await button('Send 1 row').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await button('Import another file').click();
    await choose('fechas.csv', TIMELESS);
    await time.fill('20:00');
    await tab.locator('.matches .row').waitFor();
    await button('Continue to the players').click();
    await button('Check the file').click();
    const leave = tab.getByLabel('Leave out 1 row that is stored at another time of that day');
    assert.ok(await leave.isChecked());
    assert.ok(await button('Nothing to send').isDisabled());
    await leave.uncheck();
    await button('Send 1 row').waitFor();
    const [match, ...more] = await matchesOf('2021-08-01T00:00:00Z', '2021-09-01T00:00:00Z');
    assert.deepEqual([match?.venue_label, more], ['Club Sur', []]);
  });
});
