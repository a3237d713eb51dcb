/** When a cookie is a credential, and what keeps other pages, ports and callers from using it. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { logSink } from '../http/support.ts';
import { addedPerson, freshPerson, type SignedInPerson, signedInWith } from '../support/people.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

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
    it('is a credential only beside a mode, so that no page uses it by mistake', async () => {
      for (const mode of [{}, { 'bandeja-mode': '' }, { 'bandeja-mode': 'LIVE' }, { 'bandeja-mode': 'live, live' }]) {
        const client = service().nobody.withHeaders({ cookie: ana.cookie, ...mode });
        await client.refusal('missing_credentials', 'GET', own);
        await client.refusal('missing_credentials', 'DELETE', own);
      }
      assert.equal((await ana.client.request('GET', own)).status, 200);
    });

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

    it('is refused beside the id of another person, so that an old page stores nothing in a wrong name', async () => {
      const bea = await freshPerson(service(), partner.id, 'organizer');
      const path = `/v1/rosters/${freshName('roster').toLowerCase()}`;
      const write = { body: { name: 'Friday' }, headers: { 'bandeja-person': ana.signIn.person.id } };
      for (const other of [bea.signIn.person.id, 'Ana', ''])
        await ana.client.refusal('invalid_credentials', 'PUT', path, {
          ...write,
          headers: { 'bandeja-person': other },
        });
      await bea.client.refusal('invalid_credentials', 'PUT', path, write);
      await ana.client.refusal('roster_not_found', 'GET', path);
      assert.equal((await ana.client.request('PUT', path, write)).status, 201);
      assert.equal((await partner.request('PUT', path, write)).status, 200);
    });

    it('is named after the port, and over HTTPS it is __Host- and Secure; only that of the scheme is read', async () => {
      const { nobody } = service();
      const signIn = async (headers: Record<string, string>) => {
        const { invitation } = await addedPerson(service(), partner.id);
        const answer = await nobody.withToken(invitation.token).request('POST', own, { body: {}, headers });
        return answer.headers['set-cookie'] ?? '';
      };
      const attributes = '; Max-Age=2592000; Path=/; HttpOnly';
      const value = 'bds_[0-9A-Za-z]{38}';
      const plain = await signIn({ host: '192.168.1.7:8081' });
      assert.match(plain, new RegExp(`^bandeja-8081=${value}${attributes}; SameSite=Strict$`));
      const secure = await signIn({ host: 'padel.club', 'x-forwarded-proto': 'https' });
      assert.match(secure, new RegExp(`^__Host-bandeja=${value}${attributes}; Secure; SameSite=Strict$`));
      const [cookie = ''] = secure.split(';');
      const client = nobody.withHeaders({ cookie, 'bandeja-mode': 'live' });
      await client.refusal('missing_credentials', 'GET', own);
      const https = { 'x-forwarded-proto': 'https' };
      assert.equal((await client.request('GET', own, { headers: https })).status, 200);
      await ana.client.refusal('missing_credentials', 'GET', own, { headers: https });
      await ana.client.refusal('missing_credentials', 'GET', own, { headers: { host: 'localhost:8081' } });
    });

    it('is refused to other pages before anything else is looked at; keys are not', async () => {
      const foreign = { origin: 'https://evil.example' };
      const ended = service().nobody.withHeaders({ cookie: 'bandeja-80=bds_ended', 'bandeja-mode': 'live' });
      for (const client of [ana.client, ended]) {
        for (const headers of [foreign, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
          const options = { headers: { ...headers, 'content-type': 'text/plain' }, raw: 'x' };
          await client.refusal('cross_site_request', 'POST', '/v1/matches', options);
          await client.refusal('cross_site_request', 'DELETE', own, { headers });
        }
      }
      assert.equal((await ana.client.request('GET', own, { headers: { origin: 'http://localhost' } })).status, 200);
      assert.equal((await partner.request('GET', '/v1/key', { headers: foreign })).status, 200);
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

    it('answers no preflight, so that other pages cannot send its headers', async () => {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'bandeja-mode',
      };
      const answer = await service().app.inject({ method: 'OPTIONS', url: own, headers });
      assert.equal(answer.statusCode, 405);
      assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('access-control')));
    });

    it('opens no route of operators', async () => {
      await ana.client.refusal('missing_credentials', 'GET', '/admin/v1/partners');
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
