/** The import page with a file that was sent before: after a reload or a stop, at another time, undone. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { Import, keptReading } from '@bandeja/importer';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { type OpenConsole, useConsole } from './browser.ts';
import { longFile, TIMELESS, UNFINISHED, useFiles } from './club-files.ts';
import { SIZES } from './opening.ts';

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

  /** Lets one batch through, and holds the later ones. @returns lets them go */
  async function holdBatches(): Promise<() => void> {
    const { promise: isReleased, resolve } = Promise.withResolvers<void>();
    let batches = 0;
    await tab.route('**/v1/imports/*/rows', async (route) => {
      batches += 1;
      if (batches > 1) await isReleased;
      await route.continue();
    });
    return resolve;
  }

  /** A file as a command opens it. */
  const fileOf = (name: string, content: string) => ({
    name,
    async *chunks() {
      yield new TextEncoder().encode(content);
    },
  });

  async function matchesOf(since: string, until: string) {
    return await Array.fromAsync(client.matches.list({ since, until, limit: 100 }));
  }

  it('shows decisions again in another tab, while the import is open', async () => {
    await choose('sets.csv', UNFINISHED);
    await button('Continue to the players').click();
    const name = tab.getByLabel('“Olga R.” (1 row) is');
    await name.selectOption({ label: 'the same as “Olga Ruano” of this file' });
    await button('Check the file').click();
    const refusal = { title: 'Forbidden', status: 403, code: 'partner_suspended', detail: 'It is suspended.' };
    await tab.route('**/v1/imports/*/rows', (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
    await button('Send 3 rows').click();
    await tab.getByRole('heading', { name: 'Not all rows were sent' }).waitFor();
    assert.match(tab.url(), /\/import\/[\w-]{36}$/);
    await tab.unroute('**/v1/imports/*/rows');
    await tab.evaluate('sessionStorage.clear()');
    await chooseAgain('sets.csv');
    await tab.getByText('An import of this file began').waitFor();
    await button('Continue to the players').click();
    assert.match(await name.locator('option:checked').innerText(), /Olga Ruano/);
    await button('Check the file').click();
    await button(/^Send \d rows?$|^Finish/).click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    assert.equal((await matchesOf('2021-07-01T00:00:00Z', '2021-08-01T00:00:00Z')).length, 3);
  });

  it('stops, goes on after a reload with the same file, stores each match once, and is undone from its result file', async () => {
    const span = ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] as const;
    await choose('larga.csv', longFile(60));
    const send = async () => {
      await button('Continue to the players').click();
      await button('Check the file').click();
      await button(/^Send \d+ rows/).click();
    };
    const releaseBatch = await holdBatches();
    await send();
    await tab.getByText('25 of 60 rows').waitFor();
    await button('Stop').click();
    releaseBatch();
    await tab.getByRole('heading', { name: 'Stopped' }).waitFor();
    const before = await matchesOf(...span);
    assert.ok(before.length >= 25 && before.length < 60, `${before.length}`);
    await tab.unroute('**/v1/imports/*/rows');
    await chooseAgain('larga.csv');
    await tab.getByText('An import of this file began').waitFor();
    await send();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const after = await matchesOf(...span);
    assert.equal(new Set(after.map(({ external_ref }) => external_ref)).size, 60);
    assert.equal(after.length, 60);

    const download = tab.waitForEvent('download');
    await button('Download the result file').click();
    const path = pathOf('report.csv');
    await (await download).saveAs(path);
    assert.equal(readFileSync(path, 'utf8').match(/,created,/g)?.length, 60);

    // Another day: only the result file is left.
    await chooseAgain('report.csv');
    await tab.waitForURL(/\/imports\/[\w-]{36}$/);
    await tab.getByRole('heading', { name: 'larga.csv' }).waitFor();
    assert.deepEqual(await opened().faults('import-undo'), []);
    await button('Undo this import').click();
    await tab.getByRole('dialog').getByText('This voids 60 matches for good').waitFor();
    await tab.getByRole('dialog').getByLabel('Reason').fill('Wrong season');
    await tab.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
    await tab.getByText('Undone: 60 matches are voided.').waitFor();
    const voided = await matchesOf(...span);
    assert.deepEqual(
      new Set(voided.map(({ status, void_reason }) => `${status} ${void_reason}`)),
      new Set(['voided Wrong season']),
    );
  });

  it('goes on with an import that the command began, under its options, or closes it and begins a new one', async () => {
    const content = longFile(3).replaceAll('L', 'C').replaceAll('2024-01', '2022-01');
    const importing = await Import.open(fileOf('mando.csv', content), { answers: { timezone: 'Europe/Lisbon' } });
    const kept = { kind: 'names', registers: true } as const;
    const terms = { replaceVoided: false, onWarning: 'store', isPublic: false, roster: null } as const;
    const players = await importing.players(client, kept);
    const signal = AbortSignal.abort();
    for await (const _ of importing.send(client, players, { ...terms, signal }, kept));
    const [begun] = (await client.imports.list({ state: 'open', limit: 1 })).data;

    await choose('mando.csv', content);
    await tab.getByText('which store rows with warnings, too').waitFor();
    assert.ok(await tab.getByLabel('Resultado', { exact: true }).isDisabled());
    assert.deepEqual(await opened().faults('import-go-on', 1), []);
    const send = async () => {
      await button('Continue to the players').click();
      await button('Check the file').click();
      await button(/^Send 3 rows|^Finish/).click();
      await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    };
    await send();
    assert.ok(tab.url().endsWith(`/${begun?.id}`));
    assert.equal((await client.imports.get(begun?.id ?? '')).rows.created, 3);

    for await (const _ of importing.send(client, players, { ...terms, signal }, kept));
    await chooseAgain('mando.csv');
    await button('Close it and begin a new one').click();
    await tab.getByRole('dialog').getByText('takes no more rows').waitFor();
    await tab.getByRole('dialog').getByRole('button', { name: 'Close it and begin a new one' }).click();
    await tab.getByLabel('Resultado', { exact: true }).and(tab.locator(':enabled')).waitFor();
    await send();
    const [last, closed] = (await client.imports.list({ limit: 2 })).data;
    assert.deepEqual([last?.options.on_warning, last?.rows.duplicate], ['hold', 3]);
    assert.deepEqual([closed?.options.on_warning, closed?.state, closed?.rows.duplicate], ['store', 'closed', 0]);
  });

  /** Sends a chosen file of 30 rows, and holds its second batch. */
  async function sendFirstBatch() {
    await button('Continue to the players').click();
    await button('Check the file').click();
    const releaseBatch = await holdBatches();
    await button('Send 30 rows').click();
    await tab.getByText('25 of 30 rows').waitFor();
    const [begun] = (await client.imports.list({ limit: 1 })).data;
    return { releaseBatch, begun };
  }

  it('registers no player twice if its import was closed elsewhere in the meantime', async () => {
    const days = Array.from({ length: 30 }, (_, day) => String(day + 1).padStart(2, '0'));
    const lines = days.map(
      (day) => `${day}/09/2020,19:30,Zita Olmo / Yago Prat,Xenia Ros / Wenc Tur,6-4 6-${Number(day) % 5}`,
    );
    await choose('cerrada.csv', ['Fecha,Hora,Pareja 1,Pareja 2,Resultado', ...lines].join('\n'));
    const { releaseBatch, begun } = await sendFirstBatch();
    await client.imports.close(begun?.id ?? '');
    releaseBatch();
    await tab.getByText('This import was closed').waitFor();
    await tab.unroute('**/v1/imports/*/rows');
    await button('Continue').click();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    const [last] = (await client.imports.list({ limit: 1 })).data;
    assert.partialDeepStrictEqual(last, { players_registered: 0, rows: { created: 5, duplicate: 25, conflict: 0 } });
  });

  it('shows the counts of an import that a command finished in the meantime', async () => {
    const content = longFile(30).replaceAll('L', 'E').replaceAll('2024-01', '2019-01');
    await choose('ambos.csv', content);
    const { releaseBatch, begun } = await sendFirstBatch();
    const kept = begun && keptReading(begun).players;
    assert.ok(kept);
    const importing = await Import.resume(fileOf('ambos.csv', content), begun);
    const terms = { replaceVoided: false, onWarning: 'ask', isPublic: false, roster: null } as const;
    const players = await importing.players(client, kept);
    for await (const _ of importing.send(client, players, terms, kept));
    releaseBatch();
    await tab.getByRole('heading', { name: 'Imported', exact: true }).waitFor();
    await tab.getByText('30 of 30 rows').waitFor();
    await tab.unroute('**/v1/imports/*/rows');
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
    // In the same visit, a file with the same columns takes the choices of the last one.
    writeFileSync(pathOf('fechas2.csv'), `${TIMELESS}\n`);
    await tab.locator('input[type=file]').setInputFiles(pathOf('fechas2.csv'));
    await tab.getByText('The columns are those of fechas.csv').waitFor();
    assert.equal(await time.inputValue(), '19:30');
    await tab.getByLabel('Time zone of the times').selectOption('Asia/Tokyo');
    await tab.getByText('19:30 of the file (Asia/Tokyo) is 10:30 in UTC').waitFor();
    await tab.getByLabel('Time zone of the times').selectOption('UTC');
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
