import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatchResults, OwnMatchView } from '@bandeja/contract/matches';
import { aClub, type Club, faultsOf, storingNothing } from '../support/club.ts';
import { asRead } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const query = { dry_run: true };
/** A match but for the instant at which it was stored. */
const lasting = ({ created_at: _, completed_at: __, ...match }: OwnMatchView) => asRead(match);

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const dryRun = (club: Club, body: unknown) =>
    storingNothing(service(), () => club.partner.request<OwnMatchView>('POST', '/v1/matches', { body, query }));

  describe('a dry run of a submission', () => {
    it('returns 200 with the match that the submission would create, without a Location header', async () => {
      const club = await aClub(service());
      const body = club.match();
      const dry = await dryRun(club, body);
      assert.equal(dry.status, 200);
      assert.equal(dry.headers['location'], undefined);
      assert.deepEqual(lasting(dry.body), lasting(await club.submit(body)));
    });

    it('stores neither match nor rating nor audit entry, and leaves the reference free', async () => {
      const club = await aClub(service());
      const body = club.match();
      const { id } = (await dryRun(club, body)).body;
      await club.partner.refusal('match_not_found', 'GET', `/v1/matches/${id}`);
      for (const player of club.players) assert.deepEqual((await club.profile(player)).rating, player.rating);
      assert.deepEqual((await club.partner.request<{ data: unknown[] }>('GET', '/v1/audit')).body.data, []);
    });

    it('of a late match rates it at its position in the history, and changes no later match', async () => {
      const club = await aClub(service());
      const later = await club.submit(club.match({ played_at: '2026-05-02T19:10:00Z' }));
      const body = club.match({ played_at: '2026-05-01T19:10:00Z', winning_team: 'B' });
      const dry = await dryRun(club, body);
      assert.deepEqual(await club.read(later.id), later);
      assert.deepEqual(lasting(dry.body), lasting(await club.submit(body)));
      assert.notDeepEqual(await club.read(later.id), later);
    });

    it('is rejected like the submission', async () => {
      const club = await aClub(service());
      const { id, external_ref } = await club.submit();
      const refusal = (code: string, body: unknown) =>
        storingNothing(service(), () => club.partner.refusal(code, 'POST', '/v1/matches', { body, query }));
      const duplicate = await refusal('duplicate_external_ref', club.match({ external_ref }));
      assert.deepEqual([duplicate.status, duplicate.body['existing_match_id']], [409, id]);
      const invalid = await refusal('invalid_body', club.match({ winning_team: 'C' }));
      assert.deepEqual(faultsOf(invalid.body), ['/winning_team not_one_of']);
      const participants = club
        .match()
        .participants.map((one, slot) => (slot === 2 ? { username: 'no-one', team: 'B' } : one));
      const ineligible = await refusal('participant_not_eligible', club.match({ participants }));
      assert.deepEqual(faultsOf(ineligible.body), ['/participants/2 participant_not_eligible']);
    });

    it('with dry_run=false is a normal submission', async () => {
      const club = await aClub(service());
      const { status } = await club.partner.request('POST', '/v1/matches', {
        body: club.match(),
        query: { dry_run: false },
      });
      assert.equal(status, 201);
    });
  });

  describe('a dry run of a batch', () => {
    it('returns the results that the batch would return, entry by entry, and stores nothing', async () => {
      const club = await aClub(service());
      const before = club.match();
      await club.submit(before);
      const entry = club.match();
      const body = {
        matches: [
          before,
          entry,
          club.match({ winning_team: 'C' }),
          entry,
          club.match({ trust_tier: 'player_confirmed' }),
        ],
      };
      const submit = (options: object) =>
        club.partner.request<BatchResults>('POST', '/v1/matches/batch', { body, ...options });
      const dry = await storingNothing(service(), () => submit({ query }));
      const wet = await submit({});
      assert.equal(dry.status, 200);
      assert.deepEqual(dry.body.summary, { created: 2, duplicates: 2, conflicts: 0, rejected: 1 });
      const shown = ({ results, summary }: BatchResults) => ({
        summary,
        results: results.map(({ match, ...rest }) => ({ ...rest, match: match && lasting(match) })),
      });
      assert.deepEqual(shown(dry.body), shown(wet.body));
    });
  });
});
