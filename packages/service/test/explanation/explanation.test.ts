import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MatchExplanation, MatchPreview } from '@bandeja/contract/explanation';
import { calibrate, calibrationView } from '../../src/calibration/calibrate.ts';
import { aClub, type Club, faultsOf, storingNothing } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

type Changes = Readonly<Record<string, unknown>>;

onEachEngine((engine) => {
  const service = useTestService({ engine, isOwn: true });
  const explain = async (club: Club, id: string) =>
    (await club.partner.request<MatchExplanation>('GET', `/v1/matches/${id}/explanation`)).body;
  const preview = (club: Club, changes: Changes = {}) => {
    const { external_ref: _, winning_team: __, ...body } = club.match(changes);
    return club.partner.request<MatchPreview>('POST', '/v1/matches/preview', { body });
  };

  describe('The explanation of a match', () => {
    it('the explanation has parts in whole points that add up to each player’s delta', async () => {
      const club = await aClub(service());
      for (let day = 1; day <= 4; day++) {
        const winner =
          day % 2 === 0 ? { winning_team: 'B', set_scores: setsOf('4-6 2-6') } : { set_scores: setsOf('6-3 7-5') };
        const match = await club.submit(club.match({ played_at: `2026-0${day}-01T19:10:00Z`, ...winner }));
        const { participants } = await explain(club, match.id);
        assert.deepEqual(
          participants.map((one) => one.delta),
          match.participants.map((one) => one.rating_change?.delta),
        );
        for (const { parts, delta } of participants) {
          assert.ok(parts !== null);
          assert.equal(
            parts.reduce((sum, part) => sum + part.points, 0),
            delta,
          );
          assert.ok(parts.every((part) => Number.isInteger(part.points) && part.points !== 0 && part.text.length > 0));
        }
      }
    });

    it('the explanation has the expected and the actual share of each team', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ winning_team: 'B', set_scores: setsOf('4-6 2-6') }));
      const { win_probability, games_share, weight, model_version, steepness, participants } = await explain(club, id);
      assert.deepEqual(win_probability, { A: 0.5, B: 0.5 });
      assert.deepEqual(games_share, { A: 0.3333, B: 0.6667 });
      // Social by default (0.7), attested by the partner (0.9).
      assert.deepEqual([weight, model_version, steepness], [0.63, 'pair-3', 1]);
      assert.deepEqual(
        participants.map((one) => one.share_of_uncertainty),
        [0.25, 0.25, 0.25, 0.25],
      );
      assert.deepEqual(
        participants.map((one) => one.uncertainty_before),
        [288, 288, 288, 288],
      );
      assert.ok(participants[0]?.parts?.some(({ text }) => text === 'Your chance of winning was 50%, and you lost.'));
    });

    it('the explanation is in the caller’s language, names it, and has the values of each sentence', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ winning_team: 'B', set_scores: setsOf('4-6 2-6') }));
      const url = `/v1/matches/${id}/explanation`;
      const read = (language: string, more: Readonly<Record<string, string>> = {}) =>
        club.partner.request<MatchExplanation>('GET', url, { headers: { 'accept-language': language, ...more } });
      const [english, spanish, portuguese] = [await read('fr'), await read('es-MX'), await read('pt, en;q=0.4')];
      const resultOf = ({ body }: typeof english) =>
        body.participants[0]?.parts?.find(({ code }) => code === 'result') ?? assert.fail();
      assert.deepEqual(
        [english, spanish, portuguese].map((answer) => resultOf(answer).text),
        [
          'Your chance of winning was 50%, and you lost.',
          'Tenías un 50\u00A0% de opciones de ganar; perdiste.',
          'Tinha 50% de hipóteses de ganhar; perdeu.',
        ],
      );
      for (const answer of [english, spanish, portuguese]) {
        assert.deepEqual(resultOf(answer).values, { result: 'lost', win_probability: 0.5, draw_was: null });
        assert.equal(answer.headers['vary'], 'Authorization, Cookie, Bandeja-Mode, Accept-Language');
      }
      const languages = [english, spanish, portuguese].map(({ headers }) => headers['content-language']);
      assert.deepEqual(languages, ['en', 'es', 'pt']);
      const tag = String(spanish.headers['etag']);
      assert.equal((await read('es', { 'if-none-match': tag })).status, 304);
      assert.equal((await read('en', { 'if-none-match': tag })).status, 200);
    });

    it('a first match leads from the starting level to the place among the four; a stated teammate is new to the others', async () => {
      const club = await aClub(service());
      const [first = assert.fail()] = club.players;
      const starting_level = { value: 3.5, source: 'coach' };
      await club.partner.request('PATCH', `/v1/players/${first.username}`, { body: { starting_level } });
      const { id } = await club.submit();
      const { participants } = await explain(club, id);
      const placements = participants.map(({ parts }) => parts?.find(({ code }) => code === 'placement'));
      const [own, mate] = participants;
      const start = (own?.service_score_before ?? 0) + (placements[0]?.points ?? 0);
      assert.equal(own?.service_score_before, 1548);
      // No other player was known, so the place is where the level alone puts the player, and no part is left.
      assert.deepEqual([start, placements[0]], [1548, undefined]);
      assert.deepEqual([mate?.service_score_before, placements[1]], [1500, undefined]);

      const [second = assert.fail(), third = assert.fail()] = await club.partner.freshPlayers(2);
      await club.partner.request('PATCH', `/v1/players/${second.username}`, { body: { starting_level } });
      const four = [second, third, ...club.players.slice(2)];
      const participantsOf = (four_: typeof four) =>
        four_.map(({ username }, index) => ({ username, team: index < 2 ? 'A' : 'B' }));
      const later = await club.submit(
        club.match({ participants: participantsOf(four), played_at: '2026-05-20T19:10:00Z' }),
      );
      const [stated, teammate] = (await explain(club, later.id)).participants;
      const partOf = (one: typeof stated) => one?.parts?.find(({ code }) => code === 'placement') ?? assert.fail();
      const { text, values } = partOf(stated);
      const place = (stated?.service_score_before ?? 0) + partOf(stated).points;
      assert.equal(
        text,
        `You were entered as 3.5. With this teammate and these opponents you start at ${place}, give or take ${stated?.uncertainty_before}.`,
      );
      assert.equal(values['stated_service_score'], 1600);
      assert.equal(partOf(teammate).text, 'Your first match: your start was set by your opponents’ ratings.');
      assert.equal(partOf(teammate).values['stated_service_score'], null);
    });

    it('the explanation has no shares if the scoreline did not count', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ outcome: 'retired', set_scores: setsOf('3-1') }));
      const { expected_games_share, games_share } = await explain(club, id);
      assert.deepEqual([expected_games_share, games_share], [null, null]);
    });

    it('the explanation of an unrated match is empty', async () => {
      const club = await aClub(service());
      const { id } = await club.submit(club.match({ outcome: 'walkover' }));
      assert.deepEqual(await explain(club, id), {
        match_id: id,
        model_version: null,
        steepness: null,
        penalty: null,
        win_probability: null,
        expected_games_share: null,
        games_share: null,
        weight: null,
        participants: [],
      });
    });
  });

  describe('The preview of a match', () => {
    it('the preview equals the later result for both winners, in order and late', async () => {
      for (const played_at of ['2026-05-03T19:10:00Z', '2026-05-01T12:00:00Z']) {
        for (const winning_team of ['A', 'B'] as const) {
          const club = await aClub(service());
          await club.submit(club.match({ played_at: '2026-04-30T19:10:00Z', set_scores: setsOf('6-1 6-2') }));
          await club.submit(club.match({ played_at: '2026-05-02T19:10:00Z' }));
          const scoreline = { set_scores: setsOf(winning_team === 'A' ? '6-4 3-6 10-8' : '3-6 6-7') };
          const { body: promised } = await preview(club, { played_at, ...scoreline });
          const happened = await club.submit(club.match({ played_at, winning_team, ...scoreline }));
          assert.deepEqual(
            promised.outcomes[winning_team].map((one) => one.delta),
            happened.participants.map((one) => one.rating_change?.delta),
          );
        }
      }
    });

    it('the preview of a first match starts from the starting level, as the match does', async () => {
      const club = await aClub(service());
      const starting_level = { value: 5, source: 'self' };
      const path = `/v1/players/${club.players[0]?.username}`;
      await club.partner.request('PATCH', path, { body: { starting_level } });
      const promised = (await preview(club)).body.outcomes.A;
      const { participants } = await club.submit(club.match({ set_scores: [], outcome: 'retired' }));
      assert.deepEqual(
        promised.map(({ service_score_before, service_score_after }) => [service_score_before, service_score_after]),
        participants.map(({ rating_change: change }) => [change?.service_score_before, change?.service_score_after]),
      );
      assert.notEqual(promised[0]?.service_score_before, 1500);
    });

    it('the preview has the other outcome without the scoreline', async () => {
      const club = await aClub(service());
      const withScore = (await preview(club, { set_scores: setsOf('6-4 6-4') })).body;
      const without = (await preview(club)).body;
      assert.deepEqual(withScore.outcomes.B, without.outcomes.B);
      assert.notDeepEqual(withScore.outcomes.A, without.outcomes.A);
    });

    it('the previewed probability is for the format that the scoreline implies', async () => {
      const club = await aClub(service());
      for (let day = 1; day <= 3; day++) await club.submit(club.match({ played_at: `2026-04-0${day}T19:10:00Z` }));
      const full = (await preview(club)).body.win_probability.A;
      const short = (await preview(club, { set_scores: setsOf('4-1') })).body.win_probability.A;
      assert.ok(full > short && short > 0.5, `${full} for a full match, ${short} for a short set`);
    });

    it('the preview defaults to now and partner_attested, and stores nothing', async () => {
      const club = await aClub(service());
      await storingNothing(service(), async () => {
        const { status } = await preview(club, { played_at: null, trust_tier: null });
        assert.equal(status, 200);
      });
    });

    it('the preview of a walkover changes no rating', async () => {
      const club = await aClub(service());
      const { outcomes } = (await preview(club, { outcome: 'walkover' })).body;
      assert.deepEqual(
        [...outcomes.A, ...outcomes.B].map((one) => one.delta),
        Array(8).fill(0),
      );
    });

    it('a preview with a winner, a reference, an invalid scoreline or an ineligible player is rejected', async () => {
      const [club, other] = [await aClub(service()), await aClub(service(), { isPublic: false })];
      const body = (changes: Changes) => {
        const { external_ref: _, winning_team: __, ...rest } = club.match(changes);
        return { ...rest, ...changes };
      };
      const refusal = async (code: 'invalid_body' | 'participant_not_eligible', changes: Changes) =>
        faultsOf((await club.partner.refusal(code, 'POST', '/v1/matches/preview', { body: body(changes) })).body);
      assert.deepEqual(await refusal('invalid_body', { winning_team: 'A' }), ['/winning_team unknown_field']);
      assert.deepEqual(await refusal('invalid_body', { external_ref: 'x' }), ['/external_ref unknown_field']);
      assert.deepEqual(await refusal('invalid_body', { set_scores: setsOf('0-0') }), ['/set_scores/0 empty_set']);
      assert.deepEqual(await refusal('invalid_body', { bogus: 1, set_scores: setsOf('0-0') }), [
        '/bogus unknown_field',
        '/set_scores/0 empty_set',
      ]);
      const participants = other.match().participants;
      assert.equal((await refusal('participant_not_eligible', { participants })).length, 4);
    });

    it('the preview and the explanation have the steepness in full precision, because the probabilities use it', async () => {
      const club = await aClub(service());
      const { id } = await club.submit();
      const kept = await calibrate(service().context);
      const shown = calibrationView(kept).steepness;
      assert.notEqual(kept.steepness, shown);
      const [explained, previewed] = [await explain(club, id), (await preview(club)).body];
      assert.deepEqual([explained.steepness, previewed.steepness], [kept.steepness, kept.steepness]);
    });
  });
});
