/** The page of imports in a real browser: what became of the rows, and the undo with its preview. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import { type OpenConsole, useConsole } from './browser.ts';
import { SIZES } from './opening.ts';

const PLAYERS = ['ana.pons', 'bel.mas', 'cai.roca', 'dan.soto'];
const participants = PLAYERS.map((username, slot) => ({ username, team: slot < 2 ? ('A' as const) : ('B' as const) }));

describe('the page of imports', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: OpenConsole['tab'];
  let client: OpenConsole['client'];
  let button: OpenConsole['button'];
  const ids: string[] = [];

  before(async () => {
    ({ tab, client, button } = opened());
    await tab.setViewportSize(SIZES[1]);
    for (const username of PLAYERS) await client.players.register({ username });
    const { id } = await client.imports.open({ label: 'liga.csv' });
    const rows = [1, 2, 3].map((day) => ({
      line: day + 1,
      match: {
        external_ref: `liga-${day}`,
        played_at: `2024-05-0${day}T19:10:00Z`,
        participants,
        winning_team: 'A' as const,
      },
    }));
    const { results } = await client.imports.send(id, { rows });
    for (const { match_id } of results) ids.push(match_id ?? '');
    await client.matches.amend(ids[0] ?? '', { venue_label: 'Club Sur' });
  });

  const statuses = () => Promise.all(ids.map(async (id) => (await client.matches.get(id)).status));

  it('shows what an undo would void, undoes it, and then the changed matches, too', async () => {
    await opened().open('/matches');
    await tab.getByRole('link', { name: 'Imports', exact: true }).click();
    await tab.getByRole('heading', { name: 'liga.csv' }).waitFor();
    assert.deepEqual(await opened().faults('imports'), []);
    const undo = async () => {
      await button('Undo this import').click();
      return tab.getByRole('dialog');
    };
    const first = await undo();
    await first.getByText('This voids 2 matches for good. The import takes no more rows.').waitFor();
    await first.getByLabel('Reason').fill('Wrong season');
    await first.getByRole('button', { name: 'Undo this import' }).click();
    await tab.getByText('Undone: 2 matches are voided. Changed since and left: 1.').waitFor();
    assert.deepEqual(await statuses(), ['completed', 'voided', 'voided']);
    const second = await undo();
    await second.getByLabel('Also void 1 match that was changed since').check();
    await second.getByText('This voids 1 match for good').waitFor();
    const request = tab.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/undo'));
    await second.getByRole('button', { name: 'Undo this import' }).click();
    // The service would store an English reason for people of every language.
    assert.equal((await request).postDataJSON().reason, 'Import undone: liga.csv');
    await tab.getByText('Undone: 3 matches are voided. Changed since and left: 0.').waitFor();
    assert.deepEqual(await statuses(), ['voided', 'voided', 'voided']);
    assert.equal(await button('Undo this import').count(), 0);
    await tab.getByText('· Undone').waitFor();
  });

  it('shows the rows of an import by their states, in words, and closes it', async () => {
    const { id } = await client.imports.open({ label: 'pistas.xlsx', options: { on_warning: 'hold' } });
    const of = (day: number, ref: string, games: number) => ({
      ...{ external_ref: ref, played_at: `2024-06-0${day}T19:10:00Z`, winning_team: 'A' as const },
      participants,
      set_scores: [{ set_number: 1, team_a_games: 6, team_b_games: games }],
    });
    await client.imports.send(id, {
      rows: [
        { line: 2, match: of(1, 'pistas-1', 4) },
        { line: 3, match: of(2, 'pistas-1', 4) },
        { line: 4, match: of(3, 'pistas-3', 5) },
        { line: 5, faults: [{ code: 'not_a_score', values: { text: 'seis', columns: ['Resultado'] } }] },
      ],
    });
    await opened().open(`/imports/${id}`);
    await tab.getByText('Resultado: “seis” is not a scoreline').waitFor();
    await tab.getByText('A set does not end 6–5.').waitFor();
    await tab.getByText('the time: stored 2024-06-01').waitFor();
    assert.deepEqual(await opened().faults('import-rows', 1), []);
    await tab.getByRole('link', { name: 'Not stored 1' }).click();
    await tab.getByText('Row 2').waitFor({ state: 'detached' });
    assert.equal(await tab.locator('.groups li').count(), 1);
    const download = tab.waitForEvent('download');
    await button('Download the result file').click();
    const report = readFileSync(await (await download).path(), 'utf8');
    assert.deepEqual(report.match(/,(created|conflict|rejected),/g), [
      ',created,',
      ',conflict,',
      ',rejected,',
      ',rejected,',
    ]);

    await button('Close').click();
    await tab.getByRole('dialog').getByText('The matches that are stored stay').waitFor();
    await tab.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await tab.getByText('· Closed').waitFor();
    assert.equal((await client.imports.get(id)).state, 'closed');
  });
});
