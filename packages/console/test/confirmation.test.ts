/** The page of a player's link to a match, and the list of disputes, in a real browser. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { browserAbsence } from '@bandeja/service/test/support/browser';
import type { Page } from 'playwright-core';
import { closeContext, type OpenConsole, openContext, openPage, SIZES, useConsole } from './browser.ts';
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

  async function openLink(id: string, run: (phone: Page) => Promise<void>, locale = 'en-GB'): Promise<void> {
    const { browser, watch } = opened();
    const { data } = await client.matches.createLinks(id, { players: [{ username: 'lucia.v' }] });
    const context = await openContext(browser, 'light', locale);
    const phone = await context.newPage();
    watch(phone);
    await phone.setViewportSize(SIZES[0]);
    await phone.goto(data[0]?.url ?? '');
    await phone.locator('.scoreboard').waitFor();
    await run(phone);
    await closeContext(context);
  }

  it('shows who, when and the score, and completes the match with one tap', async () => {
    const { id } = await submit();
    await openLink(id, async (phone) => {
      const text = await phone.locator('main').innerText();
      for (const part of ['Club Norte', 'Inês Carvalho', '(you)', '6', '4', 'A player of your pair has to confirm'])
        assert.ok(text.includes(part), `${part} is missing in ${text}`);
      await phone.getByRole('button', { name: 'Right', exact: true }).click();
      await phone.getByText('The result counts.').waitFor();
    });
    assert.equal((await client.matches.get(id)).confirmation?.decided_by, 'players');
  });

  it('asks for the fault, and the list of disputes shows it with what decides', async () => {
    const { id } = await submit();
    await openLink(id, async (phone) => {
      await phone.getByRole('button', { name: 'Wrong', exact: true }).click();
      await phone.getByLabel('What is wrong?').fill('It was 4–6.');
      await phone.getByRole('button', { name: 'Send', exact: true }).click();
      await phone.getByText('because “It was 4–6.”').waitFor();
      await phone.getByText('The organizer decides now.').waitFor();
    });
    const { browser, watch, credentials } = opened();
    const context = await openContext(browser, 'light');
    const tab = await context.newPage();
    watch(tab);
    await openPage(tab, credentials, {
      name: 'disputes',
      path: '/matches?status=disputed',
      as: 'manager',
      ready: '.tile .scoreboard',
    });
    await tab.getByText('It was 4–6.').waitFor();
    await tab.getByRole('button', { name: 'Confirm', exact: true }).first().click();
    await tab.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await tab.getByText('No match is disputed').waitFor();
    await closeContext(context);
    assert.equal((await client.matches.get(id)).confirmation?.decided_by, 'partner');
  });

  it('shows a match again that was corrected since it was read', async () => {
    const { id } = await submit();
    await openLink(id, async (phone) => {
      await client.matches.amend(id, { venue_label: 'Club Sur' });
      await phone.getByRole('button', { name: 'Right', exact: true }).click();
      await phone.getByText('The organizer has changed the match.').waitFor();
      await phone.getByText('Club Sur').waitFor();
      await phone.getByRole('button', { name: 'Right', exact: true }).click();
      await phone.getByText('The result counts.').waitFor();
    });
  });

  it('names hidden and erased players in the language of the phone', async () => {
    const { id } = await submit();
    await openLink(
      id,
      async (phone) => {
        await phone.route('**/v1/confirmation', async (route) => {
          const response = await route.fetch();
          const body = await response.json();
          const [first, second] = body.match.teams.A;
          Object.assign(first, { identity: 'hidden', display_name: 'Player 1' });
          Object.assign(second, { identity: 'erased', display_name: 'Erased player' });
          await route.fulfill({ response, json: body });
        });
        await phone.reload();
        for (const name of ['Jugador 1', 'Jugador borrado']) await phone.getByText(name).waitFor();
      },
      'es-ES',
    );
  });

  it('is in the language of the phone', async () => {
    const { id } = await submit();
    await openLink(id, (phone) => phone.getByText('¿Es correcto este resultado?').waitFor(), 'es-ES');
    await openLink(id, (phone) => phone.getByText('Este resultado está certo?').waitFor(), 'pt-PT');
  });
});
