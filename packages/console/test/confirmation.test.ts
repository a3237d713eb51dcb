/** The page of a player's link to a match, and the list of disputes, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/packed-browser';
import type { Page } from 'playwright-core';
import { type OpenConsole, useConsole } from './browser.ts';
import { submitReported } from './confirmation-pages.ts';

describe('the page of a match', { skip: browserAbsence }, () => {
  const opened = useConsole();
  let client: OpenConsole['client'];
  let matches = 0;

  before(() => {
    ({ client } = opened());
  });

  function submit(): Promise<Api.MatchWithWarnings> {
    matches += 1;
    return submitReported(client, `confirmation-${matches}`);
  }

  async function openLink(id: string, options?: { readonly locale: string }): Promise<Page> {
    const { data } = await client.matches.createLinks(id, { players: [{ username: 'lucia.v' }] });
    const phone = await opened().device(options);
    await phone.goto(data[0]?.url ?? '');
    await phone.locator('.scoreboard').waitFor();
    return phone;
  }

  it('shows who, when and the score, and completes the match with one tap', async () => {
    const { id } = await submit();
    const phone = await openLink(id);
    const text = await phone.locator('main').innerText();
    for (const part of ['Club Norte', 'Inês Carvalho', '(you)', '6', '4', 'A player of your pair has to confirm'])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    await phone.getByRole('button', { name: 'Right', exact: true }).click();
    await phone.getByText('The result counts.').waitFor();
    assert.equal((await client.matches.get(id)).confirmation?.decided_by, 'players');
  });

  it('asks for the fault, and the list of disputes shows it with what decides', async () => {
    const { id } = await submit();
    const phone = await openLink(id);
    await phone.getByRole('button', { name: 'Wrong', exact: true }).click();
    await phone.getByLabel('What is wrong?').fill('It was 4–6.');
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await phone.getByText('because “It was 4–6.”').waitFor();
    await phone.getByText('The organizer decides now.').waitFor();
    const { open, tab, button } = opened();
    await open('/matches?status=disputed', 'manager', '.tile .scoreboard');
    await tab.getByText('It was 4–6.').waitFor();
    await button('Confirm').first().click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await tab.getByText('No match is disputed').waitFor();
    assert.equal((await client.matches.get(id)).confirmation?.decided_by, 'partner');
  });

  it('shows a match again that was corrected since it was read', async () => {
    const { id } = await submit();
    const phone = await openLink(id);
    await client.matches.amend(id, { venue_label: 'Club Sur' });
    await phone.getByRole('button', { name: 'Right', exact: true }).click();
    await phone.getByText('The organizer has changed the match.').waitFor();
    await phone.getByText('Club Sur').waitFor();
    await phone.getByRole('button', { name: 'Right', exact: true }).click();
    await phone.getByText('The result counts.').waitFor();
  });

  it('is in the language of the phone, with the names of hidden and erased players', async () => {
    const { id } = await submit();
    const phone = await openLink(id, { locale: 'es-ES' });
    await phone.route('**/v1/confirmation', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const [first, second] = body.match.teams.A;
      Object.assign(first, { identity: 'hidden', display_name: 'Player 1' });
      Object.assign(second, { identity: 'erased', display_name: 'Erased player' });
      await route.fulfill({ response, json: body });
    });
    await phone.reload();
    for (const text of ['¿Es correcto este resultado?', 'Jugador 1', 'Jugador borrado'])
      await phone.getByText(text).waitFor();
  });
});
