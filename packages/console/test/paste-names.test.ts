/** Names that are pasted for a night, and long ones, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import type { Page } from 'playwright-core';
import { type OpenConsole, openPage, SIZES, useConsole } from './browser.ts';
import { PLAYERS, plan, play } from './nights.ts';

describe('names of players', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let client: OpenConsole['client'];
  before(() => {
    ({ tab, client } = opened());
  });

  const open = (path: string, ready = '.player-search') =>
    openPage(tab, opened().credentials, { name: path, path, as: 'manager', ready });
  const button = (name: string) => tab.getByRole('button', { name, exact: true });
  const inSheet = (name: string | RegExp) => tab.getByRole('dialog').getByRole('button', { name, exact: true });

  it("leaves out pasted lines that aren't names, keeps the text of a cancelled sheet and asks who several may be", async () => {
    const longName = 'Maximiliano Hernández-Echevarría de la Santísima Trinidad y Todos los Santos Xyz';
    for (const [username, display_name] of [
      ['lucia.m', 'Lucía M.'],
      ['rafa.g', 'Rafa Gil'],
    ] as const) {
      await client.players.register({ username, display_name, profile_is_public: false });
    }
    await open('/tonight/night-pasted');
    await button('Paste names').click();
    const text = `Pista 1 y 2\n10€ por cabeza\n+1 de Rafa\nReserva: Toni\nInvitado\n1. Lucía\n2. Rafa\n3. Pepe "el Zurdo"\nJ\n4) ${longName}`;
    await tab.getByRole('dialog').getByRole('textbox').fill(text);
    await inSheet('Cancel').click();
    await button('Paste names').click();
    assert.equal(await tab.getByRole('dialog').getByRole('textbox').inputValue(), text);
    await inSheet('Find players').click();
    await inSheet('Add 5 players, 3 new').waitFor();
    const unticked = tab.locator('.found input[type=checkbox]:not(:checked)');
    assert.equal(await unticked.count(), 5);
    const who = (name: string) => tab.getByLabel(`Who is ${name}?`);
    assert.deepEqual([await who('Lucía').inputValue(), await who('Rafa').inputValue()], ['', 'rafa.g']);
    // Nothing is sent before one is chosen.
    await inSheet('Add 5 players, 3 new').click();
    await who('Lucía').selectOption('lucia.m');
    await tab.getByLabel('Add Invitado').check();
    await tab.locator('.found input[value=Invitado]').fill('Pedro Nuevo');
    await inSheet('Find players').click();
    await inSheet('Add 6 players, 4 new').click();
    await tab.getByRole('heading', { name: '6 players' }).waitFor();
    const { data: found } = await client.players.list({ q: 'maximiliano hernandez' });
    assert.deepEqual(
      found.map(({ display_name }) => display_name),
      [longName],
    );
    assert.equal((await client.players.get('pepe.el.zurdo')).display_name, 'Pepe "el Zurdo"');
    assert.equal((await client.players.get('pedro.nuevo')).display_name, 'Pedro Nuevo');
  });

  it('makes pairs of names that were pasted together in a night of fixed pairs, before those without one', async () => {
    await open('/tonight/night-in-pairs');
    await tab.getByLabel('Format', { exact: true }).selectOption('teams');
    await button('Paste names').click();
    await tab.getByRole('dialog').getByRole('textbox').fill('sola una\nTRES, Ana y CUATRO, Bea\nLi 李小龙/Zoë Øster');
    await inSheet('Find players').click();
    await inSheet('Add 5 players, 5 new').click();
    await tab.getByRole('heading', { name: '5 players' }).waitFor();
    const names = await tab.locator('.pairs button[aria-pressed]').allTextContents();
    assert.deepEqual(names, ['Ana Tres', 'Bea Cuatro', 'Li 李小龙', 'Zoë Øster', 'Sola Una']);
    for (const username of ['ana.tres', 'li.lixiaolong', 'zoe.oster']) await client.players.get(username);
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

  it('distinguishes namesakes, and reads who comes in a later round', async () => {
    for (const username of ['ana.doble', 'ana.doble.2'])
      await client.players.register({ username, display_name: 'Ana Doble', profile_is_public: false });
    await open('/tonight/night-namesakes');
    await button('Paste names').click();
    const text = 'Ana Doble\nLaia Font (llega 21h)\nNoa Gil (desde la ronda 3)';
    await tab.getByRole('dialog').getByRole('textbox').fill(text);
    await inSheet('Find players').click();
    await tab.getByText('“llega 21h” was not used').waitFor();
    await tab.getByLabel('Who is Ana Doble?').selectOption('ana.doble');
    await inSheet('Add 3 players, 2 new').click();
    await tab.getByText('Noa Gil from round 3').waitFor();
    await tab.getByLabel('Add a player').fill('ana doble');
    await tab.getByRole('button', { name: 'Ana Doble ana.doble.2' }).click();
    await tab.getByRole('heading', { name: '4 players' }).waitFor();
    // Enter takes the first: a name that begins so, before one that has such a word.
    for (const [username, display_name] of [
      ['aba.zorro', 'Aba Zorro'],
      ['zora.xu', 'Zora Xu'],
    ] as const)
      await client.players.register({ username, display_name, profile_is_public: false });
    await tab.getByLabel('Add a player').fill('zor');
    await tab.getByRole('button', { name: 'Aba Zorro' }).waitFor();
    await tab.getByLabel('Add a player').press('Enter');
    await tab.getByRole('heading', { name: '5 players' }).waitFor();
    assert.deepEqual(
      (await tab.locator('.tags li').allTextContents()).map((tag) => tag.replace('✕', '')),
      ['Ana Doble 1', 'Laia Font', 'Noa Gil', 'Ana Doble 4', 'Zora Xu'],
    );
  });

  it('fit on the pages of a phone even if 80 letters are one word', async () => {
    await tab.setViewportSize(SIZES[0]);
    await client.players.register({ username: 'a.long', display_name: `A${'x'.repeat(79)}`, profile_is_public: false });
    await plan(client, 'long', { players: [{ username: 'a.long' }, ...PLAYERS.slice(1)] });
    await play(client, 'long', 1, [15]);
    for (const [path, ready] of [
      ['/players', 'tbody tr'],
      ['/players/a.long', 'h1'],
      ['/tonight/long', '.ranking'],
      ['/tonight/long?tab=people', '.members'],
    ] as const) {
      await open(path, ready);
      assert.equal(await tab.evaluate('document.documentElement.scrollWidth'), SIZES[0].width, path);
    }
  });
});
