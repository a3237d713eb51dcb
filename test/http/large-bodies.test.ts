/** Large bodies take turns, so that one partner’s hold up no other request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTestService } from '../support/service.ts';

const LARGE = JSON.stringify({ unknown: Array<number>(200_000).fill(0) });

describe('large bodies', () => {
  const service = useTestService();

  it('of one partner let a stranger’s read and large body go before all but the first few', async () => {
    const flooding = await service().freshPartner();
    const stranger = await service().freshPartner();
    const answered: string[] = [];
    const noting = async (name: string, answer: Promise<{ readonly status: number }>): Promise<number> => {
      const { status } = await answer;
      answered.push(name);
      return status;
    };
    const flood = Array.from({ length: 20 }, () =>
      noting('flood', flooding.request('POST', '/v1/matches', { raw: LARGE })),
    );
    const read = noting('read', stranger.request('GET', '/v1/rosters'));
    const write = noting('write', stranger.request('POST', '/v1/matches', { raw: LARGE }));
    assert.deepEqual([await read, await write], [200, 422]);
    assert.deepEqual([...new Set(await Promise.all(flood))], [422]);
    assert.ok(answered.indexOf('read') < 8, answered.join());
    assert.ok(answered.indexOf('write') < 8, answered.join());
  });

  it('are refused once as many of the partner wait as may', async () => {
    const flooding = await service().freshPartner();
    const stranger = await service().freshPartner();
    const flood = Array.from({ length: 40 }, () => flooding.request('POST', '/v1/matches', { raw: LARGE }));
    const ofStranger = stranger.request('POST', '/v1/matches', { raw: LARGE });
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    assert.ok(statuses.filter((status) => status === 503).length >= 40 - 34, statuses.join());
    assert.ok(statuses.filter((status) => status === 422).length >= 32, statuses.join());
    assert.equal((await ofStranger).status, 422);
  });
});
