import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportRow } from '@bandeja/contract/import-rows';
import type { OwnMatchView } from '@bandeja/contract/matches';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';
import { AnImport, aRow, changed, type RowBody } from './an-import.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const setUp = async () => {
    const partner = await service().freshPartner();
    const four = await partner.freshPlayers(5);
    const [, , , dani = assert.fail(), eva = assert.fail()] = four;
    return {
      partner,
      four: four.slice(0, 4),
      dani,
      eva,
      imported: await AnImport.open(partner, { references: 'derived' }),
    };
  };
  const submit = async (partner: TestPartner, row: RowBody) => {
    const body = { ...(row.match as object), trust_tier: 'imported' };
    return (await partner.request<OwnMatchView>('POST', '/v1/matches', { body })).body;
  };
  const short = ({ state, match_id, warnings }: ImportRow) => [
    state,
    match_id,
    ...warnings.map(({ code, match_id: other, values }) => [code, other, values]),
  ];

  describe('with derived references, a row', () => {
    it('is the only match of the same teams at the same instant, even if it is sent again', async () => {
      const { partner, four, imported } = await setUp();
      const stored = await submit(partner, aRow(0, four));
      const [ana, bea, ...others] = four;
      const turned = aRow(1, [...others.reverse(), bea, ana] as typeof four, {
        winning_team: 'B',
        set_scores: setsOf('4-6 3-6'),
      });
      for (let time = 0; time < 2; time += 1)
        assert.deepEqual(short(await imported.sendOne(turned)), ['duplicate', stored.id]);
      const conflict = await imported.sendOne(changed(turned, { set_scores: setsOf('2-6 3-6') }));
      assert.deepEqual(
        [...short(conflict), conflict.differences.map(({ code }) => code)],
        ['conflict', stored.id, ['score']],
      );
      assert.deepEqual((await imported.sendOne(aRow(2, four))).state, 'created');
      assert.deepEqual(short(await imported.sendOne(turned)), ['duplicate', stored.id]);
    });

    it('is not the match of other teams, of another instant, of a voided one, of one of several, or beside such a row', async () => {
      const { partner, four, imported } = await setUp();
      const [ana, bea, cruz, dani] = four;
      const at = (day: number) => ({ played_at: `2026-05-0${day}T19:10:00Z` });
      await submit(partner, aRow(0, [ana, cruz, bea, dani] as typeof four, at(1)));
      const voided = await submit(partner, aRow(0, four, at(2)));
      await partner.request('POST', `/v1/matches/${voided.id}/void`, { body: { reason: 'Wrong.' } });
      await submit(partner, aRow(0, four, at(3)));
      await submit(partner, aRow(0, four, at(3)));
      await submit(partner, aRow(0, four, at(4)));
      const { results } = await imported.send([
        aRow(1, four, at(1)),
        aRow(2, four, at(2)),
        aRow(3, four, at(3)),
        aRow(4, four, at(4)),
        aRow(5, four, at(4)),
      ]);
      assert.deepEqual(
        results.map(({ state }) => state),
        ['created', 'created', 'created', 'created', 'created'],
      );
    });

    it('is warned of the same score that day, and of three of its players at the same instant', async () => {
      const { partner, four, dani, eva, imported } = await setUp();
      const stored = await submit(partner, aRow(0, four));
      const row = aRow(1, four, { played_at: '2026-05-02T19:10:00Z' });
      const other = { external_ref: stored.external_ref, minutes: -1440 };
      assert.deepEqual(short(await imported.sendOne(row)).slice(2), [['stored_that_day', stored.id, other]]);
      const far = aRow(2, four, { played_at: '2026-04-30T19:09:00Z' });
      assert.deepEqual(short(await imported.sendOne(far)).slice(2), []);
      const almost = await imported.sendOne(aRow(3, [...four.slice(0, 3), eva]));
      const another = { external_ref: stored.external_ref, stored: dani.username, sent: eva.username };
      assert.deepEqual(short(almost).slice(2), [['stored_with_another_player', stored.id, another]]);
      const username = freshName('new');
      const { results } = await imported.send([aRow(4, [...four.slice(0, 3), 'n'])], [{ key: 'n', username }]);
      assert.deepEqual(
        results[0]?.warnings.map(({ code, values }) => [code, values]),
        [['stored_with_another_player', { ...another, sent: username }]],
      );
    });

    it('is not warned of matches that rows of its import have, and without derived references of none', async () => {
      const { partner, four, imported } = await setUp();
      await imported.sendOne(aRow(1, four));
      const next = aRow(2, four, { played_at: '2026-05-02T10:10:00Z' });
      assert.deepEqual(short(await imported.sendOne(next)).slice(2), []);
      const given = await AnImport.open(partner);
      const third = aRow(3, four, { played_at: '2026-05-02T15:10:00Z' });
      assert.deepEqual(short(await given.sendOne(third)).slice(2), []);
    });
  });
});
