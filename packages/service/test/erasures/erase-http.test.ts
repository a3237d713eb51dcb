import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Analysis } from '@bandeja/contract/analysis';
import type { AuditEntry, Erasure } from '@bandeja/contract/audit';
import type { Card } from '@bandeja/contract/card';
import type { MatchExplanation } from '@bandeja/contract/explanation';
import type { MatchView, OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import type { SessionRecap } from '@bandeja/contract/sessions';
import { aClub, type Club, share } from '../support/club.ts';
import { dumpOf } from '../support/dump.ts';
import { chosenEngines } from '../support/engines.ts';
import { aMatch, four, setsOf } from '../support/matches.ts';
import { participantRoutes, playerRoutes } from '../support/player-routes.ts';
import { absentName, freshName, onEachEngine, type PageBody, useTestService } from '../support/service.ts';

const SESSION = 'night-42';
const ERASED = { profile_id: null, username: null, display_name: 'Erased player', identity: 'erased' };

onEachEngine((engine) => {
  const service = useTestService({ engine });

  async function erase(club: Club, player: Pick<Player, 'username'>, status = 204): Promise<void> {
    const answer = await club.partner.request('DELETE', `/v1/players/${player.username}`);
    assert.equal(answer.status, status, answer.text);
  }

  /** A night of a club of four, of which the first is erased. */
  async function afterAnErasure(): Promise<{ club: Club; gone: Player; match: OwnMatchView }> {
    const club = await aClub(service(), { players: 5 });
    const facts = { session_external_ref: SESSION, set_scores: setsOf('6-4 6-3') };
    const match = await club.submit(club.match(facts));
    const [gone = assert.fail()] = club.players;
    await erase(club, gone);
    return { club, gone, match };
  }

  const named = ({ participants }: MatchView) =>
    participants.map(({ profile_id, username, display_name, identity }) => ({
      profile_id,
      username,
      display_name,
      identity,
    }));
  const nameOf = ({ id, username, display_name }: Player) => ({
    profile_id: id,
    username,
    display_name,
    identity: 'shown',
  });

  describe(`an erased player, on ${engine}`, () => {
    /** These requests change nothing, so one night will do. The responses do not depend on the engine. */
    let onlyErasure: ReturnType<typeof afterAnErasure> | undefined;
    for (const [what, routes] of [
      ['in a path', playerRoutes],
      ['as a participant', participantRoutes],
    ] as const) {
      for (const { name, status, about } of engine === chosenEngines().at(-1) ? routes : []) {
        it(`gets its creator the response for an unknown player, byte for byte: ${what} of ${name}`, async () => {
          onlyErasure ??= afterAnErasure();
          const { club, gone, match } = await onlyErasure;
          await club.partner.request('PUT', '/v1/rosters/night');
          const others = club.players.slice(1, 4).map(({ username }) => username);
          const answerTo = async (username: string) => {
            const { method, path, body } = about(username, { others, matchId: match.id });
            const headers = { 'x-request-id': 'the-same' };
            const answer = await club.partner.request(method, path, {
              ...(body === undefined ? {} : { body }),
              headers,
            });
            const { date: _date, ratelimit: _left, ...kept } = answer.headers;
            // The name is repeated as it was sent.
            return { status: answer.status, headers: kept, text: answer.text.replaceAll(username, 'NAME') };
          };
          const answer = await answerTo(gone.username);
          assert.equal(answer.status, status, answer.text);
          assert.deepEqual(answer, await answerTo(absentName(gone.username)));
        });
      }
    }

    it('is rejected as a participant by its id, too, with the response for an unknown id', async () => {
      const { club, gone } = await afterAnErasure();
      const answerTo = async (id: string) => {
        const body = aMatch({ external_ref: 'later', participants: four({ id }, ...club.players.slice(1, 4)) });
        const { text } = await club.partner.request('POST', '/v1/matches', {
          body,
          headers: { 'x-request-id': 'same' },
        });
        return text.replaceAll(id, 'ID');
      };
      const text = await answerTo(gone.id);
      assert.match(text, /"participant_not_eligible"/);
      assert.equal(text, await answerTo('0190a0b0-1111-7222-8333-444455556666'));
    });

    it('has no matches by its id', async () => {
      const { club, gone } = await afterAnErasure();
      const { body } = await club.partner.request<{ data: MatchView[] }>('GET', `/v1/matches?player=${gone.id}`);
      assert.deepEqual(body.data, []);
    });

    it('is “Erased player” in every match, without id and score change, and the other participants are unchanged', async () => {
      const { club, match } = await afterAnErasure();
      const [, ...others] = match.participants;
      const wanted = [{ ...ERASED, team: 'A', court_position: null, won: true, rating_change: null }, ...others];
      assert.deepEqual((await club.read(match.id)).participants, wanted);
      const [, own = assert.fail()] = club.players;
      for (const path of ['/v1/matches', `/v1/players/${own.username}/matches`]) {
        const { data } = (await club.partner.request<{ data: MatchView[] }>('GET', path)).body;
        assert.deepEqual(data[0]?.participants, wanted, path);
      }
      const card = await club.partner.request<Card>('GET', `/v1/players/${own.username}/card`);
      assert.deepEqual(card.body.last_matches[0]?.participants, wanted);
    });

    it('is “Erased player” for other partners as well, and in their own matches', async () => {
      const home = await aClub(service(), { players: 2 });
      const away = await aClub(service(), { players: 3 });
      const [gone = assert.fail(), other = assert.fail()] = home.players;
      const theirs = await away.submit(aMatch({ participants: four(...away.players, gone) }));
      const ours = await home.submit(
        aMatch({ played_at: '2026-05-02T19:10:00Z', participants: four(gone, other, ...away.players.slice(0, 2)) }),
      );
      await erase(home, gone);
      const [x, y, z] = away.players.map(nameOf);
      assert.deepEqual(named(await away.read(theirs.id)), [x, y, z, ERASED]);
      const [first = assert.fail()] = away.players;
      const { data } = (
        await away.partner.request<{ data: MatchView[] }>('GET', `/v1/players/${first.username}/matches`)
      ).body;
      assert.deepEqual(data.map(named), [
        [ERASED, nameOf(other), x, y],
        [x, y, z, ERASED],
      ]);
      assert.equal(named(await home.read(ours.id))[0]?.display_name, 'Erased player');
    });

    it('keeps its slot in the match, whichever participants are erased, even if all four are', async () => {
      for (const places of [[1], [3], [0, 2], [0, 1, 2, 3]]) {
        const club = await aClub(service());
        const match = await club.submit(club.match({ session_external_ref: SESSION, set_scores: setsOf('6-4 6-3') }));
        for (const place of places) await erase(club, club.players[place] ?? assert.fail());
        const wanted = club.players.map((player, place) => (places.includes(place) ? ERASED : nameOf(player)));
        assert.deepEqual(named(await club.read(match.id)), wanted);
        const { body } = await club.partner.request<SessionRecap>('GET', `/v1/matches/sessions/${SESSION}`);
        const rows = body.leaderboard.map(({ profile_id, username, display_name, identity }) => ({
          identity,
          profile_id,
          username,
          display_name,
        }));
        const bySide = (one: readonly { readonly username: string | null }[]) =>
          one.toSorted((a, b) => ((a.username ?? '~') < (b.username ?? '~') ? -1 : 1));
        assert.deepEqual(bySide(rows), bySide(wanted));
        assert.equal(body.unique_players.count, 4);
        const { most_lopsided: only } = body.scorelines;
        assert.deepEqual([only?.players.A, only?.players.B], [wanted.slice(0, 2), wanted.slice(2)]);
        assert.deepEqual(
          body.leaderboard.map((one) => one.service_score_change === null),
          body.leaderboard.map((one) => one.username === null),
        );
      }
    });

    it('has no numbers and parts in an explanation, nor have values that would reveal them', async () => {
      const { club, match } = await afterAnErasure();
      const { body } = await club.partner.request<MatchExplanation>('GET', `/v1/matches/${match.id}/explanation`);
      const [erased, ...others] = body.participants;
      assert.deepEqual(erased, {
        profile_id: null,
        username: null,
        team: 'A',
        service_score_before: null,
        service_score_after: null,
        delta: null,
        parts: null,
        uncertainty_before: null,
        uncertainty_after: null,
        share_of_uncertainty: null,
      });
      assert.deepEqual([body.win_probability, body.expected_games_share], [null, null]);
      assert.ok(others.every((one) => one.delta !== null && one.parts === null));
    });

    it('shares one row of teammates with all other erased players, separate from private ones', async () => {
      const club = await aClub(service(), { players: 6 });
      const [own = assert.fail(), beside = assert.fail(), ...rest] = club.players;
      for (const [index, teammate] of [beside, ...rest].entries()) {
        const opponents = club.players.filter((one) => one !== own && one !== teammate).slice(0, 2);
        await club.submit(aMatch({ external_ref: `m${index}`, participants: four(own, teammate, ...opponents) }));
      }
      await erase(club, rest[0] ?? assert.fail());
      await erase(club, rest[1] ?? assert.fail());
      const { body } = await club.partner.request<Analysis>('GET', `/v1/players/${own.username}/analysis`);
      assert.deepEqual(
        body.teammates
          .map(({ display_name, username, profile_id, matches }) => [
            display_name,
            username === null && profile_id === null,
            matches.played,
          ])
          .at(-1),
        ['Erased player', true, 2],
      );
      assert.equal(body.teammates.length, 4);
    });

    it('has a translated name in pictures', async () => {
      const { club } = await afterAnErasure();
      const [, own = assert.fail()] = club.players;
      for (const { username } of club.players.slice(1)) {
        await club.partner.request('PATCH', `/v1/players/${username}`, { body: { display_name: 'Bea' } });
      }
      for (const [language, words] of [
        ['en', 'Erased player'],
        ['es', 'Perfil borrado'],
        ['pt', 'Perfil apagado'],
      ] as const) {
        const headers = { 'accept-language': language };
        for (const path of [`/v1/players/${own.username}/card.svg`, `/v1/matches/sessions/${SESSION}/recap.svg`]) {
          const { text } = await club.partner.request('GET', path, { headers });
          assert.ok(text.includes(words), `${path} in ${language}`);
        }
      }
    });

    it('stays in the audit trail as an id without a name', async () => {
      const { club, gone, match } = await afterAnErasure();
      const { body } = await club.partner.request<PageBody<AuditEntry>>('GET', `/v1/matches/${match.id}/audit`);
      const [{ after } = assert.fail()] = body.data[0]?.changes ?? [];
      const [first] = (after as { participants: { profile_id: string }[] }).participants;
      assert.equal(first?.profile_id, gone.id);
      assert.ok(!JSON.stringify(body).includes(gone.username));
    });

    it('is on no roster, in no ranking, in no list and no search, and no share brings it back', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service())];
      const [gone = assert.fail()] = home.players;
      await share(gone, home, away);
      const open = await home.partner.request('POST', `/v1/players/${gone.username}/shares`);
      await erase(home, gone);
      for (const path of ['/v1/rosters/guests/members', '/v1/rosters/guests/leaderboard', '/v1/players']) {
        const { text } = await away.partner.request('GET', path);
        assert.ok(!text.includes(gone.username), path);
      }
      assert.equal((await away.partner.request('GET', '/v1/rosters/guests')).body['members'], 0);
      const found = await home.partner.request('GET', '/v1/players', { query: { q: gone.username } });
      assert.deepEqual(found.body['data'], []);
      const late = await away.partner.refusal('share_not_found', 'POST', '/v1/rosters/guests/members', {
        body: { share_code: open.body['share_code'] },
      });
      assert.equal(late.status, 404);
    });

    it('is not named in any table', async () => {
      const club = await aClub(service(), { players: 3 });
      const marker = freshName('marker');
      const display = `Zoë ${marker.toUpperCase()}`;
      const registration = { username: marker, display_name: display, country_code: 'PT', roster_slug: 'night' };
      assert.equal((await club.partner.request('POST', '/v1/players', { body: registration })).status, 201);
      const match = await club.submit(aMatch({ participants: four(marker, ...club.players) }));
      await club.partner.request('PATCH', `/v1/matches/${match.id}`, { body: { winning_team: 'B' } });
      await club.partner.request('POST', `/v1/players/${marker}/shares`);
      assert.ok((await dumpOf(service().database)).toLowerCase().includes(marker));
      await erase(club, { username: marker.toUpperCase() });
      assert.ok(!(await dumpOf(service().database)).toLowerCase().includes(marker));
    });
  });

  describe(`who may erase a player, on ${engine}`, () => {
    it('its creator may, once; another partner that sees the player gets 404, and nothing changes', async () => {
      const [home, away] = [await aClub(service(), { players: 1 }), await aClub(service())];
      const [player = assert.fail()] = home.players;
      await share(player, home, away);
      await erase(away, player, 404);
      assert.deepEqual(await home.profile(player), player);
      await erase(home, player);
      await erase(home, player, 404);
    });

    it('only one of several concurrent requests may', async () => {
      const club = await aClub(service(), { players: 1 });
      const path = `/v1/players/${club.players[0]?.username}`;
      const answers = await Promise.all([1, 2, 3].map(() => club.partner.request('DELETE', path)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404]);
    });

    it('a test key may in its sandbox, and a live player with the same username stays', async () => {
      const sandbox = await aClub(service(), { mode: 'test', players: 1 });
      const [player = assert.fail()] = sandbox.players;
      const live = await service().freshPartner();
      const body = { username: player.username };
      assert.equal((await live.request('POST', '/v1/players', { body })).status, 201);
      await erase(sandbox, player);
      await erase(sandbox, player, 404);
      assert.equal((await live.request('GET', `/v1/players/${player.username}`)).status, 200);
      assert.equal((await sandbox.partner.request('POST', '/v1/players', { body })).status, 201);
    });

    it('the operator may, by id, and sees the actor, the player and the time of each erasure', async () => {
      const before = Date.now();
      const { club, gone } = await afterAnErasure();
      const { operator } = service();
      const [, other = assert.fail()] = club.players;
      const path = `/admin/v1/players/${other.id}`;
      assert.equal((await operator.request('DELETE', path)).status, 204);
      await operator.refusal('player_not_found', 'DELETE', path);
      await club.partner.refusal('player_not_found', 'GET', `/v1/players/${other.username}`);
      const found: Erasure[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query: Record<string, string> = cursor === undefined ? { limit: '2' } : { limit: '2', cursor };
        const { body } = await operator.request<PageBody<Erasure>>('GET', '/admin/v1/erasures', { query });
        found.push(...body.data.filter((one) => one.partner_id === club.partner.id));
        cursor = body.pagination.next_cursor;
      }
      assert.deepEqual(
        found.map(({ player_id, actor }) => [player_id, actor]),
        [
          [gone.id, `key:${club.partner.keyId}`],
          [other.id, 'operator:environment'],
        ],
      );
      assert.ok(found.every(({ at }) => Date.parse(at) >= before));
    });
  });

  describe(`the username of an erased player, on ${engine}`, () => {
    it('can be reused for a public player only by its creator, and the new player has none of the old matches', async () => {
      const { club, gone, match } = await afterAnErasure();
      const stranger = await service().freshPartner();
      const body = { username: gone.username };
      await stranger.refusal('username_taken', 'POST', '/v1/players', { body });
      const batch = await stranger.request('POST', '/v1/players/batch', { body: { players: [body] } });
      assert.equal((batch.body['results'] as { status: string }[])[0]?.status, 'taken');
      const again = await club.partner.request<Player>('POST', '/v1/players', { body });
      assert.equal(again.status, 201);
      assert.notEqual(again.body.id, gone.id);
      assert.equal(again.body.rating.matches_played, 0);
      const { data } = (await club.partner.request<PageBody<MatchView>>('GET', `/v1/players/${gone.username}/matches`))
        .body;
      assert.deepEqual(data, []);
      assert.deepEqual(named(await club.read(match.id))[0], ERASED);
      await erase(club, gone);
      await stranger.refusal('username_taken', 'POST', '/v1/players', { body });
      const asPrivate = { ...body, profile_is_public: false };
      assert.equal((await stranger.request('POST', '/v1/players', { body: asPrivate })).status, 201);
      const asPublic = { profile_is_public: true };
      await stranger.refusal('username_taken', 'PATCH', `/v1/players/${gone.username}`, { body: asPublic });
    });

    it('of a private player can be reused by every partner', async () => {
      const [club, stranger] = [await aClub(service()), await service().freshPartner()];
      const [gone = assert.fail()] = await club.partner.freshPlayers(1, { profile_is_public: false });
      await erase(club, gone);
      const body = { username: gone.username };
      assert.equal((await stranger.request('POST', '/v1/players', { body })).status, 201);
    });
  });

  describe(`a match with an erased player, on ${engine}`, () => {
    it('is recognized as a duplicate, whichever player is sent in the erased slot, and no other match is', async () => {
      const club = await aClub(service(), { players: 5 });
      const names = club.players.map(({ username }) => username);
      const [a = '', b = '', c = '', d = '', e = ''] = names;
      const sent = aMatch({ participants: four(a, b, c, d) });
      await club.submit(sent);
      await erase(club, { username: a });
      const sameAs = async (participants: unknown) => {
        const answer = await club.partner.request('POST', '/v1/matches', { body: { ...sent, participants } });
        assert.equal(answer.status, 409, answer.text);
        return answer.body['same_content'];
      };
      assert.equal(await sameAs(four(a, b, c, d)), true);
      assert.equal(await sameAs(four(b, a, d, c)), true);
      assert.equal(await sameAs(four(e, b, c, d)), true);
      assert.equal(await sameAs(four({ id: club.players[0]?.id ?? '' }, b, c, d)), true);
      assert.equal(await sameAs(four(a, e, c, d)), false);
      assert.equal(await sameAs(four(c, b, a, d)), false);
      assert.equal(await sameAs(four(a, b, c, freshName('nobody'))), false);
      // A new player takes the username.
      assert.equal((await club.partner.request('POST', '/v1/players', { body: { username: a } })).status, 201);
      assert.equal(await sameAs(four(a, b, c, d)), true);
    });

    it('is recognized as first submitted, even if an amendment had replaced the erased player before', async () => {
      const club = await aClub(service(), { players: 5 });
      const [a = '', b = '', c = '', d = '', e = ''] = club.players.map(({ username }) => username);
      const sent = aMatch({ participants: four(a, b, c, d) });
      const { id } = await club.submit(sent);
      const patch = { participants: four(e, b, c, d) };
      assert.equal((await club.partner.request('PATCH', `/v1/matches/${id}`, { body: patch })).status, 200);
      await erase(club, { username: a });
      const answer = await club.partner.request('POST', '/v1/matches', { body: sent });
      assert.deepEqual([answer.status, answer.body['same_content']], [409, true]);
    });

    it('can be amended, with and without its participants, confirmed and voided', async () => {
      const { club, gone, match } = await afterAnErasure();
      const path = `/v1/matches/${match.id}`;
      const [, b = assert.fail(), c = assert.fail(), d = assert.fail(), e = assert.fail()] = club.players;
      const amend = async (body: object) => {
        const answer = await club.partner.request<OwnMatchView>('PATCH', path, { body });
        assert.equal(answer.status, 200, answer.text);
        return answer.body;
      };
      const turned = await amend({ winning_team: 'B', set_scores: setsOf('4-6 3-6') });
      assert.deepEqual(named(turned), [ERASED, ...[b, c, d].map(nameOf)]);
      // The audit trail has the id of the erased player.
      const swapped = await amend({ participants: four({ id: gone.id }, c, b, d) });
      assert.deepEqual(named(swapped), [ERASED, ...[c, b, d].map(nameOf)]);
      const replaced = await amend({ participants: four(e, c, b, d) });
      assert.deepEqual(named(replaced), [e, c, b, d].map(nameOf));
      const back = { participants: four({ id: gone.id }, c, b, d) };
      await club.partner.refusal('participant_not_eligible', 'PATCH', path, { body: back });
      const pending = await club.submit(aMatch({ trust_tier: 'player_confirmed', participants: four(b, c, d, e) }));
      await erase(club, e);
      const confirmed = await club.partner.request<OwnMatchView>('POST', `/v1/matches/${pending.id}/confirm`);
      assert.deepEqual([confirmed.status, named(confirmed.body)[3]], [200, ERASED]);
      const voided = await club.partner.request('POST', `/v1/matches/${pending.id}/void`, {
        body: { reason: 'Twice.' },
      });
      assert.equal(voided.status, 200);
    });
  });
});
