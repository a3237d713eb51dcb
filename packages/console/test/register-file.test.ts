/** Registering the players of a file, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Bandeja } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';

describe('the players of a file', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let tab: Page;
  let client: OpenConsole['client'];

  before(async () => {
    ({ tab, client } = opened());
    await client.players.register({ username: 'nora.gil', display_name: 'Nora Gil', profile_is_public: false });
  });

  const count = async (label: string) =>
    tab.getByRole('dialog').locator('.figures > div', { hasText: label }).locator('dd').innerText();

  async function check(rows: string): Promise<void> {
    await opened().open('/players', 'manager', 'tbody tr');
    await opened().button('Register from a file').click();
    await tab.getByLabel('Or paste the rows').fill(rows);
    await opened().button('Check').click();
    await tab.getByRole('dialog').locator('.figures').waitFor();
  }

  it('are checked, and registered with their levels and ids', async () => {
    await check(
      [
        'usuario;nombre;pais;starting_level;starting_level_source;external_id_licence',
        'olga.ros;Olga Ros;es;3,5;coach;L-1',
        'pau.mas;Pau Mas;;;;',
        'nora.gil;Nora Gil;;2;;L-2',
        'quim.sol;Quim Sol;;12;;',
      ].join('\n'),
    );
    assert.deepEqual([await count('New'), await count('Registered already'), await count('Left out')], ['2', '1', '1']);
    await tab.getByText('quim.sol: ').waitFor();
    await opened().button('Send 3 players').click();
    await opened().button('Done').click();
    const olga = await client.players.get('olga.ros');
    const { starting_level: level } = olga;
    assert.deepEqual([olga.country_code, level?.value, level?.source], ['ES', 3.5, 'coach']);
    assert.deepEqual(olga.external_ids, [{ kind: 'licence', value: 'L-1' }]);
    const nora = await client.players.get('nora.gil');
    assert.deepEqual([nora.starting_level, nora.external_ids], [null, [{ kind: 'licence', value: 'L-2' }]]);
  });

  it('are listed in the order of the file if they are refused, even those that are refused only when they are sent', async () => {
    await check(
      [
        'username;name;starting_level;external_id_licence',
        'uno.sol;Uno Sol;12;',
        'dos.sol;Dos Sol;12;',
        'tres.sol;Tres Sol;;L-9',
      ].join('\n'),
    );
    const { username } = await client.players.register({ username: 'cuatro.sol', profile_is_public: false });
    await client.players.putExternalId(username, 'licence', 'L-9');
    await opened().button('Send 1 player').click();
    await opened().button('Done').waitFor();
    const refused = await tab.getByRole('dialog').locator('.names-list li').allInnerTexts();
    assert.deepEqual(
      refused.map((text) => text.slice(0, text.indexOf(':'))),
      ['uno.sol', 'dos.sol', 'tres.sol'],
    );
  });

  it('of other clubs are added only after a person confirmed them', async () => {
    const { operator, credentials } = opened();
    const { id } = await operator.partners.create({ name: 'Club Sur', plan: 'enterprise' });
    const { key } = await operator.keys.issue(id, { scopes: ['write:players', 'read:players'] });
    const other = new Bandeja({ baseUrl: credentials.url, key });
    await other.players.register({ username: 'rut.vega', display_name: 'Rut Vega', profile_is_public: true });
    await opened().open('/players', 'manager', 'tbody tr');
    await opened().button('Register from a file').click();
    await tab.locator('input[type=file]').setInputFiles({
      name: 'socios.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('username,external_id_member\nrut.vega,77\n'),
    });
    await tab.getByLabel('Every club may see the new players').check();
    await opened().button('Check').click();
    await tab.getByText('rut.vega is “Rut Vega”').waitFor();
    await tab.getByText('No player can be registered.').waitFor();
    await tab.getByLabel('I mean this person').check();
    await opened().button('Send 1 player').click();
    await opened().button('Done').click();
    assert.deepEqual((await client.players.get('rut.vega')).external_ids, [{ kind: 'member', value: '77' }]);
  });

  it('get usernames made of their names where the file has none, in the letters of any script', async () => {
    await check('name\n"ØSTER, Łukasz"\nمحمد العلي');
    await opened().button('Send 2 players').click();
    await opened().button('Done').click();
    assert.equal((await client.players.get('lukasz.oster')).display_name, 'Łukasz Øster');
    assert.equal((await client.players.get('mhmd.alaly')).display_name, 'محمد العلي');
  });
});
