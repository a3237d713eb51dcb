import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { MatchView } from '@bandeja/contract/matches';
import type { Progress } from '@bandeja/contract/progress';
import fc from 'fast-check';
import { aClub, Club } from '../support/club.ts';
import { setsOf } from '../support/matches.ts';
import { freshName, onEachEngine, type TestPartner, useTestService } from '../support/service.ts';

onEachEngine((engine) => {
  const service = useTestService({ engine });
  let club: Club;
  /** Another partner, which submits matches of the same players. */
  let rival: Club;
  let partner: TestPartner;
  let username: string;
  /** Three matches on two days: the rival's is in the middle. */
  let matches: MatchView[];

  const played = (by: Club, played_at: string, winning_team: 'A' | 'B', sets: string) =>
    by.submit(by.match({ played_at, winning_team, set_scores: setsOf(sets) }));
  const progressOf = async (query: Record<string, string | number> = {}, by = partner) =>
    (await by.request<Progress>('GET', `/v1/players/${username}/progress`, { query })).body;

  before(async () => {
    club = await aClub(service());
    rival = new Club(await service().freshPartner(), club.players);
    partner = club.partner;
    username = club.players[0]?.username ?? assert.fail();
    matches = [
      await played(club, '2026-05-02T20:00:00Z', 'A', '6-4 6-3'),
      await played(rival, '2026-05-03T20:00:00Z', 'B', '2-6 3-6'),
      await played(club, '2026-05-03T21:00:00Z', 'A', '6-0 6-1'),
    ];
  });

  describe('GET /v1/players/{username}/progress', () => {
    it('the score after each match equals that in the match', async () => {
      const { points, summary, player } = await progressOf();
      assert.equal(player.username, username);
      const changes = matches.map((match) => match.participants[0]?.rating_change ?? assert.fail());
      assert.deepEqual(
        points.map((point) => [point.at, point.service_score, point.delta]),
        matches.map((match, index) => [match.played_at, changes[index]?.service_score_after, changes[index]?.delta]),
      );
      assert.equal(summary.first, 1500);
      assert.equal(summary.current, changes[2]?.service_score_after);
      assert.equal(
        summary.change,
        changes.reduce((sum, change) => sum + change.delta, 0),
      );
    });

    it('only the caller’s own matches have an id', async () => {
      const ids = (points: Progress['points']) => points.map((point) => point.match_id);
      assert.deepEqual(ids((await progressOf()).points), [matches[0]?.id, null, matches[2]?.id]);
      assert.deepEqual(ids((await progressOf({}, rival.partner)).points), [null, matches[1]?.id, null]);
      assert.deepEqual(ids((await progressOf({ interval: 'day' })).points), [null, null]);
    });

    it('a limit returns the newest points, and whole days', async () => {
      assert.deepEqual((await progressOf({ limit: 1 })).points, (await progressOf()).points.slice(2));
      const { points, summary } = await progressOf({ interval: 'day', limit: 1 });
      const whole = await progressOf({ interval: 'day' });
      assert.deepEqual(points, whole.points.slice(1));
      assert.equal(points[0]?.at, '2026-05-03T21:00:00.000Z');
      assert.equal(summary.first, whole.points[0]?.service_score);
    });

    it('since is inclusive, and until is exclusive', async () => {
      const cut = await progressOf({ since: '2026-05-03T20:00:00Z', until: '2026-05-03T21:00:00Z' });
      assert.deepEqual(
        cut.points.map((point) => point.at),
        ['2026-05-03T20:00:00.000Z'],
      );
    });

    it('days and weeks equal a walk over the calendar, for any matches', async () => {
      const aSeason = fc.array(
        fc.record({ day: fc.integer({ min: 0, max: 40 }), hour: fc.constantFrom(0, 12, 23.99), isWon: fc.boolean() }),
        { minLength: 1, maxLength: 25 },
      );
      await fc.assert(
        fc.asyncProperty(aSeason, fc.integer({ min: 1, max: 5 }), async (season, limit) => {
          const other = await aClub(service());
          const sent = season.map(({ day, hour, isWon }, index) =>
            other.match({
              external_ref: freshName('match'),
              played_at: new Date(Date.UTC(2026, 0, 1 + day, 0, 0, hour * 3600 + index)).toISOString(),
              winning_team: isWon ? 'A' : 'B',
              outcome: 'retired',
              set_scores: [],
            }),
          );
          const { body } = await other.partner.request('POST', '/v1/matches/batch', { body: { matches: sent } });
          assert.deepEqual(body['summary'], { created: season.length, duplicates: 0, conflicts: 0, rejected: 0 });
          const read = async (query: Record<string, string | number>) => {
            const path = `/v1/players/${other.players[0]?.username}/progress`;
            return (await other.partner.request<Progress>('GET', path, { query })).body;
          };
          const { points } = await read({ interval: 'match' });
          const since = new Date(Date.UTC(2026, 0, 9, 12)).toISOString();
          const kept = (from: string) => points.filter(({ at }) => at >= from);
          for (const [interval, startOf] of [
            ['day', midnightBefore],
            ['week', mondayBefore],
          ] as const) {
            assert.deepEqual((await read({ interval })).points, slowPoints(points, startOf));
            assert.deepEqual((await read({ interval, limit })).points, slowPoints(points, startOf).slice(-limit));
            assert.deepEqual((await read({ interval, since })).points, slowPoints(kept(since), startOf));
            const { points: shown, summary } = await read({ interval, since });
            assert.equal(
              summary.change,
              shown.reduce((sum, { delta }) => sum + delta, 0),
            );
          }
        }),
        { numRuns: 8 },
      );
    });

    it('a player without rated matches has no points, and the current score throughout', async () => {
      const [player] = await partner.freshPlayers(1);
      const { body } = await partner.request<Progress>('GET', `/v1/players/${player?.username}/progress`);
      assert.deepEqual(body.points, []);
      assert.deepEqual(body.summary, { first: 1500, current: 1500, peak: 1500, lowest: 1500, change: 0 });
    });

    it('walkovers and voided matches are not counted', async () => {
      const other = await aClub(service());
      await other.submit(other.match({ outcome: 'walkover' }));
      const { id } = await other.submit();
      await other.partner.request('POST', `/v1/matches/${id}/void`, { body: { reason: 'Twice.' } });
      const { body } = await other.partner.request<Progress>(
        'GET',
        `/v1/players/${other.players[0]?.username}/progress`,
      );
      // The void has its own point.
      assert.deepEqual(
        body.points.map(({ cause }) => cause),
        ['older_result'],
      );
    });
  });
});

function midnightBefore(at: string): string {
  return at.slice(0, 10);
}

function mondayBefore(at: string): string {
  const date = new Date(midnightBefore(at));
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString();
}

/** The points of days or weeks from those of their matches, one after the other. */
function slowPoints(points: Progress['points'], startOf: (at: string) => string): Progress['points'] {
  const found: Progress['points'][number][] = [];
  for (const point of points) {
    const last = found.at(-1);
    const isSame = last !== undefined && startOf(last.at) === startOf(point.at);
    if (isSame) found.pop();
    found.push({ ...point, match_id: null, delta: point.delta + (isSame ? last.delta : 0) });
  }
  return found;
}
