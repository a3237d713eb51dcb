/** Names that are pasted for a night, and long ones, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { PLAYERS, plan, play } from './nights.ts';
import { SIZES } from './opening.ts';

describe('names of players', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let client: OpenConsole['client'];
  before(() => {
    ({ tab, client } = opened());
  });

  const open = (path: string, ready = '.player-search') => opened().open(path, 'manager', ready);
  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  const inSheet = (name: string | RegExp) => tab.getByRole('dialog').getByRole('button', { name, exact: true });

  it('keep the pasted text of a cancelled sheet, may be edited, and are asked about where several players have one', async () => {
    const longName = 'Maximiliano Hernández-Echevarría de la Santísima Trinidad y Todos los Santos Xyz';
    for (const [username, display_name] of [
      ['lucia.m', 'Lucía M.'],
      ['rafa.g', 'Rafa Gil'],
    ] as const) {
      await client.players.register({ username, display_name, profile_is_public: false });
    }
    await open('/tonight/night-pasted');
    await button('Paste names').click();
    const text = `Invitado\n1. Lucía\n2. Rafa\n3. Pepe "el Zurdo"\n4) ${longName}`;
    await tab.getByRole('dialog').getByRole('textbox').fill(text);
    await inSheet('Cancel').click();
    await button('Paste names').click();
    assert.equal(await tab.getByRole('dialog').getByRole('textbox').inputValue(), text);
    await inSheet('Find players').click();
    await inSheet('Add 4 players, 2 new').waitFor();
    const who = (name: string) => tab.getByLabel(`Who is ${name}?`);
    assert.deepEqual([await who('Lucía').inputValue(), await who('Rafa').inputValue()], ['', 'rafa.g']);
    // Nothing is sent before one is chosen.
    await inSheet('Add 4 players, 2 new').click();
    await who('Lucía').selectOption('lucia.m');
    await tab.getByLabel('Add Invitado').check();
    await tab.locator('.found input[value=Invitado]').fill('Pedro Nuevo');
    await inSheet('Find players').click();
    await inSheet('Add 5 players, 3 new').click();
    await tab.getByRole('heading', { name: '5 players' }).waitFor();
    const { data: found } = await client.players.list({ q: 'maximiliano hernandez' });
    assert.deepEqual(
      found.map(({ display_name }) => display_name),
      [longName],
    );
    assert.equal((await client.players.get('pepe.el.zurdo')).display_name, 'Pepe "el Zurdo"');
    assert.equal((await client.players.get('pedro.nuevo')).display_name, 'Pedro Nuevo');
  });

  it('offers fixed pairs if pairs were pasted, and shows that it keeps an unfinished night', async () => {
    await open('/tonight/night-offered');
    await tab.getByLabel('Add a player').waitFor();
    assert.equal(await button('Start empty').count(), 0);
    await button('Paste names').click();
    await tab
      .getByRole('dialog')
      .getByRole('textbox')
      .fill('Sola Una (si puede)\nPar Uno y Par Dos\nPar Tres y Par Cuatro');
    await inSheet('Find players').click();
    await tab.getByText('“(si puede)” was not used').waitFor();
    await inSheet(/^Add 5 players/).click();
    await tab.getByText('These are 2 pairs.').waitFor();
    await button('Play as fixed pairs').click();
    const names = await tab.locator('.pairs button[aria-pressed]').allTextContents();
    assert.deepEqual(names, ['Par Uno', 'Par Dos', 'Par Tres', 'Par Cuatro', 'Sola Una']);
    await tab.reload();
    await tab.getByText('You began this night here before, with 5 players.').waitFor();
    await button('Start empty').click();
    await tab.getByRole('heading', { name: '0 players' }).waitFor();
  });

  it('names the pasted player that was not registered, and does not register the others again', async () => {
    await open('/tonight/night-refused');
    await button('Paste names').click();
    await tab.getByRole('dialog').getByRole('textbox').fill('Bruno Unico\nSara Unica');
    await inSheet('Find players').click();
    const body = { code: 'overloaded', detail: 'Busy.', status: 400 };
    await tab.route('**/v1/players', async (route) => {
      const isRefused = route.request().postData()?.includes('sara.unica') === true;
      return isRefused ? route.fulfill({ status: 400, json: body }) : route.fallback();
    });
    await inSheet('Add 2 players, 2 new').click();
    await tab.getByText('“Sara Unica” was not registered').waitFor();
    await tab.unrouteAll();
    await inSheet('Add 2 players, 2 new').click();
    await tab.getByRole('heading', { name: '2 players' }).waitFor();
    const found = (await client.players.list({ q: 'unic' })).data.map(({ username }) => username);
    assert.deepEqual(found.toSorted(), ['bruno.unico', 'sara.unica']);
    // The browser logs the refusal.
    assert.equal(opened().complaints.splice(0).length, 1);
  });

  it('fit on the pages of a phone even if 80 letters are one word', async () => {
    await tab.setViewportSize(SIZES[0]);
    await client.players.register({ username: 'a.long', display_name: `A${'x'.repeat(79)}`, profile_is_public: false });
    await plan(client, 'long', { players: [{ username: 'a.long' }, ...PLAYERS.slice(1)] });
    await play(client, 'long', 1, [15]);
    await open('/club', 'select');
    for (const [path, ready] of [
      ['/players', 'tbody tr'],
      ['/players/a.long', 'h1'],
      ['/tonight/long', '.ranking'],
      ['/tonight/long?tab=people', '.members'],
    ] as const) {
      await opened().go(path, ready);
      assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), SIZES[0].width, path);
    }
  });
});
