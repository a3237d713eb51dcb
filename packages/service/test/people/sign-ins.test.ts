import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IssuedInvitation, OwnSignIn } from '@bandeja/contract/people';
import { addedPerson, assertHashAlone, freshPerson, type SignedInPerson, signedInWith } from '../support/people.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const own = '/v1/sign-in';

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const freshClub = async () => service().freshPartner();
  const endsAt = async ({ client }: SignedInPerson) =>
    Date.parse((await client.request<OwnSignIn>('GET', own)).body.expires_at);

  describe('a sign-in', () => {
    it('shows the person, the partner and the scopes of the role', async () => {
      const club = await freshClub();
      const { signIn, client } = await freshPerson(service(), club.id, 'coach');
      const { body } = await client.request<OwnSignIn>('GET', own);
      assert.deepEqual(body, signIn);
      assert.deepEqual([body.partner.id, body.partner.plan], [club.id, 'enterprise']);
      assert.deepEqual(body.scopes, ['read:players', 'read:intelligence']);
      assert.equal(body.person.last_used_at, body.created_at);
    });

    it('ends 30 days after its last use; use moves the end once a day, and sets the same cookie again', async () => {
      const ana = await freshPerson(service(), (await freshClub()).id);
      const first = Date.parse(ana.signIn.expires_at);
      assert.equal(first - Date.parse(ana.signIn.created_at), 30 * DAY_MS);
      service().advance(DAY_MS - 60_000);
      const early = await ana.client.request('GET', own);
      assert.deepEqual([early.headers['set-cookie'], Date.parse(String(early.body['expires_at']))], [undefined, first]);
      service().advance(60_000);
      const later = await ana.client.request('GET', '/v1/rosters');
      assert.ok(later.headers['set-cookie']?.startsWith(`${ana.cookie}; Max-Age=2592000; `));
      assert.equal((await ana.client.request('GET', own)).headers['set-cookie'], undefined);
      assert.ok((await endsAt(ana)) >= first + DAY_MS);
      service().advance(30 * DAY_MS);
      await ana.client.refusal('invalid_credentials', 'GET', own);
    });

    it('ends 365 days after it began, however often it is used', async () => {
      const ana = await freshPerson(service(), (await freshClub()).id);
      const last = Date.parse(ana.signIn.created_at) + 365 * DAY_MS;
      for (let days = 0; days < 364; days += 28) {
        service().advance(28 * DAY_MS);
        if (days < 336) assert.equal((await ana.client.request('GET', own)).status, 200);
      }
      assert.ok((await endsAt(ana)) <= last);
      service().advance(DAY_MS + 1);
      await ana.client.refusal('invalid_credentials', 'GET', own);
    });

    it('is one of at most 20: another one ends the one unused for longest, never itself', async () => {
      const club = await freshClub();
      const ana = await freshPerson(service(), club.id);
      const more: SignedInPerson[] = [ana];
      const another = async () => {
        const { body } = await ana.client.request<IssuedInvitation>('POST', '/v1/sign-in/invitation');
        service().advance(60_000);
        return signedInWith(service().nobody, body.token);
      };
      for (let count = 1; count < 20; count += 1) more.push(await another());
      assert.equal((await another()).signIn.person.sign_ins.length, 20);
      assert.equal((await ana.client.request('GET', own)).status, 200);
      await more[1]?.client.refusal('invalid_credentials', 'GET', own);
    });

    it('ends when its browser signs in again', async () => {
      const club = await freshClub();
      const ana = await freshPerson(service(), club.id);
      const { invitation } = await addedPerson(service(), club.id);
      const headers = { cookie: ana.cookie };
      const invited = service().nobody.withToken(invitation.token);
      assert.equal((await invited.request('POST', own, { body: {}, headers })).status, 201);
      await ana.client.refusal('invalid_credentials', 'GET', own);
    });

    it('signs out, repeatedly and even while suspended; no other answer removes the cookie', async () => {
      const club = await freshClub();
      const ana = await freshPerson(service(), club.id);
      const berta = await freshPerson(service(), club.id);
      const out = await ana.client.request('DELETE', own);
      const removal = 'bandeja-80=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict';
      assert.deepEqual([out.status, out.headers['set-cookie']], [204, removal]);
      const refused = await ana.client.refusal('invalid_credentials', 'GET', own);
      assert.equal(refused.headers['set-cookie'], undefined);
      assert.equal((await ana.client.request('DELETE', own)).status, 204);
      await service().operator.request('PATCH', `/admin/v1/partners/${club.id}`, { body: { suspended: true } });
      await berta.client.refusal('partner_suspended', 'GET', own);
      assert.equal((await berta.client.request('DELETE', own)).status, 204);
      await service().nobody.refusal('missing_credentials', 'DELETE', own);
      await club.refusal('invalid_credentials', 'DELETE', own);
    });

    it('is ended by its person, or by a manager of the same partner', async () => {
      const club = await freshClub();
      const other = await freshPerson(service(), (await freshClub()).id);
      const manager = await freshPerson(service(), club.id);
      const ana = await freshPerson(service(), club.id, 'viewer');
      const berta = await freshPerson(service(), club.id, 'viewer');
      const path = `/v1/sign-ins/${berta.signIn.id}`;
      for (const { client } of [ana, other]) await client.refusal('sign_in_not_found', 'DELETE', path);
      assert.equal((await manager.client.request('DELETE', path)).status, 204);
      await berta.client.refusal('invalid_credentials', 'GET', own);
      assert.equal((await ana.client.request('DELETE', `/v1/sign-ins/${ana.signIn.id}`)).status, 204);
      await manager.client.refusal('sign_in_not_found', 'DELETE', path);
    });

    it('is stored as a hash alone', async () => {
      const { cookie } = await freshPerson(service(), (await freshClub()).id);
      await assertHashAlone(service().database, 'sign_ins', cookie.split('=')[1] ?? assert.fail());
    });
  });
});
