/** Columns that are made of a list of the JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { AnImport, aRow } from '../imports/an-import.ts';
import { chosenEngines } from '../support/engines.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { freshName, type TestClient, useTestService } from '../support/service.ts';

type Row = Readonly<Record<string, string>>;

const service = useTestService({ ...(chosenEngines()[0] && { engine: chosenEngines()[0] }) });

async function rowsOf(client: TestClient, path: string): Promise<Row[]> {
  const { text } = await client.request('GET', path, { headers: { accept: 'text/csv' } });
  return parse(text, { bom: true, columns: true });
}

const pick = (row: Row | undefined, ...names: string[]) => names.map((name) => row?.[name]);

describe('a CSV', () => {
  it('of matches has the players by team, and hides those that the JSON hides', async () => {
    const [club, guest] = [await service().freshPartner(), await service().freshPartner()];
    const [a, b, c] = (await club.freshPlayers(3)).map(({ username }) => username);
    const [hidden] = await club.freshPlayers(1, { profile_is_public: false });
    const [first, second, third, fourth] = four(a ?? '', b ?? '', c ?? '', hidden?.username ?? '');
    const participants = [fourth, first, third, second];
    const match = aMatch({ external_ref: freshName('ref'), participants, set_scores: setsOf('6-4 3-6 10-8') });
    await club.request('POST', '/v1/matches', { body: match });
    const names = ['set_scores', 'team_a_1.username', 'team_a_2.username', 'team_b_2.username', 'team_b_1.identity'];
    const [own] = await rowsOf(club, '/v1/matches');
    assert.deepEqual(pick(own, ...names), ['6–4 3–6 10–8', a, b, c, 'shown']);
    const delta = Number(own?.['team_a_1.rating_change.delta']);
    assert.ok(delta > 0 && Number(own?.['team_b_2.rating_change.delta']) < 0);
    const [foreign] = await rowsOf(guest, `/v1/players/${a}/matches`);
    assert.deepEqual(pick(foreign, ...names), ['6–4 3–6 10–8', a, b, c, 'hidden']);
    const ofHidden = ['username', 'profile_id', 'rating_change.delta'].map((name) => `team_b_1.${name}`);
    assert.deepEqual(pick(foreign, 'external_ref', ...ofHidden), ['', '', '', '']);
  });

  it('of players has their external ids', async () => {
    const club = await service().freshPartner();
    const external_ids = [
      { kind: 'member', value: '17' },
      { kind: 'licence', value: 'ES-1024' },
    ];
    await club.request('POST', '/v1/players', { body: { username: freshName('ana'), external_ids } });
    const [row] = await rowsOf(club, '/v1/players');
    assert.equal(row?.['external_ids'], 'licence:ES-1024; member:17');
  });

  it('of the rows of an import has the codes of what is wrong', async () => {
    const club = await service().freshPartner();
    const players = await club.freshPlayers(4);
    const imported = await AnImport.open(club, {});
    await imported.send([aRow(1, players, { winning_team: 'B', set_scores: setsOf('6-4 66-4') })]);
    const [row] = await rowsOf(club, `/v1/imports/${imported.id}/rows`);
    assert.deepEqual(pick(row, 'line', 'state', 'problems'), [
      '1',
      'rejected',
      'implausible_score score_contradicts_winner',
    ]);
  });
});
