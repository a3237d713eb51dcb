/** The references of a plan's results, in submissions of the partner. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatchResults } from '@bandeja/contract/matches';
import { statement } from '@bandeja/postgres/database';
import { faultsOf } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { PlannedNight } from './planned-night.ts';

/** Stores what a submission may not. */
const rename = statement(
  'test_rename_match',
  'update matches set external_ref = $3 where partner_id = $1 and external_ref = $2',
);

const CONFLICTING = ['/external_ref conflicting'];

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function aNight() {
    const night = await PlannedNight.of(await service().freshPartner());
    const { id } = await night.plan();
    const body = (external_ref: string) =>
      aMatch({ external_ref, participants: four(...night.players.slice(0, 4)), set_scores: setsOf('6-4 6-3') });
    return { night, id, body };
  }

  describe('a submission with a reference of a plan’s results', () => {
    it('is rejected alone, in a dry run and in a batch, and the court stays free for its result', async () => {
      const { night, id, body } = await aNight();
      const { partner } = night;
      for (const suffix of ['-r1-c1', '-r1-c1-2', '-r', '-rest'])
        for (const query of [{}, { dry_run: true }]) {
          const refused = await partner.refusal('invalid_body', 'POST', '/v1/matches', {
            body: body(id + suffix),
            query,
          });
          assert.deepEqual(faultsOf(refused.body), CONFLICTING);
        }
      const matches = [body(`${id}-r1-c1`), body('mine'), body(`${id}-r1-c2`)];
      const batch = await partner.request<BatchResults>('POST', '/v1/matches/batch', { body: { matches } });
      const results = batch.body.results.map(({ status, error }) => (error ? faultsOf(error) : status));
      assert.deepEqual(results, [CONFLICTING, 'created', CONFLICTING]);
      assert.ok((await night.courts(1)).every(({ result }) => result === null));

      await night.open(1);
      const entered = await night.enter(1, 1, '15-9');
      assert.deepEqual([entered.status, entered.body.match.external_ref], [201, `${id}-r1-c1`]);
      const again = await partner.refusal('invalid_body', 'POST', '/v1/matches', { body: body(`${id}-r1-c1`) });
      assert.deepEqual(faultsOf(again.body), CONFLICTING);
    });

    it('is accepted if the plan is another partner’s, was deleted, or is not followed by -r', async () => {
      const { night, id, body } = await aNight();
      const other = await aNight();
      const submit = (reference: string) => night.partner.request('POST', '/v1/matches', { body: body(reference) });
      for (const reference of [id, `${id}-1`, `x${id}-r1-c1`, `${other.id}-r1-c1`]) {
        const { status, text } = await submit(reference);
        assert.equal(status, 201, text);
      }
      await other.night.open(1);
      assert.ok((await other.night.courts(1)).every(({ result }) => result === null));
      await night.partner.request('DELETE', night.path);
      assert.equal((await submit(`${id}-r1-c1`)).status, 201);
    });
  });

  describe('a match that was not entered for a court', () => {
    it('is not its result, even with a reserved reference', async () => {
      const { night, id, body } = await aNight();
      await night.partner.request('POST', '/v1/matches', { body: body('mine') });
      await service().database.query(rename, [night.partner.id, 'mine', `${id}-r1-c1`]);
      await night.open(1);
      const [court] = await night.courts(1);
      assert.equal(court?.result, null);
    });
  });
});
