import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api } from '@bandeja/client';
import { HEADING_HEIGHT, heightOf, PAGE_HEIGHT, pagesOf } from '../src/night/tv/blocks.ts';

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

describe('the pages of a night on a screen', () => {
  it('show both rounds at once if they fit', () => {
    const pages = pagesOf({ round: roundOf(1, 2, 0), next: roundOf(2, 2, 0) });
    assert.deepEqual(
      pages.map((page) => page.map(({ round, isNext }) => [round, isNext])),
      [
        [
          [1, false],
          [2, true],
        ],
      ],
    );
  });

  it('show six courts at once, and the next round on another page', () => {
    const pages = pagesOf({ round: roundOf(1, 6, 0), next: roundOf(2, 6, 0) });
    assert.deepEqual(
      pages.map((page) => page.map(({ blocks }) => blocks.length)),
      [[6], [6]],
    );
  });

  it('show every court and every player who rests, and are never too high, up to 16 courts', () => {
    for (let courts = 1; courts <= 16; courts += 1) {
      for (let resting = 0; resting <= 64 - 4 * courts; resting += 1) {
        const rounds = { round: roundOf(1, courts, resting), next: roundOf(2, courts, resting) };
        const pages = pagesOf(rounds);
        const blocks = pages.flat().flatMap((group) => group.blocks);
        const shown = blocks.flatMap((block) =>
          block.kind === 'court' ? [...block.court.team_a, ...block.court.team_b] : block.players,
        );
        assert.equal(shown.length, 2 * (4 * courts + resting));
        assert.equal(new Set(shown).size, 4 * courts + resting);
        for (const page of pages) {
          const height = page.reduce(
            (sum, group) => group.blocks.reduce((part, block) => part + heightOf(block), sum + HEADING_HEIGHT),
            0,
          );
          assert.ok(height <= PAGE_HEIGHT, `${courts} courts, ${resting} resting: ${height}`);
        }
      }
    }
  });

  it('are none before the first round is drawn', () => {
    assert.deepEqual(pagesOf({ round: null, next: null }), []);
  });
});
