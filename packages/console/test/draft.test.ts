/** The setup of a night, as the page changes, sends and reads it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { clockAt, nextAt, rangeOf } from '../src/days.ts';
import {
  type Draft,
  draftLike,
  draftOf,
  EMPTY,
  pairsFirst,
  settled,
  setupOf,
  submissionOf,
  withPlayers,
} from '../src/pages/plan/draft.ts';

const club = { zone: 'Europe/Madrid', courtName: (court: number) => `Court ${court}` };
const people = (...usernames: readonly string[]) =>
  usernames.map((username) => ({ username, display_name: username.toUpperCase() }));
const many = (count: number) => people(...Array.from({ length: count }, (_, index) => `p${index + 1}`));
const usernamesOf = (list: readonly { readonly username: string }[]) => list.map(({ username }) => username).join(' ');

/** A plan as the service returns it. */
const planOf = (changes: Partial<Api.Plan> = {}): Api.Plan =>
  ({
    ...submissionOf({ ...EMPTY, name: 'Friday', courtNames: 'Central' }, club),
    revision: 4,
    players: many(5).map((one, index) => ({ ...one, number: index + 1, from_round: index === 4 ? 3 : 1 })),
    rounds: [1, 2, 3].map((round) => ({ round })),
    ends_at: '2026-07-03T20:00:00Z',
    fixed_pairs: [[1, 2]],
    avoid_pairs: [[3, 4]],
    seed: 7,
    ...changes,
  }) as unknown as Api.Plan;

describe('the setup of a night', () => {
  it('follows the number of players with its courts and rounds until a person chooses them', () => {
    for (const [players, format, courts, rounds] of [
      [3, 'americano', EMPTY.courts, EMPTY.rounds],
      [4, 'americano', 1, 3],
      [8, 'americano', 2, 7],
      [9, 'americano', 2, 9],
      [64, 'americano', 16, 12],
      [8, 'teams', 2, 3],
      [10, 'teams', 2, 5],
    ] as const) {
      const draft = settled({ ...EMPTY, format, players: many(players) });
      assert.deepEqual([draft.courts, draft.rounds], [courts, rounds], `${players} players, ${format}`);
    }
    const own = settled({ ...EMPTY, players: many(8), courts: 1, hasOwnCourts: true, rounds: 4, hasOwnRounds: true });
    assert.deepEqual([own.courts, own.rounds], [1, 4]);
  });

  it('adds whole pairs before a player without one, nobody twice, and 64 players at most', () => {
    const [a, b, c, d, e] = many(5);
    assert.ok(a && b && c && d && e);
    const added = (format: Draft['format']) =>
      usernamesOf(
        withPlayers(
          { ...EMPTY, format, players: [a, b, c] },
          [a, d, e],
          [
            [d, e],
            [a, e],
          ],
        ),
      );
    assert.equal(added('teams'), 'p1 p2 p4 p5 p3');
    assert.equal(added('americano'), 'p1 p2 p3 p4 p5');
    assert.equal(withPlayers({ ...EMPTY, players: many(63) }, people('y', 'z')).length, 64);
    assert.equal(usernamesOf(pairsFirst([a, b, c, d, e], [[d, b]])), 'p4 p2 p1 p3 p5');
  });

  it('is sent with the numbers of its players, and read again unchanged', () => {
    const body = submissionOf(draftOf(planOf(), club.zone), club);
    assert.partialDeepStrictEqual(body, {
      players: [...many(4).map(({ username }) => ({ username })), { username: 'p5', from_round: 3 }],
      fixed_pairs: [[1, 2]],
      avoid_pairs: [[3, 4]],
      points_per_match: 24,
      rounds: 3,
      name: 'Friday',
      venue_label: null,
      seed: 7,
    });
    assert.equal(draftOf(planOf(), club.zone).until, '22:00');
    const teams = draftOf(
      planOf({ format: 'teams', fixed_pairs: ['31', '42'].map((pair) => [...pair].map(Number)) }),
      club.zone,
    );
    assert.equal(usernamesOf(teams.players), 'p3 p1 p4 p2');
    assert.equal(submissionOf(teams, club).fixed_pairs?.join(' '), '1,2 3,4');
  });

  it('leaves out pairs of players that were removed, and brings late players to the last round at the latest', () => {
    const draft = { ...draftOf(planOf(), club.zone), rounds: 2 };
    const body = submissionOf({ ...draft, players: draft.players.filter(({ username }) => username !== 'p2') }, club);
    assert.deepEqual([body.fixed_pairs, body.avoid_pairs], [[], [[2, 3]]]);
    assert.deepEqual(body.players.at(-1), { username: 'p5', from_round: 2 });
  });

  it('keeps the place of a court whose name is missing between others', () => {
    for (const [courtNames, sent] of [
      ['Central,,Pista 3', ['Central', 'Court 2', 'Pista 3']],
      ['Central, ,', ['Central']],
      ['', []],
      ['A,B,C,D', ['A', 'B', 'C']],
    ] as const)
      assert.deepEqual(submissionOf({ ...EMPTY, courts: 3, courtNames }, club).courts_named, sent);
  });

  it('of a night like an earlier one has its players and settings, but not its end, latecomers and draw', () => {
    const { until, arrivals, seed, revision, name, players } = draftLike(planOf(), club.zone);
    assert.deepEqual([until, arrivals, seed, revision, name], ['', {}, null, null, 'Friday']);
    assert.equal(players.length, 5);
  });

  it('follows a plan that someone else saved, unless it was changed here: then it is overtaken', () => {
    const [before, now] = [planOf(), planOf({ revision: 5, name: 'Saturday' })];
    const own = { ...draftOf(before, club.zone), rounds: 9 };
    for (const [draft, plan, isChanged, isOvertaken, name] of [
      [null, now, false, false, 'Saturday'],
      [own, before, true, false, 'Friday'],
      [own, now, true, true, 'Friday'],
      [draftOf(now, club.zone), now, false, false, 'Saturday'],
      [draftOf(before, club.zone), planOf({ revision: 5 }), false, false, 'Friday'],
      [null, null, true, false, ''],
    ] as const) {
      const setup = setupOf(draft, plan, club);
      assert.deepEqual([setup.isChanged, setup.isOvertaken, setup.draft.name], [isChanged, isOvertaken, name]);
    }
  });
});

describe('the days and clocks of a club', () => {
  it('are those of its time zone, on this day or the next', () => {
    const now = Date.parse('2026-07-03T20:30:00Z');
    assert.equal(clockAt(club.zone, '2026-07-03T20:30:00Z'), '22:30');
    assert.equal(nextAt(club.zone, '23:00', now), '2026-07-03T21:00:00.000Z');
    assert.equal(nextAt(club.zone, '22:00', now), '2026-07-04T20:00:00.000Z');
    const afterMidnight = Date.parse('2026-07-03T22:30:00Z');
    assert.equal(nextAt(club.zone, '00:15', afterMidnight), '2026-07-04T22:15:00.000Z');
  });

  it('filter lists from the first moment of a day to the last, and a day that does not exist filters nothing', () => {
    assert.deepEqual(rangeOf({ since: '2026-07-03', until: '2026-07-03' }, club.zone), {
      since: '2026-07-02T22:00:00.000Z',
      until: '2026-07-03T21:59:59.999Z',
    });
    assert.deepEqual(rangeOf({ since: 'yesterday', until: '2026-02-30' }, club.zone), {
      since: undefined,
      until: undefined,
    });
  });
});
