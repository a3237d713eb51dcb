import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExportDetails as PlayerExport } from '@bandeja/contract/export';
import type { IssuedMatchLink, MatchLink } from '@bandeja/contract/match-links';
import { aClub, faultsOf } from '../support/club.ts';
import { four } from '../support/matches.ts';
import { pageOf } from '../support/paging.ts';
import { onEachEngine, startTestService, useTestService } from '../support/service.ts';
import { Player, WaitingMatch } from './linked-match.ts';

const HOUR_MS = 3_600_000;
const ROUTES = [
  ['GET', '/v1/confirmation', {}],
  ['PUT', '/v1/confirmation', { body: { revision: 1, answer: 'right' } }],
] as const;

onEachEngine((engine) => {
  const service = useTestService({ engine });

  /** Both routes refuse the token like an unknown one. */
  async function assertEnded({ client }: Player): Promise<void> {
    const headers = { 'x-request-id': 'the-same' };
    const unknown = client.withToken('bdc_live_unknown');
    for (const [method, path, options] of ROUTES) {
      const { text } = await client.refusal('invalid_credentials', method, path, { ...options, headers });
      const expected = await unknown.refusal('invalid_credentials', method, path, { ...options, headers });
      assert.equal(text, expected.text);
    }
  }

  describe('the links to a match', () => {
    it('are made for the players whose word counts, or for those named, and show their tokens once', async () => {
      const club = await aClub(service());
      const { id, participants } = await club.submit(
        club.match({ trust_tier: 'player_confirmed', confirmation: { reported_by: 'A' } }),
      );
      const made = await WaitingMatch.links(club, id, {});
      assert.deepEqual(
        made.map(({ profile_id, team, counts }) => [profile_id, team, counts]),
        [
          [participants[2]?.profile_id, 'B', true],
          [participants[3]?.profile_id, 'B', true],
        ],
      );
      for (const { token, url } of made) {
        assert.match(token, /^bdc_(live|test)_[0-9a-f]{32}_[0-9A-Za-z]{38}$/);
        assert.ok(url.endsWith(`/c#${token}`), url);
      }
      const username = participants[0]?.username?.toUpperCase();
      const [named] = await WaitingMatch.links(club, id, { players: [{ username }], expires_in_hours: 1 });
      assert.deepEqual([named?.profile_id, named?.counts], [participants[0]?.profile_id, false]);
      const { data } = await pageOf<MatchLink>(club.partner, `/v1/matches/${id}/links`);
      assert.equal(data.length, 3);
      assert.ok(!JSON.stringify(data).includes('bdc_'));
    });

    it('are refused for a player who is not in the match, a player twice, and a match that is not pending', async () => {
      const club = await aClub(service(), { players: 5 });
      const { id, participants } = await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      const path = `/v1/matches/${id}/links`;
      const faults = async (players: object[]) =>
        faultsOf((await club.partner.refusal('invalid_body', 'POST', path, { body: { players } })).body);
      const [first] = participants;
      const own = { profile_id: first?.profile_id };
      assert.deepEqual(await faults([own, { username: club.players[4]?.username }]), ['/players/1 not_one_of']);
      assert.deepEqual(await faults([own, { username: first?.username }]), ['/players/1 duplicate_participant']);
      assert.deepEqual(await faults([{}]), ['/players/0 required']);
      assert.deepEqual(await faults([]), ['/players out_of_range']);
      await club.partner.request('POST', `/v1/matches/${id}/confirm`);
      const { body } = await club.partner.refusal('invalid_transition', 'POST', path, { body: {} });
      assert.equal(body['match_status'], 'completed');
    });

    it('end if the next one is made, if they are withdrawn, and if the player leaves the match', async () => {
      const club = await aClub(service(), { players: 5 });
      const match = await WaitingMatch.in(club);
      const again = { players: [{ profile_id: match.player(0).link.profile_id }] };
      const [next] = await WaitingMatch.links(club, match.id, again);
      await assertEnded(match.player(0));
      const second = new Player(next as IssuedMatchLink, club.partner.withToken(next?.token ?? ''));
      await second.page();
      for (let count = 0; count < 2; count += 1) {
        const { status } = await club.partner.request('DELETE', `/v1/links/${match.player(1).link.id}`);
        assert.equal(status, 204);
      }
      await assertEnded(match.player(1));
      const stranger = await service().freshPartner();
      await stranger.refusal('link_not_found', 'DELETE', `/v1/links/${next?.id}`);
      const body = club.match({}, [0, 1, 2, 4]);
      await club.partner.request('PATCH', `/v1/matches/${match.id}`, { body: { participants: body.participants } });
      await assertEnded(match.player(3));
      const { data } = await pageOf<MatchLink>(club.partner, `/v1/matches/${match.id}/links`);
      const gone = data.find(({ id }) => id === match.player(3).link.id);
      assert.deepEqual([gone?.team, gone?.counts], [null, false]);
    });

    it('end by the clock, and with the erasure of their player', async (t) => {
      const own = useOwn(t);
      const match = await WaitingMatch.in(await aClub(await own));
      (await own).advance(168 * HOUR_MS - 10_000);
      await match.player(0).page();
      const erased = match.club.players[1];
      await match.club.partner.request('DELETE', `/v1/players/${erased?.username}`);
      await assertEnded(match.player(1));
      (await own).advance(10_000);
      await assertEnded(match.player(0));
    });
  });

  describe('a player’s link', () => {
    it('shows who, when and the score, and no ids, names of other systems or ratings', async () => {
      const club = await aClub(service(), { isPublic: false });
      const match = await WaitingMatch.in(
        club,
        { reported_by: 'A' },
        {
          venue_label: 'Club Norte',
          session_external_ref: 'night-of-the-club',
        },
      );
      await match.player(3).answer('It was 6–4.');
      const { text, body } = await match.player(2).client.request('GET', '/v1/confirmation');
      const { external_ref, participants } = await match.read();
      for (const { profile_id, username } of participants) {
        assert.ok(!text.includes(profile_id ?? '-') && !text.includes(username ?? '-'), text);
      }
      for (const secret of [match.id, external_ref, 'night-of-the-club', 'It was 6–4.', 'rating', 'score_change']) {
        assert.ok(!text.includes(secret), `${secret} is in ${text}`);
      }
      assert.deepEqual(body['match'], {
        played_at: '2026-05-01T19:10:00.000Z',
        venue_label: 'Club Norte',
        outcome: 'played',
        scoring: null,
        winning_team: 'A',
        status: 'pending',
        revision: 1,
        set_scores: [],
        teams: {
          A: [1, 2].map((n) => ({ display_name: `Player ${n}`, identity: 'hidden', you: false })),
          B: [3, 4].map((n) => ({ display_name: `Player ${n}`, identity: 'hidden', you: n === 3 })),
        },
      });
      const { state, team, counts, answer, reason, confirmed } = body as Record<string, unknown>;
      assert.deepEqual(
        { state, team, counts, answer, reason, confirmed },
        { state: 'disputed', team: 'B', counts: true, answer: null, reason: null, confirmed: { A: false, B: false } },
      );
    });

    it('shows private players in the way that was chosen when it was made', async () => {
      const club = await aClub(service(), { isPublic: false });
      for (const [index, { username }] of club.players.entries()) {
        const body = { display_name: `Ana ${'Bea Cruz Dani Eva'.split(' ')[index]}` };
        await club.partner.request('PATCH', `/v1/players/${username}`, { body });
      }
      const { id } = await club.submit(club.match({ trust_tier: 'player_confirmed' }));
      const namesOf = async (private_players: string) => {
        const [link] = await WaitingMatch.links(club, id, { private_players });
        const page = await new Player(link as IssuedMatchLink, club.partner.withToken(link?.token ?? '')).page();
        return page.match.teams.A.map(({ display_name, identity }) => `${display_name} ${identity}`);
      };
      assert.deepEqual(await namesOf('hidden'), ['Player 1 hidden', 'Player 2 hidden']);
      assert.deepEqual(await namesOf('first_name'), ['Ana B. shown', 'Ana C. shown']);
      assert.deepEqual(await namesOf('display_name'), ['Ana Bea shown', 'Ana Cruz shown']);
    });

    it('has no reason of another player in any answer, event, history or export', async () => {
      const match = await WaitingMatch.of(service());
      const secret = 'The third set was ours.';
      await match.player(0).answer(secret);
      const { club } = match;
      const texts = await Promise.all(
        match.players.slice(1).map(async ({ client }) => (await client.request('GET', '/v1/confirmation')).text),
      );
      const stranger = await service().freshPartner();
      for (const { username } of club.players.slice(1)) {
        texts.push((await club.partner.request('GET', `/v1/players/${username}/export`)).text);
      }
      for (const player of club.players) {
        texts.push((await stranger.request('GET', `/v1/players/${player.username}/matches`)).text);
      }
      texts.push(
        (await stranger.request('GET', '/v1/events')).text,
        (await club.partner.request('GET', '/v1/audit')).text,
      );
      for (const text of texts) assert.ok(!text.includes(secret), text);
      const own = await club.partner.request('GET', `/v1/players/${club.players[0]?.username}/export`);
      assert.ok(own.text.includes(secret), own.text);
    });

    it('leaves no token, reason or name in the log', async (t) => {
      const lines: string[] = [];
      const log = { level: 'trace', stream: { write: (line: string) => void lines.push(line) } };
      const own = await startTestService({ engine, log });
      t.after(() => own.stop());
      const match = await WaitingMatch.in(await aClub(own));
      const { link } = match.player(0);
      await match.player(0).answer('The words of a person.');
      await match.player(0).put(7, 'The words of a person.');
      await match.player(2).answer();
      const text = lines.join('');
      assert.ok(text.includes(link.id), text);
      for (const secret of [link.token, 'The words of a person.', match.club.players[0]?.username ?? ''])
        assert.ok(!text.includes(secret), `${secret} is in the log`);
    });

    it('exports the answer that its player gave in another partner’s match, and no other', async () => {
      const [club, creator] = [await aClub(service()), await aClub(service(), { players: 1 })];
      const [guest] = creator.players;
      const participants = four(...club.players.slice(0, 3), guest ?? assert.fail());
      const match = await WaitingMatch.in(club, { reported_by: 'A' }, { participants });
      await match.player(0).answer('The reason of another.');
      await match.player(3).answer('The reason of the guest.');
      const { text, body } = await creator.partner.request<PlayerExport>(
        'GET',
        `/v1/players/${guest?.username}/export`,
      );
      assert.ok(!text.includes('The reason of another.'), text);
      const { reported_by, state, answers } = body.not_completed[0]?.match.confirmation ?? assert.fail();
      assert.deepEqual(
        [reported_by, state, answers.map(({ reason }) => reason)],
        ['A', 'disputed', ['The reason of the guest.']],
      );
    });

    it('of a suspended partner is refused with 403', async () => {
      const match = await WaitingMatch.of(service());
      const path = `/admin/v1/partners/${match.club.partner.id}`;
      await service().operator.request('PATCH', path, { body: { suspended: true } });
      for (const [method, route, options] of ROUTES)
        await match.player(0).client.refusal('partner_suspended', method, route, options);
    });

    it('gives at most 120 requests a minute, and all of a match 20 answers', async (t) => {
      const own = await useOwn(t);
      const match = await WaitingMatch.in(await aClub(own));
      for (let count = 0; count < 20; count += 1) await match.player(count % 4).answer(`Reason ${count}`);
      const { headers } = await match.player(0).client.refusal('rate_limited', 'PUT', '/v1/confirmation', {
        body: { revision: 1, answer: 'right' },
      });
      assert.ok(Number(headers['retry-after']) > 0);
      let status = 200;
      for (let count = 0; count < 120 && status === 200; count += 1) {
        status = (await match.player(0).client.request('GET', '/v1/confirmation')).status;
      }
      assert.equal(status, 429);
      await match.player(1).page();
    });
  });

  describe('a link of a sandbox', () => {
    it('reaches the sandbox alone, and does not end by its clock', async () => {
      const match = await WaitingMatch.of(service(), null, { mode: 'test' });
      const { link, client } = match.player(0);
      assert.match(link.token, /^bdc_test_/);
      const { headers } = await client.request('GET', '/v1/confirmation');
      assert.equal(headers['bandeja-mode'], 'test');
      await match.player(0).answer();
      assert.equal((await match.player(2).answer()).match.status, 'completed');
      await client
        .withToken(link.token.replace('_test_', '_live_'))
        .refusal('invalid_credentials', 'GET', '/v1/confirmation');
      const body = { advance_seconds: 168 * 3600 };
      await match.club.partner.request('PATCH', '/v1/sandbox', { body });
      assert.equal((await client.request('GET', '/v1/confirmation')).status, 200);
    });
  });

  /** A service whose clock the test moves. */
  async function useOwn(t: { after: (done: () => Promise<void>) => void }) {
    const own = await startTestService({ engine, isClockStopped: true });
    t.after(() => own.stop());
    return own;
  }
});
