import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aClub, type Club, faultsOf, share, storingNothing } from '../support/club.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const NOBODY = '7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d';

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** Submits what must be refused and has to store nothing. */
  const refusal = (club: Club, code: string, body: unknown) =>
    storingNothing(service(), () => club.partner.refusal(code, 'POST', '/v1/matches', { body }));

  describe('a submission is rejected with 422 invalid_body', () => {
    it('with all faults at once', async () => {
      const club = await aClub(service());
      const { body } = await refusal(
        club,
        'invalid_body',
        club.match({ external_ref: '', outcome: 'walkover', set_scores: setsOf('0-0') }),
      );
      assert.deepEqual(faultsOf(body).sort(), ['/external_ref out_of_range', '/set_scores out_of_range']);
    });

    it('for a match more than five minutes ahead of the clock', async () => {
      const club = await aClub(service());
      const at = (seconds: number) => new Date(service().context.now() + seconds * 1000).toISOString();
      await club.submit(club.match({ played_at: at(290) }));
      const { body } = await refusal(club, 'invalid_body', club.match({ played_at: at(310) }));
      assert.deepEqual(faultsOf(body), ['/played_at played_at_in_future']);
    });
  });

  describe('a submission is rejected with 422 invalid_body after the players are looked up', () => {
    it('if one player is named by id and by username', async () => {
      const club = await aClub(service());
      const [ana, bea, cruz] = club.players;
      const participants = [...four(...club.players.slice(0, 3)), { username: ana?.username.toUpperCase(), team: 'B' }];
      const { body } = await refusal(club, 'invalid_body', aMatch({ participants }));
      assert.deepEqual(faultsOf(body), ['/participants/3 duplicate_participant']);
      assert.ok(bea && cruz);
    });

    it('unless a player may not play, which is reported first', async () => {
      const club = await aClub(service());
      const [ana, bea] = club.players;
      const participants = [...four(ana ?? '', bea ?? '', { id: NOBODY }), { username: ana?.username, team: 'B' }];
      const { body } = await refusal(club, 'participant_not_eligible', aMatch({ participants }));
      assert.deepEqual(faultsOf(body), ['/participants/2 participant_not_eligible']);
    });
  });

  describe('a submission is rejected with 409 duplicate_external_ref', () => {
    it('with the id of the match that has the reference', async () => {
      const club = await aClub(service());
      const body = club.match();
      const { id } = await club.submit(body);
      const answer = await refusal(club, 'duplicate_external_ref', body);
      assert.equal(answer.status, 409);
      assert.equal(answer.body['existing_match_id'], id);
      assert.equal(answer.body['same_content'], true);
      assert.equal(answer.body['match_status'], 'completed');
      assert.equal(answer.headers['location'], undefined);
      await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Wrong day.' } });
      const again = await refusal(club, 'duplicate_external_ref', body);
      assert.deepEqual([again.body['same_content'], again.body['match_status']], [true, 'voided']);
    });

    it('with same_content true for the same content in a different form', async () => {
      const club = await aClub(service());
      const [ana, bea, cruz, dani] = club.players;
      assert.ok(ana && bea && cruz && dani);
      const body = club.match({ played_at: '2026-05-01T19:10:00Z' });
      await club.submit(body);
      const participants = [
        { username: dani.username.toUpperCase(), team: 'B' },
        { profile_id: cruz.id, team: 'B' },
        { profile_id: bea.id, team: 'A' },
        { username: ana.username, team: 'A' },
      ];
      const again = { ...body, participants, played_at: '2026-05-01T21:10:00.000+02:00', outcome: 'played' };
      assert.equal((await refusal(club, 'duplicate_external_ref', again)).body['same_content'], true);
    });

    for (const [name, change] of Object.entries<Record<string, unknown>>({
      'another instant': { played_at: '2026-05-01T19:11:00Z' },
      'another winner': { winning_team: 'B', set_scores: [] },
      'another score': { set_scores: setsOf('6-0 6-0') },
      'another session': { session_external_ref: 'another-night' },
      'another kind of competition': { competition_type: 'league' },
    })) {
      it(`with same_content false for ${name}`, async () => {
        const club = await aClub(service());
        const body = club.match({ played_at: '2026-05-01T19:10:00Z' });
        await club.submit(body);
        const answer = await refusal(club, 'duplicate_external_ref', { ...body, ...change });
        assert.equal(answer.body['same_content'], false);
      });
    }

    it('with same_content false if the teams or a player differ', async () => {
      const club = await aClub(service(), { players: 5 });
      const body = club.match();
      await club.submit(body);
      for (const players of [
        [0, 2, 1, 3],
        [0, 1, 2, 4],
      ]) {
        const other = { ...body, participants: club.match({}, players).participants };
        assert.equal((await refusal(club, 'duplicate_external_ref', other)).body['same_content'], false);
      }
    });

    it('with same_content true for both the amended and the original content', async () => {
      const club = await aClub(service());
      const body = club.match({ set_scores: setsOf('6-4 6-4') });
      const { id } = await club.submit(body);
      const amended = { set_scores: setsOf('6-3 6-4') };
      assert.equal((await club.partner.request('PATCH', `/v1/matches/${id}`, { body: amended })).status, 200);
      const sameContent = async (sent: object): Promise<unknown> =>
        (await refusal(club, 'duplicate_external_ref', sent)).body['same_content'];
      assert.equal(await sameContent(body), true);
      assert.equal(await sameContent({ ...body, ...amended }), true);
      assert.equal(await sameContent({ ...body, set_scores: setsOf('6-2 6-4') }), false);
    });

    it('even if the second submission differs in all other fields', async () => {
      const club = await aClub(service());
      const { id, external_ref } = await club.submit();
      const other = club.match({ external_ref, played_at: '2026-04-01T00:00:00Z', winning_team: 'B' }, [3, 1, 0, 2]);
      assert.equal((await refusal(club, 'duplicate_external_ref', other)).body['existing_match_id'], id);
      assert.equal((await club.read(id)).winning_team, 'A');
    });

    it('even if that match was voided while it was pending', async () => {
      const club = await aClub(service());
      const body = club.match({ trust_tier: 'player_confirmed' });
      const { id } = await club.submit(body);
      await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      assert.equal((await refusal(club, 'duplicate_external_ref', body)).body['existing_match_id'], id);
    });

    it('even if a participant has left the roster, while a new match with that player is rejected', async () => {
      const [home, away] = [await aClub(service(), { isPublic: false }), await aClub(service())];
      const guest = home.players[0];
      assert.ok(guest !== undefined);
      await share(guest, home, away, 'guests');
      const participants = four(...away.players.slice(0, 3), guest);
      const body = aMatch({ participants });
      const { id } = await away.submit(body);
      assert.equal((await away.partner.request('DELETE', `/v1/rosters/guests/members/${guest.username}`)).status, 204);
      const repeated = await refusal(away, 'duplicate_external_ref', body);
      assert.deepEqual([repeated.body['existing_match_id'], repeated.body['same_content']], [id, true]);
      const fresh = await refusal(away, 'participant_not_eligible', aMatch({ participants }));
      assert.deepEqual(faultsOf(fresh.body), ['/participants/3 participant_not_eligible']);
    });

    it('only if the body is valid', async () => {
      const club = await aClub(service());
      const { external_ref } = await club.submit();
      await refusal(club, 'invalid_body', club.match({ external_ref, winning_team: 'C' }));
    });
  });
});
