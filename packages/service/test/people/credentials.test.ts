/** When a cookie is a credential, and what keeps other pages, ports and callers from using it. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { logSink } from '../http/support.ts';
import { addedPerson, freshPerson, type SignedInPerson, signedInWith } from '../support/people.ts';
import { onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const { lines, stream } = logSink();
  const service = useTestService({ engine, isOwn: true, log: { level: 'trace', stream } });
  let partner: TestPartner;
  let ana: SignedInPerson;
  before(async () => {
    partner = await service().freshPartner({ mode: 'live' });
    ana = await freshPerson(service(), partner.id, 'manager');
  });

  const own = '/v1/sign-in';

  describe('a cookie', () => {
    it('does not help a wrong key, and has no effect beside a right one', async () => {
      const wrong = { authorization: 'Bearer bdj_live_wrong' };
      await ana.client.refusal('invalid_credentials', 'GET', '/v1/rosters', { headers: wrong });
      await ana.client.refusal('missing_credentials', 'GET', '/v1/rosters', {
        headers: { authorization: 'Basic YTpi' },
      });
      const beside = { cookie: 'bandeja-80=bds_wrong', 'bandeja-mode': 'test', origin: 'https://evil.example' };
      const answer = await partner.request('GET', '/v1/key', { headers: beside });
      assert.deepEqual([answer.status, answer.body['mode'], answer.headers['bandeja-mode']], [200, 'live', undefined]);
    });

    it('is given to own pages only, so that no other page signs a browser in as somebody else', async () => {
      const { invitation } = await addedPerson(service(), partner.id);
      const invited = service().nobody.withToken(invitation.token);
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const { headers: sent } = await invited.refusal('cross_site_request', 'POST', own, { body: {}, headers });
        assert.equal(sent['set-cookie'], undefined);
      }
      assert.equal((await invited.request('GET', '/v1/invitation')).status, 200);
    });
  });

  it('no token, cookie or name of a person is in the log, but the id of the person is', async () => {
    const { invitation, id, display_name } = await addedPerson(service(), partner.id);
    const { cookie, client } = await signedInWith(service().nobody, invitation.token);
    await client.request('GET', own);
    const log = JSON.stringify(lines);
    for (const secret of [invitation.token, cookie.split('=')[1] ?? '', display_name]) assert.ok(!log.includes(secret));
    assert.ok(lines.some((line) => line['person_id'] === id && line['partner_id'] === partner.id));
  });
});
