import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { type Group, heightOf, PAGE_HEIGHT, screensOf, WIDE_ROWS_MAX } from '../src/night/tv/blocks.ts';

/** @param resting the number of players who rest */
const roundOf = (round: number, courts: number, resting: number): Api.NightRound => ({
  round,
  opened_at: null,
  ends_at: null,
  resting: Array.from({ length: resting }, (_, index) => 4 * courts + index + 1),
  courts: Array.from({ length: courts }, (_, index) => ({
    court: index + 1,
    name: null,
    team_a: [4 * index + 1, 4 * index + 2],
    team_b: [4 * index + 3, 4 * index + 4],
    result: null,
  })),
});

const row: Api.PlanStanding = {
  number: 1,
  display_name: 'Ana',
  rank: 1,
  played: 1,
  wins: 1,
  draws: 0,
  losses: 0,
  points: 15,
  average: 15,
  rested: 0,
};

const screens = (courts: number, resting: number, standings: readonly Api.PlanStanding[] = [row]) =>
  screensOf({ round: roundOf(1, courts, resting), next: roundOf(2, courts, resting), standings });

/** “1 and 2 beside”, “ranking”. */
const namesOf = (shown: ReturnType<typeof screens>) =>
  shown.map(({ kind, groups }) => `${groups.map(({ round }) => round).join(' and ')} ${kind}`.trim());

const playersOf = ({ blocks }: Group) =>
  blocks.flatMap((block) => (block.kind === 'court' ? [...block.court.team_a, ...block.court.team_b] : block.players));

describe('the screens of a night', () => {
  it('show both rounds at once if they fit beside the ranking', () => {
    assert.deepEqual(namesOf(screens(2, 0)), ['1 and 2 beside']);
    assert.deepEqual(namesOf(screens(6, 0)), ['1 beside', '2 beside']);
  });

  it('show more than six courts over the whole width, in turn with the ranking and the next round', () => {
    assert.deepEqual(namesOf(screens(16, 0)), ['1 wide', 'ranking', '1 wide', '2 wide']);
    assert.deepEqual(namesOf(screens(16, 0, [])), ['1 wide', '2 wide']);
  });

  it('show the whole open round at least every other time, up to 16 courts and 64 players', () => {
    for (let courts = 1; courts <= 16; courts += 1) {
      for (let resting = 0; resting <= 64 - 4 * courts; resting += 1) {
        const all = screens(courts, resting);
        const name = `${courts} courts, ${resting} resting: ${namesOf(all)}`;
        for (const { kind, groups } of all) {
          for (const group of groups) {
            const players = playersOf(group);
            assert.equal(players.length, 4 * courts + resting, name);
            assert.equal(new Set(players).size, players.length, name);
          }
          const height = groups.reduce((sum, group) => sum + heightOf(group), 0);
          const rows = groups.reduce((sum, { blocks }) => sum + blocks.length, 0) / 2;
          assert.ok(kind === 'beside' ? height <= PAGE_HEIGHT : rows <= WIDE_ROWS_MAX, name);
        }
        const isNow = all.map(({ groups }) => groups.some(({ isNext }) => !isNext));
        assert.ok(
          isNow.every((shown, index) => shown || isNow[(index + 1) % isNow.length]),
          name,
        );
      }
    }
  });

  it('are none before the first round is drawn', () => {
    assert.deepEqual(screensOf({ round: null, next: null, standings: [] }), []);
  });
});
