/** Why a score moved without a match, and what the matches then still show. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnMatchView } from '@bandeja/contract/matches';
import type { Player } from '@bandeja/contract/players';
import type { Progress } from '@bandeja/contract/progress';
import { statement } from '@bandeja/postgres/database';
import fc from 'fast-check';
import { aClub, type Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { onEachEngine, useTestService } from '../support/service.ts';

const written = statement(
  'test_written_by_progress',
  `select (select count(*) from score_shifts where player_id = any($1::uuid[]))::integer as shifts,
     (select count(*) from match_ratings where player_ids[1] = any($1::uuid[]) and first_shown is not null)::integer as kept`,
);

onEachEngine((engine) => {
  const service = useTestService({ engine });

  const progressOf = async ({ partner }: Club, { username }: Player, query: Record<string, string> = {}) =>
    (await partner.request<Progress>('GET', `/v1/players/${username}/progress`, { query })).body;
  const playerOf = (club: Club, place: number): Player => club.players[place] ?? assert.fail();
  const scoreOf = async (club: Club, place: number) => (await club.profile(playerOf(club, place))).rating.service_score;
  const writtenBy = async (club: Club) => {
    const ids = club.players.map(({ id }) => id);
    return (await service().database.query<{ shifts: number; kept: number }>(written, [ids]))[0] ?? assert.fail();
  };
  /** A match on a day of May 2026; in the past, so each was played before all requests. */
  const played = (club: Club, day: number, changes: object = {}, places = [0, 1, 2, 3]) =>
    club.submit(club.match({ played_at: new Date(Date.UTC(2026, 4, day, 19)).toISOString(), ...changes }, places));
  const void_ = (club: Club, { id }: OwnMatchView) =>
    club.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
  const amend = async (club: Club, { id }: OwnMatchView, changes: object) => {
    const { revision } = await club.read(id);
    const answer = await club.partner.request('PATCH', `/v1/matches/${id}`, { body: { revision, ...changes } });
    assert.equal(answer.status, 200, answer.text);
  };
  async function assertCurrent(club: Club): Promise<void> {
    for (const [place, player] of club.players.entries()) {
      const score = await scoreOf(club, place);
      for (const interval of ['match', 'day', 'week']) {
        const { points, summary } = await progressOf(club, player, { interval });
        assert.equal(summary.current, score, `by ${interval}: ${JSON.stringify(points)}`);
      }
    }
  }
  const lost = { winning_team: 'B', set_scores: setsOf('2-6 3-6') };
  const brief = ({ points }: Progress) => points.map(({ cause, match_id, delta }) => [cause, match_id, delta]);

  describe('A score history with changes of earlier results', () => {
    it('matches that come in order write no shift and keep nothing', async () => {
      const club = await aClub(service());
      await played(club, 1);
      await played(club, 2, lost);
      assert.deepEqual(await writtenBy(club), { shifts: 0, kept: 0 });
    });

    it('a late match has its own point, leaves the later points unchanged, and is named at the instant of its arrival', async () => {
      const club = await aClub(service());
      const player = playerOf(club, 0);
      await played(club, 1);
      const last = await played(club, 10);
      const before = await progressOf(club, player);
      const late = await played(club, 5, lost);
      const { points, summary } = await progressOf(club, player);
      const [first, own, kept, shift] = points;
      assert.deepEqual([first, kept], before.points);
      assert.equal(kept?.match_id, last.id);
      assert.deepEqual([own?.match_id, own?.cause], [late.id, 'match']);
      const score = await scoreOf(club, 0);
      assert.notEqual(score, before.summary.current);
      const { at, uncertainty: _, confidence_level: __, ...rest } = shift ?? assert.fail();
      const delta = score - before.summary.current;
      assert.deepEqual(rest, { match_id: null, cause: 'older_result', service_score: score, delta });
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
      assert.deepEqual([points.length, summary.current], [4, score]);
    });

    it('a match that is late for some players only is named for these', async () => {
      const club = await aClub(service(), { players: 7 });
      await played(club, 10, {}, [0, 4, 5, 6]);
      await played(club, 5);
      const causes = async (place: number) =>
        (await progressOf(club, playerOf(club, place))).points.map(({ cause }) => cause);
      assert.deepEqual(await causes(0), ['match', 'match', 'older_result']);
      assert.deepEqual(await causes(1), ['match']);
    });

    it('an amended match keeps what each player first saw, even if the winners change', async () => {
      const club = await aClub(service());
      const match = await played(club, 1);
      const before = await Promise.all(club.players.map((player) => progressOf(club, player)));
      await amend(club, match, lost);
      for (const [place, player] of club.players.entries()) {
        const { points } = await progressOf(club, player);
        assert.deepEqual(points[0], before[place]?.points[0]);
        const delta = (await scoreOf(club, place)) - (before[place]?.summary.current ?? 0);
        assert.deepEqual([points[1]?.cause, points[1]?.delta], ['older_result', delta]);
      }
    });

    it('a player who is amended into a match has its point, and the one who is amended out a shift', async () => {
      const club = await aClub(service(), { players: 5 });
      const match = await played(club, 1);
      const { participants } = club.match({}, [4, 1, 2, 3]);
      const [moved] = (await progressOf(club, playerOf(club, 0))).points;
      await amend(club, match, { participants });
      const [point, none] = (await progressOf(club, playerOf(club, 4))).points;
      assert.deepEqual([point?.cause, point?.match_id, none], ['match', match.id, undefined]);
      assert.equal(point?.service_score, await scoreOf(club, 4));
      const out = await progressOf(club, playerOf(club, 0));
      assert.deepEqual(brief(out), [['older_result', null, -(moved?.delta ?? 0)]]);
    });

    it('a player who is amended into a match after a shift has the profile’s score at the end', async () => {
      const club = await aClub(service(), { players: 8 });
      const last = await played(club, 20, {}, [1, 2, 3, 4]);
      await played(club, 10, {}, [0, 5, 6, 7]);
      await played(club, 5, lost, [0, 5, 6, 7]);
      const [shift] = (await progressOf(club, playerOf(club, 0))).points.slice(-1);
      const { participants } = club.match({}, [0, 2, 3, 4]);
      await amend(club, last, { participants });
      const { points, summary } = await progressOf(club, playerOf(club, 0));
      assert.deepEqual([points.at(-1)?.cause, points.at(-1)?.delta], ['older_result', shift?.delta]);
      const score = await scoreOf(club, 0);
      assert.deepEqual([points.at(-1)?.service_score, summary.current], [score, score]);
    });

    it('a voided match leaves the history, and its shift takes back what it gave', async () => {
      const club = await aClub(service());
      const match = await played(club, 1);
      const { summary } = await progressOf(club, playerOf(club, 0));
      await void_(club, match);
      const found = await progressOf(club, playerOf(club, 0));
      assert.deepEqual(brief(found), [['older_result', null, -summary.change]]);
      assert.deepEqual([found.summary.first, found.summary.current], [summary.current, 1500]);
    });

    it('a match that was played before a shift and entered after it counts for the shift’s score', async () => {
      const club = await aClub(service());
      await played(club, 10);
      await played(club, 5, lost);
      const [before] = (await progressOf(club, playerOf(club, 0))).points.slice(-1);
      await played(club, 11, lost);
      const { points } = await progressOf(club, playerOf(club, 0));
      assert.equal(points.at(-1)?.cause, 'older_result');
      assert.equal(points.at(-1)?.delta, before?.delta);
      assert.equal(points.at(-1)?.service_score, await scoreOf(club, 0));
    });

    it('a day with matches is a match, one with shifts only has their cause, and both add up', async () => {
      const club = await aClub(service());
      await played(club, 10, { played_at: new Date(Date.now() - 60_000).toISOString() });
      await played(club, 5, lost);
      const days = await progressOf(club, playerOf(club, 0), { interval: 'day' });
      const score = await scoreOf(club, 0);
      // If midnight was less than a minute ago, the match and its shift have different days.
      const causes = days.points.map(({ cause }) => cause);
      assert.ok(['match,match', 'match,match,older_result'].includes(causes.join()), causes.join());
      assert.deepEqual([days.points.at(-1)?.service_score, days.summary.current], [score, score]);
      const { points: single } = await progressOf(club, playerOf(club, 0));
      const sums = [...Map.groupBy(single, ({ at }) => at.slice(0, 10)).values()].map((day) =>
        day.reduce((sum, { delta }) => sum + delta, 0),
      );
      assert.deepEqual(
        days.points.map(({ delta }) => delta),
        sums,
      );
      const older = await aClub(service());
      await played(older, 20);
      await played(older, 5, lost);
      const { points } = await progressOf(older, playerOf(older, 0), { interval: 'week' });
      assert.deepEqual(
        points.map(({ cause }) => cause),
        ['match', 'match', 'older_result'],
      );
      assert.deepEqual(
        points.map(({ delta }) => delta),
        (await progressOf(older, playerOf(older, 0))).points.map(({ delta }) => delta),
      );
    });

    it('limit, since and until count shifts like matches', async () => {
      const club = await aClub(service());
      await played(club, 10);
      await played(club, 5, lost);
      const all = (await progressOf(club, playerOf(club, 0))).points;
      const read = async (query: Record<string, string>) => (await progressOf(club, playerOf(club, 0), query)).points;
      assert.deepEqual(await read({ limit: '2' }), all.slice(-2));
      assert.deepEqual(await read({ since: all[2]?.at ?? '' }), all.slice(2));
      assert.deepEqual(await read({ until: all[2]?.at ?? '' }), all.slice(0, 2));
    });

    it('after any changes, the last point is the profile’s score', async () => {
      const aStep = fc.record({
        kind: fc.constantFrom('send', 'send', 'send', 'void', 'amend'),
        day: fc.integer({ min: 1, max: 28 }),
        places: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 4, maxLength: 4 }),
        isWon: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 10 }), async (steps) => {
          const club = await aClub(service(), { players: 6 });
          const known: OwnMatchView[] = [];
          for (const { kind, day, places, isWon } of steps) {
            const match = known[day % Math.max(known.length, 1)];
            const result = isWon ? { winning_team: 'A', set_scores: setsOf('6-3 6-4') } : lost;
            if (match === undefined || kind === 'send') known.push(await played(club, day, result, places));
            else if (kind === 'void') await void_(club, known.splice(known.indexOf(match), 1)[0] ?? match);
            else await amend(club, match, result);
            await assertCurrent(club);
          }
        }),
        { numRuns: 6 },
      );
    });
  });

  describe('A score history with changes of starting levels', () => {
    const state = (club: Club, place: number, starting_level: object | null) =>
      club.partner.request('PATCH', `/v1/players/${playerOf(club, place).username}`, { body: { starting_level } });

    it('a change before and after the first match is named for every player whose score it changes', async () => {
      const club = await aClub(service());
      await state(club, 0, { value: 5, source: 'coach' });
      const [before] = (await progressOf(club, playerOf(club, 0))).points;
      const score = await scoreOf(club, 0);
      assert.deepEqual(
        [before?.cause, before?.match_id, before?.delta, before?.service_score, before?.uncertainty],
        ['starting_level', null, score - 1500, score, 208],
      );
      assert.equal(before?.confidence_level, 'provisional');
      await played(club, 1);
      const scores = await Promise.all(club.players.map((_, place) => scoreOf(club, place)));
      await state(club, 0, null);
      for (const [place, player] of club.players.entries()) {
        const delta = (await scoreOf(club, place)) - (scores[place] ?? 0);
        const shifts = brief(await progressOf(club, player)).filter(([cause]) => cause !== 'match');
        const expected = [...(place === 0 ? [score - 1500] : []), ...(delta === 0 ? [] : [delta])];
        assert.deepEqual(
          shifts,
          expected.map((change) => ['starting_level', null, change]),
        );
      }
    });
  });

  it('erasing a player removes the shifts of its score', async () => {
    const club = await aClub(service());
    await played(club, 10);
    await played(club, 5, lost);
    const { shifts } = await writtenBy(club);
    assert.ok(shifts > 0);
    await club.partner.request('DELETE', `/v1/players/${playerOf(club, 0).username}`);
    assert.equal((await writtenBy(club)).shifts, shifts - 1);
  });
});
