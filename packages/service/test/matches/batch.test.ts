import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BatchResult, BatchResults } from '@bandeja/contract/matches';
import { aClub, type Club, faultsOf } from '../support/club.ts';
import { aMatch, asRead, four } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

/** Submits a batch that is taken as a whole. */
async function batch(club: Club, body: unknown): Promise<BatchResults> {
  const answer = await club.partner.request<BatchResults>('POST', '/v1/matches/batch', { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The only result of a batch of one. */
async function only(club: Club, entry: unknown, session: Readonly<Record<string, unknown>> = {}): Promise<BatchResult> {
  const { results } = await batch(club, { ...session, matches: [entry] });
  assert.equal(results.length, 1);
  return results[0] ?? assert.fail();
}

const faultsOfEntry = ({ error }: BatchResult): string[] => faultsOf({ errors: error?.errors ?? [] });

onEachEngine((engine) => {
  const service = useTestService({ engine });

  describe('a batch returns 200', () => {
    it('with one result per entry in the order of the request, and a summary', async () => {
      const club = await aClub(service(), { players: 5 });
      const before = await club.submit(club.match({ external_ref: 'before' }));
      const entries = [
        club.match({ external_ref: 'one', played_at: '2026-05-03T19:10:00Z' }),
        club.match({ external_ref: 'before' }),
        club.match({ external_ref: 'two', winning_team: 'C' }),
        club.match({ external_ref: 'one', winning_team: 'B' }),
        club.match({ external_ref: 'three', trust_tier: 'player_confirmed' }, [4, 0, 1, 2]),
        club.match({ external_ref: 'four', participants: four('nobody-here', ...club.players.slice(1, 4)) }),
      ];
      const { results, summary } = await batch(club, { matches: entries });
      assert.deepEqual(summary, { created: 2, duplicates: 1, conflicts: 1, rejected: 2 });
      assert.deepEqual(
        results.map(({ index, external_ref, status }) => [index, external_ref, status]),
        [
          [0, 'one', 'created'],
          [1, 'before', 'duplicate'],
          [2, 'two', 'rejected'],
          [3, 'one', 'duplicate'],
          [4, 'three', 'created'],
          [5, 'four', 'rejected'],
        ],
      );
      const [one, duplicate, rejected, repeated, three, ineligible] = results;
      assert.deepEqual(one?.match && asRead(one.match), await club.read(one?.match?.id ?? ''));
      assert.deepEqual([one?.existing_match_id, one?.same_content, one?.error], [null, null, null]);
      assert.deepEqual(duplicate, {
        index: 1,
        external_ref: 'before',
        status: 'duplicate',
        match: null,
        existing_match_id: before.id,
        existing_match_status: 'completed',
        same_content: true,
        error: null,
      });
      assert.deepEqual([repeated?.existing_match_id, repeated?.same_content], [one?.match?.id, false]);
      assert.deepEqual(
        [rejected?.match, rejected?.existing_match_id, rejected?.error?.code],
        [null, null, 'invalid_body'],
      );
      assert.deepEqual(faultsOfEntry(rejected ?? assert.fail()), ['/winning_team not_one_of']);
      assert.equal(three?.match?.status, 'pending');
      assert.equal(ineligible?.error?.code, 'participant_not_eligible');
      assert.deepEqual(faultsOfEntry(ineligible ?? assert.fail()), ['/participants/0 participant_not_eligible']);
    });

    it('with the status of the match that has a repeated reference, since a voided one does not count', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ external_ref: 'one' }));
      await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      const { status, existing_match_status, same_content } = await only(club, club.match({ external_ref: 'one' }));
      assert.deepEqual([status, existing_match_status, same_content], ['duplicate', 'voided', true]);
    });
  });

  describe('a value of the session', () => {
    const session = { session_external_ref: 'night-42', venue_label: 'Club Norte', competition_type: 'social' };
    const labels = ({ match }: BatchResult) => [
      match?.session_external_ref,
      match?.venue_label,
      match?.competition_type,
    ];

    it('applies to every match without its own value', async () => {
      const club = await aClub(service());
      assert.deepEqual(labels(await only(club, club.match(), session)), ['night-42', 'Club Norte', 'social']);
    });

    it('is overridden by the value of a match', async () => {
      const club = await aClub(service());
      const own = { session_external_ref: 'final', competition_type: 'tournament' };
      assert.deepEqual(labels(await only(club, club.match(own), session)), ['final', 'Club Norte', 'tournament']);
    });

    it('applies to a match with null, which means no value', async () => {
      const club = await aClub(service());
      const nulls = { session_external_ref: null, venue_label: null, competition_type: null };
      assert.deepEqual(labels(await only(club, club.match(nulls), session)), ['night-42', 'Club Norte', 'social']);
      assert.deepEqual(labels(await only(club, club.match(nulls), nulls)), [null, null, null]);
    });

    it('does not hide an invalid value of a match', async () => {
      const club = await aClub(service());
      const result = await only(club, club.match({ venue_label: '', competition_type: 7 }), session);
      assert.deepEqual(faultsOfEntry(result).sort(), ['/competition_type wrong_type', '/venue_label out_of_range']);
    });
  });

  describe('an entry of a batch', () => {
    for (const entry of [null, [aMatch()]]) {
      it(`is rejected alone if it is ${JSON.stringify(entry).slice(0, 12)}, which isn’t an object`, async () => {
        const club = await aClub(service());
        const { results, summary } = await batch(club, { matches: [entry, club.match()] });
        assert.deepEqual(summary, { created: 1, duplicates: 0, conflicts: 0, rejected: 1 });
        const [rejected] = results;
        assert.deepEqual([rejected?.external_ref, rejected?.error?.code], [null, 'invalid_body']);
        assert.deepEqual(faultsOfEntry(rejected ?? assert.fail()), [' wrong_type']);
      });
    }

    it('has faults with pointers relative to the entry', async () => {
      const club = await aClub(service());
      const { results } = await batch(club, {
        matches: [club.match(), club.match({ participants: four('ana', 'ana', 'bea') })],
      });
      assert.deepEqual(faultsOfEntry(results[1] ?? assert.fail()).sort(), [
        '/participants team_size',
        '/participants/1 duplicate_participant',
      ]);
    });

    it('has a null reference in its result if the reference is invalid', async () => {
      const club = await aClub(service());
      for (const external_ref of ['m\ud83c', 'm\0', 7, null]) {
        const result = await only(club, club.match({ external_ref }));
        assert.deepEqual([result.status, result.external_ref], ['rejected', null]);
      }
    });

    it('is a duplicate if its reference is taken, even if its participants may not play', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ external_ref: 'm' }));
      const result = await only(club, aMatch({ external_ref: 'm', participants: four('n1', 'n2', 'n3', 'n4') }));
      assert.deepEqual([result.status, result.existing_match_id], ['duplicate', id]);
    });

    it('leaves its reference to the next entry if it is rejected', async () => {
      const club = await aClub(service());
      const entries = [
        club.match({ external_ref: 'm', participants: four('n1', 'n2', 'n3', 'n4') }),
        club.match({ external_ref: 'm' }),
      ];
      const { results } = await batch(club, { matches: entries });
      assert.deepEqual(
        results.map((result) => result.status),
        ['rejected', 'created'],
      );
    });
  });
});
