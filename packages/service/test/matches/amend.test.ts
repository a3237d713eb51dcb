import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '@bandeja/contract/audit';
import type { MatchViewWithWarnings } from '@bandeja/contract/matches';
import { aClub, type Club, faultsOf } from '../support/club.ts';
import { asRead, four, movesOf, setsOf } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

type Changes = Readonly<Record<string, unknown>>;

const set = (set_number: number, team_a_games: number, team_b_games: number) => ({
  set_number,
  team_a_games,
  team_b_games,
});

onEachEngine((engine) => {
  const service = useTestService({ engine });
  const amend = (club: Club, id: string, body: Changes) =>
    club.partner.request<MatchViewWithWarnings>('PATCH', `/v1/matches/${id}`, { body });
  const auditOf = async (club: Club, id: string) =>
    (await pageOf<AuditEntry>(club.partner, `/v1/matches/${id}/audit`)).data;

  describe('amending a match', () => {
    it('returns 200 with the amended match, the next revision and the same id', async () => {
      const club = await aClub(service());
      const before = await club.submit(club.match({ set_scores: setsOf('6-4') }));
      const played_at = '2026-05-02T20:00:00.000Z';
      const { status, body } = await amend(club, before.id, { played_at, venue_label: 'Club Sur' });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        ...before,
        played_at,
        venue_label: 'Club Sur',
        revision: 2,
        participants: body.participants,
        warnings: [],
      });
      assert.deepEqual(await club.read(before.id), asRead(body));
    });

    it('moves the match from the history of one player to that of another', async () => {
      const club = await aClub(service(), { players: 5 });
      const { id } = await club.submit();
      const [first, second, third, left, joined] = club.players;
      assert.ok(first && second && third && left && joined);
      await amend(club, id, { participants: four(first, second, third, joined) });
      const history = (username: string) => pageOf<{ id: string }>(club.partner, `/v1/players/${username}/matches`);
      assert.deepEqual((await history(left.username)).data, []);
      assert.deepEqual(
        (await history(joined.username)).data.map((match) => match.id),
        [id],
      );
      assert.equal((await club.profile(left)).rating.matches_played, 0);
      assert.equal((await club.profile(joined)).rating.matches_played, 1);
    });

    it('detects the scoring of an amended scoreline again: points instead of games', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ set_scores: setsOf('6-4') }));
      const { body } = await amend(club, id, { set_scores: setsOf('21-11') });
      assert.equal(body.scoring, 'points');
    });

    it('clears an optional field with null', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ venue_label: 'Club Norte', set_scores: setsOf('6-4') }));
      const { body } = await amend(club, id, { venue_label: null, set_scores: null });
      assert.deepEqual([body.venue_label, body.set_scores, body.scoring], [null, [], null]);
    });

    it('changes a played match to an unrated walkover and back', async () => {
      const club = await aClub(service());
      const before = await club.submit();
      const walkover = (await amend(club, before.id, { outcome: 'walkover' })).body;
      assert.deepEqual([walkover.rating_status, movesOf(walkover)], ['unrated', [null, null, null, null]]);
      const back = (await amend(club, before.id, { outcome: 'played' })).body;
      assert.deepEqual(movesOf(back), movesOf(before));
    });

    it('leaves a pending match pending', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      const { body } = await amend(club, id, { winning_team: 'B' });
      assert.deepEqual([body.status, body.winning_team, body.rating_status], ['pending', 'B', 'unrated']);
    });

    it('without a change returns 200 with the same revision, and stores nothing', async () => {
      const club = await aClub(service());
      const before = await club.submit(club.match({ set_scores: setsOf('6-4') }));
      for (const body of [{}, { winning_team: 'A' }, { set_scores: setsOf('6-4'), revision: 1 }]) {
        assert.deepEqual(asRead((await amend(club, before.id, body)).body), before);
      }
      assert.equal((await auditOf(club, before.id)).length, 1);
    });

    it('records the changed values, before and after, in the audit trail', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ venue_label: 'Club Norte' }));
      await amend(club, id, { venue_label: 'Club Sur', duration_minutes: 50 });
      const [, entry] = await auditOf(club, id);
      assert.deepEqual([entry?.action, entry?.revision], ['amended', 2]);
      assert.deepEqual(
        entry?.changes.map(({ pointer, before, after }) => [pointer, before, after]),
        [
          ['/duration_minutes', null, 50],
          ['/venue_label', 'Club Norte', 'Club Sur'],
        ],
      );
    });

    it('checks the eligibility of newly named players only', async () => {
      const [host, guest] = [await aClub(service()), await aClub(service(), { isPublic: false })];
      const { id } = await host.submit();
      const [first, ...others] = host.players;
      const [stranger] = guest.players;
      assert.ok(first && stranger);
      const foreign = { participants: four(stranger, ...others) };
      const { body } = await host.partner.refusal('participant_not_eligible', 'PATCH', `/v1/matches/${id}`, {
        body: foreign,
      });
      assert.deepEqual(faultsOf(body), ['/participants/0 participant_not_eligible']);
      const same = { participants: four(...host.players.map((player) => player.username)), venue_label: 'Club Sur' };
      assert.equal((await amend(host, id, same)).body.venue_label, 'Club Sur');
    });
  });

  describe('an amendment is rejected', () => {
    it('with 409 revision_conflict and the current revision, if the match has changed', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      await amend(club, id, { venue_label: 'Club Sur' });
      const refused = await club.partner.refusal('revision_conflict', 'PATCH', `/v1/matches/${id}`, {
        body: { venue_label: 'Club Este', revision: 1 },
      });
      assert.equal(refused.body['revision'], 2);
      // It would break a rule, too, but its sender has not seen what it would change.
      await club.partner.refusal('revision_conflict', 'PATCH', `/v1/matches/${id}`, {
        body: { winning_team: 'B', revision: 1 },
      });
      assert.equal((await club.read(id)).venue_label, 'Club Sur');
    });

    it('with 409 invalid_transition, if the match is voided', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      await club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      const refused = await club.partner.refusal('invalid_transition', 'PATCH', `/v1/matches/${id}`, {
        body: { winning_team: 'B' },
      });
      assert.equal(refused.body['match_status'], 'voided');
    });

    const wrong: readonly (readonly [what: string, body: Changes, fault: string])[] = [
      [
        'a winner that the stored scoreline contradicts',
        { winning_team: 'B' },
        '/winning_team score_contradicts_winner',
      ],
      ['a walkover with the stored scoreline', { outcome: 'walkover' }, '/set_scores out_of_range'],
      ['no winner', { winning_team: null }, '/winning_team required'],
      ['a second set without a first', { set_scores: [set(2, 6, 4)] }, '/set_scores set_numbers'],
      [
        'a winner that the amended scoreline contradicts',
        { winning_team: 'B', set_scores: setsOf('6-1'), outcome: null, scoring: null },
        '/winning_team score_contradicts_winner',
      ],
      [
        'a winner that the amended scoreline contradicts, in a match that is stored as played',
        { winning_team: 'B', set_scores: setsOf('6-1') },
        '/winning_team score_contradicts_winner',
      ],
    ];
    for (const [what, body, fault] of wrong) {
      it(`with 422 invalid_body for ${what}`, async () => {
        const club = await aClub(service());
        const before = await club.submit(club.match({ set_scores: setsOf('6-4') }));
        const refused = await club.partner.refusal('invalid_body', 'PATCH', `/v1/matches/${before.id}`, { body });
        assert.deepEqual(faultsOf(refused.body), [fault]);
        assert.deepEqual(await club.read(before.id), before);
      });
    }

    it('with all faults of its body at once: in single fields, between fields, and in its shape', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const [first, ...others] = club.players.map((player) => player.username);
      const [, second, third, fourth] = four(first ?? '', ...others);
      const left = { court_position: 'left' };
      const refused = await club.partner.refusal('invalid_body', 'PATCH', `/v1/matches/${id}`, {
        body: {
          bogus: 1,
          played_at: '2126-05-01T19:10:00Z',
          set_scores: [{ ...set(2, 0, 0) }, { ...set(3, 1, 0), game_winners: ['B'] }],
          participants: [
            { username: first, team: 'A', ...left },
            { ...second, ...left },
            third,
            { ...fourth, username: first },
          ],
        },
      });
      assert.deepEqual(faultsOf(refused.body), [
        '/bogus unknown_field',
        '/played_at played_at_in_future',
        '/participants/3 duplicate_participant',
        '/participants/1/court_position court_position_conflict',
        '/set_scores set_numbers',
        '/set_scores/0 empty_set',
        '/set_scores/1/game_winners game_winners_mismatch',
      ]);
    });

    it('for stored values only after the match is read: a retired match may contradict its score', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ outcome: 'retired', set_scores: setsOf('3-1') }));
      const { status, body } = await amend(club, id, { winning_team: 'B', set_scores: setsOf('4-1') });
      assert.deepEqual([status, body.winning_team, body.outcome], [200, 'B', 'retired']);
    });

    const sentences: readonly (readonly [what: string, body: Changes, detail: string])[] = [
      [
        'a null winner',
        { winning_team: null },
        'Must be A or B. Null means a draw: a match in points that was played to the end and is level.',
      ],
      [
        'a null instant',
        { played_at: null },
        'Must be a date and time that exist, with T between them and with Z or an offset: 2026-05-01T19:10:00Z or 2026-05-01T21:10:00+02:00. To keep the current value, leave the field out.',
      ],
      ['no participants', { participants: null }, 'Must be a list. To keep the current value, leave the field out.'],
      [
        'a trust tier',
        { trust_tier: 'imported' },
        'Cannot be amended. Void the match and submit it with another `external_ref`.',
      ],
      [
        'a reference',
        { external_ref: 'other' },
        'Cannot be amended: it identifies the match. Void the match and submit it with another `external_ref`.',
      ],
    ];
    for (const [what, body, detail] of sentences) {
      it(`with a hint how to fix ${what}`, async () => {
        const club = await aClub(service());
        const { id } = await club.submit();
        const refused = await club.partner.refusal('invalid_body', 'PATCH', `/v1/matches/${id}`, { body });
        assert.deepEqual(
          refused.body.errors?.map((fault) => fault.detail),
          [detail],
        );
      });
    }
  });
});
