import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import type { NightLink } from '@bandeja/contract/links';
import { dumpOf } from '../support/dump.ts';
import { onEachEngine, type PageBody, startTestService, useTestService } from '../support/service.ts';
import { LinkedNight } from './linked-night.ts';

const HOUR_MS = 3_600_000;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('the links of a night', () => {
    it('a link is made with its defaults, and its token and address are shown once', async () => {
      const partner = await service().freshPartner();
      const night = await LinkedNight.of(partner);
      const { status, body } = await night.makeLink();
      assert.equal(status, 201);
      const { id, token, url, expires_at, created_at, ...rest } = body;
      const defaults = { private_players: 'first_name', label: null, last_used_at: null, withdrawn_at: null };
      assert.deepEqual(rest, { role: 'score', court: null, short_code: null, ...defaults });
      assert.match(token, /^bdn_(live|test)_[0-9a-f]{32}_[0-9A-Za-z]{38}$/);
      assert.equal(url, `http://localhost/n#${token}`);
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 12 * HOUR_MS);
      const wanted = { role: 'view', court: 2, expires_in_hours: 168, private_players: 'hidden', label: 'Wall' };
      const other = (await night.makeLink(wanted)).body;
      const { expires_in_hours: hours, ...shown } = wanted;
      assert.deepEqual({ ...other, ...shown }, other);
      assert.equal(Date.parse(other.expires_at) - Date.parse(other.created_at), hours * HOUR_MS);
      const listed = await partner.request<PageBody<NightLink>>('GET', night.links);
      assert.deepEqual(
        listed.body.data.map((one) => one.id),
        [id, other.id],
      );
      assert.ok(!listed.text.includes('bdn_'), listed.text);
    });

    it('the address has the host of the request, and https if a proxy says so', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      for (const [headers, start] of [
        [{ host: 'club.example', 'x-forwarded-proto': 'https' }, 'https://club.example/n#bdn_'],
        [{ host: 'club.example:8443', 'x-forwarded-proto': 'ftp' }, 'http://club.example:8443/n#bdn_'],
        [{ host: 'not a host' }, 'http://localhost/n#bdn_'],
      ] as const) {
        const answer = await night.partner.request('POST', night.links, { body: { role: 'view' }, headers });
        assert.ok(String(answer.body['url']).startsWith(start), answer.text);
      }
      const { headers, status } = await service()
        .app.inject({ method: 'GET', url: '/n' })
        .then((answer) => ({
          headers: answer.headers,
          status: answer.statusCode,
        }));
      assert.deepEqual([status, headers.location], [302, '/console/night']);
    });

    it('a token is neither in the database nor in the log, only its SHA-256', async (t) => {
      const lines: string[] = [];
      const stream = new Writable({
        write: (chunk, _encoding, done) => {
          lines.push(String(chunk));
          done();
        },
      });
      const own = await startTestService({ engine, log: { level: 'trace', stream } });
      t.after(() => own.stop());
      const night = await LinkedNight.of(await own.freshPartner());
      const phone = await night.phone();
      await phone.night();
      await phone.client.refusal('invalid_credentials', 'GET', '/v1/matches');
      await phone.client.refusal('plan_not_found', 'PUT', '/v1/night/rounds/99/courts/1/result', {
        body: { seen: null, players: { A: [1, 2], B: [3, 4] } },
      });
      const { token, id } = phone.link;
      const log = lines.join('');
      assert.ok(log.includes(`"link_id":"${id}"`), log);
      const dump = await dumpOf(own.database);
      assert.ok(dump.includes(createHash('sha256').update(token).digest('hex')));
      const secret = token.split('_')[3]?.slice(0, 32) ?? assert.fail();
      for (const text of [log, dump]) assert.ok(!text.includes(secret), 'the secret is stored or logged');
    });

    it('the 21st valid link is refused, even if many are made at once, until one ends', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const made = await Promise.all(Array.from({ length: 26 }, () => night.makeLink()));
      const refused = made.filter(({ status }) => status === 409);
      assert.deepEqual([refused.length, refused[0]?.body.code], [6, 'too_many_links']);
      const [first] = made.filter(({ status }) => status === 201);
      await night.partner.request('DELETE', `/v1/links/${first?.body.id}`);
      assert.equal((await night.makeLink()).status, 201);
      assert.equal((await night.makeLink()).status, 409);
      assert.equal((await (await LinkedNight.of(night.partner)).makeLink()).status, 201);
    });

    it('a closed night has no new `score` link, and its old ones count as before', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      for (let count = 0; count < 19; count += 1) await night.makeLink();
      await night.post('close');
      await night.partner.refusal('invalid_transition', 'POST', night.links, { body: { role: 'score' } });
      assert.equal((await night.makeLink({ role: 'view' })).status, 201);
      await night.partner.refusal('too_many_links', 'POST', night.links, { body: { role: 'view' } });
    });

    it('a link needs a planned night of the partner, and a court of it', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const { body } = await night.makeLink({ court: 3 });
      assert.deepEqual(
        body.errors?.map(({ pointer, code }) => [pointer, code]),
        [['/court', 'out_of_range']],
      );
      const stranger = await service().freshPartner();
      await stranger.refusal('plan_not_found', 'POST', night.links, { body: { role: 'view' } });
      await stranger.refusal('plan_not_found', 'GET', night.links);
      const { id } = (await night.makeLink()).body;
      await stranger.refusal('link_not_found', 'DELETE', `/v1/links/${id}`);
      assert.equal((await night.partner.request('DELETE', `/v1/links/${id}`)).status, 204);
    });

    it('a withdrawal is repeatable, and keeps its first time', async () => {
      const night = await LinkedNight.of(await service().freshPartner());
      const { id } = (await night.makeLink()).body;
      const withdraw = async () => {
        assert.equal((await night.partner.request('DELETE', `/v1/links/${id}`)).status, 204);
        return (await night.partner.request<PageBody<NightLink>>('GET', night.links)).body.data[0]?.withdrawn_at;
      };
      const at = await withdraw();
      assert.ok(typeof at === 'string');
      assert.equal(await withdraw(), at);
    });

    it('shows when a link was last used, to a minute', async (t) => {
      const own = await startTestService({ engine });
      t.after(() => own.stop());
      const night = await LinkedNight.of(await own.freshPartner());
      const phone = await night.phone();
      const lastUsed = async () =>
        (await night.partner.request<PageBody<NightLink>>('GET', night.links)).body.data[0]?.last_used_at ?? '';
      assert.equal(await lastUsed(), '');
      await phone.night();
      const first = await lastUsed();
      own.advance(30_000);
      await phone.night();
      assert.equal(await lastUsed(), first);
      own.advance(30_000);
      await phone.night();
      assert.ok((await lastUsed()) > first);
    });
  });
});
