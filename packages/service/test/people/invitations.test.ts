import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvitedPerson, IssuedInvitation, Person } from '@bandeja/contract/people';
import { addedPerson, assertHashAlone, freshPerson, signedInWith } from '../support/people.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const MINUTE_MS = 60_000;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const freshClub = async () => service().freshPartner();
  const invited = (token: string) => service().nobody.withToken(token);
  const signIn = (token: string) => invited(token).request('POST', '/v1/sign-in', { body: { device: 'Phone' } });

  describe('an invitation', () => {
    it('shows what it is for without being spent, then signs in once', async () => {
      const club = await freshClub();
      const { client } = await freshPerson(service(), club.id);
      const body = { display_name: 'Berta', role: 'organizer' };
      const made = await client.request<InvitedPerson>('POST', '/v1/people', { body });
      const { id, invitation } = made.body;
      assert.equal(invitation.url, `http://localhost/j#${invitation.token}`);
      assert.match(invitation.token, /^bdi_[0-9A-Za-z]{38}$/);
      for (let reads = 0; reads < 2; reads += 1) {
        const { body: shown } = await invited(invitation.token).request('GET', '/v1/invitation');
        assert.deepEqual(shown['person'], { display_name: 'Berta', role: 'organizer' });
        assert.equal(shown['expires_at'], invitation.expires_at);
      }
      assert.equal((await signIn(invitation.token)).status, 201);
      assert.equal((await signIn(invitation.token)).status, 401);
      const { body: person } = await client.request<Person>('GET', `/v1/people/${id}`);
      assert.deepEqual([person.invitation, person.sign_ins.map(({ device }) => device)], [null, ['Phone']]);
    });

    it('is opened at /j, whose fragment no browser sends', async () => {
      const { statusCode, headers } = await service().app.inject({ url: '/j' });
      assert.deepEqual([statusCode, headers.location], [302, '/console/join']);
    });

    it('lets one of several at once pass', async () => {
      const { invitation } = await addedPerson(service(), (await freshClub()).id);
      const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(invitation.token)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 7 }, () => 401)]);
    });

    it('is refused with the same bytes whether used, expired, replaced, withdrawn, unknown, mistyped or of a removed person', async () => {
      const club = await freshClub();
      const { client } = await freshPerson(service(), club.id);
      const invite = () => addedPerson(service(), club.id, 'viewer');
      const [used, expired, replaced, withdrawn, removed] = [
        await invite(),
        await invite(),
        await invite(),
        await invite(),
        await invite(),
      ];
      await signIn(used.invitation.token);
      await client.request('POST', `/v1/people/${replaced.id}/invitation`);
      await client.request('DELETE', `/v1/people/${withdrawn.id}/invitation`);
      await client.request('DELETE', `/v1/people/${removed.id}`);
      const valid = await invite();
      service().advance(72 * 60 * MINUTE_MS - MINUTE_MS);
      assert.equal((await invited(expired.invitation.token).request('GET', '/v1/invitation')).status, 200);
      service().advance(MINUTE_MS);
      const tokens = [used, expired, replaced, withdrawn, removed].map(({ invitation }) => invitation.token);
      tokens.push(
        'bdi_unknown',
        valid.invitation.token.replace(/.$/, (one) => (one === 'x' ? 'y' : 'x')),
      );
      for (const [method, path] of [
        ['GET', '/v1/invitation'],
        ['POST', '/v1/sign-in'],
      ] as const) {
        const texts = new Set<string>();
        for (const token of tokens) {
          const options = { headers: { 'x-request-id': 'the-same' }, ...(method === 'POST' && { body: {} }) };
          texts.add((await invited(token).refusal('invalid_credentials', method, path, options)).text);
        }
        assert.equal(texts.size, 1);
      }
    });

    it('stays unspent while the partner is suspended', async () => {
      const club = await freshClub();
      const { invitation } = await addedPerson(service(), club.id);
      const suspend = (suspended: boolean) =>
        service().operator.request('PATCH', `/admin/v1/partners/${club.id}`, { body: { suspended } });
      await suspend(true);
      await invited(invitation.token).refusal('partner_suspended', 'POST', '/v1/sign-in', { body: {} });
      await suspend(false);
      assert.equal((await signIn(invitation.token)).status, 201);
    });

    it('is valid for 10 minutes if the person made it, for another device', async () => {
      const { client } = await freshPerson(service(), (await freshClub()).id, 'viewer');
      const { body: first } = await client.request<IssuedInvitation>('POST', '/v1/sign-in/invitation');
      const { body: second } = await client.request<IssuedInvitation>('POST', '/v1/sign-in/invitation');
      assert.equal((await signIn(first.token)).status, 401);
      service().advance(10 * MINUTE_MS - 1_000);
      const phone = await signedInWith(service().nobody, second.token);
      assert.equal((await client.request('GET', '/v1/sign-in')).status, 200);
      assert.equal(phone.signIn.person.sign_ins.length, 2);
      const { body: third } = await client.request<IssuedInvitation>('POST', '/v1/sign-in/invitation');
      service().advance(10 * MINUTE_MS);
      assert.equal((await signIn(third.token)).status, 401);
    });

    it('used while its person is removed leaves no sign-in', async () => {
      const club = await freshClub();
      const { client } = await freshPerson(service(), club.id);
      for (let count = 0; count < 5; count += 1) {
        const { id, invitation } = await addedPerson(service(), club.id, 'viewer');
        await Promise.all([signIn(invitation.token), client.request('DELETE', `/v1/people/${id}`)]);
        const { body: person } = await client.request<Person>('GET', `/v1/people/${id}`);
        assert.deepEqual([person.sign_ins, person.invitation], [[], null]);
      }
    });

    it('is stored as a hash alone', async () => {
      const { invitation } = await addedPerson(service(), (await freshClub()).id);
      await assertHashAlone(service().database, 'invitations', invitation.token);
    });
  });
});
