import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Player } from '@bandeja/contract/players';
import type { ScaleView } from '@bandeja/contract/scale';
import { freshName, onEachEngine, useTestService } from '../support/service.ts';

const HALVES = {
  name: 'Half scale',
  points: [
    [0, 0],
    [3000, 3.5],
  ],
};

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const scaleOf = async () => (await service().operator.request<ScaleView>('GET', '/admin/v1/scale')).body;
  const put = (body: object) => service().operator.request<ScaleView>('PUT', '/admin/v1/scale', { body });

  describe(`the scale of levels, on ${engine}`, () => {
    it('is the default one until an operator replaces it, and again after a reset; each change raises the version', async () => {
      const partner = await service().freshPartner();
      const before = await scaleOf();
      assert.deepEqual(before.points, [
        [0, 0],
        [1000, 0.5],
        [1500, 3],
        [1900, 5],
        [2300, 6.5],
        [3000, 7],
      ]);
      assert.deepEqual((await partner.request('GET', '/v1/scale')).body, before);
      const username = freshName('new');
      const levelOf = async () => (await partner.request<Player>('GET', `/v1/players/${username}`)).body.rating.level;
      await partner.request('POST', '/v1/players', { body: { username } });
      assert.equal(await levelOf(), 3);
      const replaced = await put(HALVES);
      assert.equal(replaced.status, 200);
      assert.deepEqual([replaced.body.name, replaced.body.version], [HALVES.name, before.version + 1]);
      assert.equal(await levelOf(), 1.75);
      for (const more of [2, 3]) {
        assert.equal((await service().operator.request('DELETE', '/admin/v1/scale')).status, 204);
        assert.deepEqual(await scaleOf(), { ...before, version: before.version + more });
      }
      assert.equal(await levelOf(), 3);
    });

    it('is explained in the language of the caller', async () => {
      const partner = await service().freshPartner();
      const { body } = await partner.request<ScaleView>('GET', '/v1/scale', { headers: { 'accept-language': 'es' } });
      assert.match(body.text, /no hay conversión/);
    });

    /** The knots of a scale, each its score and its level. */
    const FAULTS: readonly (readonly [what: string, knots: string, fault: string])[] = [
      ['one knot', '0:0', '/points out_of_range'],
      ['a first score above 0', '1:0 3000:7', '/points/0/0 out_of_range'],
      ['a last score below 3000', '0:0 2999:7', '/points/1/0 out_of_range'],
      ['a score that is not whole', '0:0 10.5:0.1 3000:7', '/points/1/0 bad_format'],
      ['scores that do not rise', '0:0 900:1 900:2 3000:7', '/points/2/0 out_of_range'],
      ['levels that do not rise', '0:1 900:1 3000:7', '/points/1/1 out_of_range'],
      ['a level above 7', '0:0 3000:7.01', '/points/1/1 out_of_range'],
      ['a third decimal', '0:0 900:1.005 3000:7', '/points/1/1 bad_format'],
      ['a point worth more than 0.01', '0:0 99:1 3000:7', '/points/1/1 out_of_range'],
      ['a knot of three numbers', '0:0 99:1:1 3000:7', '/points/1 out_of_range'],
    ];
    for (const [what, knots, fault] of FAULTS) {
      it(`is refused with ${what}, and nothing changes`, async () => {
        const before = await scaleOf();
        const points = knots.split(' ').map((knot) => knot.split(':').map(Number));
        const { status, body } = await put({ ...HALVES, points });
        assert.equal(status, 422);
        const { errors } = body as unknown as { errors: { pointer: string; code: string }[] };
        assert.deepEqual(
          errors.map(({ pointer, code }) => `${pointer} ${code}`),
          [fault],
        );
        assert.deepEqual(await scaleOf(), before);
      });
    }
  });
});
