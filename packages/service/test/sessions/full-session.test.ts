import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BatchResults } from '@bandeja/contract/matches';
import type { SessionSummary } from '@bandeja/contract/sessions';
import { LinkedNight } from '../links/linked-night.ts';
import { aClub, type Club, faultsOf } from '../support/club.ts';
import { onEachEngine, useTestService } from '../support/service.ts';
import { storeCopies } from './copies.ts';

const FULL = ['/session_external_ref out_of_range'];
const at = Date.parse('2026-05-01T00:00:00Z');
const full = { session_external_ref: 'full' };

onEachEngine((engine) => {
  const service = useTestService({ engine });
  let club: Club;
  let ids: string[];

  const sizeOf = async (ref: string): Promise<number | undefined> => {
    const { body } = await club.partner.request<{ data: SessionSummary[] }>('GET', '/v1/sessions');
    return body.data.find((one) => one.session_external_ref === ref)?.matches;
  };
  const refused = async (method: string, path: string, body: object, options: object = {}) =>
    faultsOf((await club.partner.refusal('invalid_body', method, path, { body, ...options })).body);

  describe('a session with 1,000 matches', () => {
    before(async () => {
      club = await aClub(service());
      ids = await storeCopies(service(), club, 1000, 'full', at, (index) =>
        index === 0 ? { status: 'pending', completed_at: null, trust_tier: 'player_confirmed' } : {},
      );
    });

    it('takes no further match, in a dry run neither', async () => {
      for (const trust_tier of ['partner_attested', 'player_confirmed'])
        for (const query of [{}, { dry_run: true }])
          assert.deepEqual(await refused('POST', '/v1/matches', club.match({ ...full, trust_tier }), { query }), FULL);
      assert.equal(await sizeOf('full'), 1000);
    });

    it('takes no match that is amended, but its own can be amended', async () => {
      const { id } = await club.submit();
      assert.deepEqual(await refused('PATCH', `/v1/matches/${id}`, full), FULL);
      const own = await club.partner.request('PATCH', `/v1/matches/${ids[1]}`, {
        body: { ...full, venue_label: 'Norte' },
      });
      assert.equal(own.status, 200, own.text);
    });

    it('can be confirmed', async () => {
      const { status, text } = await club.partner.request('POST', `/v1/matches/${ids[0]}/confirm`);
      assert.equal(status, 200, text);
      assert.equal(await sizeOf('full'), 1000);
    });

    it('takes no result of a plan, from a key or from a link', async () => {
      const night = new LinkedNight(club.partner, 'full', await club.partner.freshPlayers(8));
      await night.put();
      await night.open(1);
      const phone = await night.phone();
      for (const entered of [await night.enter(1, 1, '15-9'), await night.enterBy(phone, 1, 1, '15-9')]) {
        assert.deepEqual([entered.status, faultsOf(entered.body)], [422, FULL]);
        assert.doesNotMatch(entered.text, /full/);
      }
    });

    it('has room again for each match that is voided or leaves', async () => {
      await club.partner.request('POST', `/v1/matches/${ids[2]}/void`, { body: { reason: 'Twice.' } });
      await club.submit(club.match(full));
      assert.deepEqual(await refused('POST', '/v1/matches', club.match(full)), FULL);
      await club.partner.request('PATCH', `/v1/matches/${ids[3]}`, { body: { session_external_ref: null } });
      await club.submit(club.match(full));
      assert.deepEqual(await refused('POST', '/v1/matches', club.match(full)), FULL);
      assert.equal(await sizeOf('full'), 1000);
    });
  });

  describe('a session with 998 matches', () => {
    it('takes the first two of a batch, which rejects only the others of that session', async () => {
      club = await aClub(service());
      await storeCopies(service(), club, 998, 'full', at);
      const refs = ['full', 'other', 'full', 'full', null];
      const matches = refs.map((session_external_ref) => club.match({ session_external_ref }));
      for (const query of [{ dry_run: true }, {}]) {
        const { body } = await club.partner.request<BatchResults>('POST', '/v1/matches/batch', {
          body: { matches },
          query,
        });
        assert.deepEqual(
          body.results.map(({ status, error }) => (error ? faultsOf(error) : status)),
          ['created', 'created', 'created', FULL, 'created'],
        );
      }
      assert.deepEqual([await sizeOf('full'), await sizeOf('other')], [1000, 1]);
    });

    it('takes two of ten that arrive at once, old and new ones', async () => {
      club = await aClub(service());
      await storeCopies(service(), club, 998, 'full', at);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const body = club.match({ ...full, played_at: `2026-04-${10 + index}T10:00:00Z` });
          return club.partner.request('POST', '/v1/matches', { body });
        }),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, ...Array(8).fill(422)]);
      assert.equal(await sizeOf('full'), 1000);
    });
  });
});
