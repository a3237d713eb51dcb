import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isPlayedOut, runChance, type SetPlay, setChance } from '../../src/insights/set-chances.ts';
import type { GameChances } from '../../src/played/forecast.ts';

const equal: SetPlay = { target: 6, firstServer: null, chances: { serving: 0.63, receiving: 0.37, even: 0.5 } };
const near = (actual: number, expected: number, within = 0.00005): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

describe('A set to six between equals with an unknown server', () => {
  test('between equals, five games in a row are lost in .0930 of sets', () => near(runChance(equal, 5), 0.093));
  test('between equals, a set is won from 3–0 in .8555', () => near(setChance(equal, 3, 0), 0.8555));
  test('between equals, a set is won from 4–1 in .8906', () => near(setChance(equal, 4, 1), 0.8906));
  test('between equals, a set is won from 5–2 in .9375', () => near(setChance(equal, 5, 2), 0.9375));
});

describe('A set', () => {
  test('a tie-break is at 6–6, at 8–8, and at 3–3 in a set to four', () => {
    for (const [target, level] of [
      [6, 6],
      [8, 8],
      [4, 3],
    ] as const) {
      const play: SetPlay = { target, firstServer: 'own', chances: { serving: 1, receiving: 0, even: 0.25 } };
      // Every game is held, until the one without a server.
      near(setChance(play, 0, 0), 0.25, 1e-12);
      near(setChance(play, level, level), 0.25, 1e-12);
    }
  });

  test('the pairs serve in turns from the first server on', () => {
    const chances = { serving: 0.8, receiving: 0.3, even: 0.5 };
    // At 5–5 the eleventh game is the first server’s: held and broken, or broken and held, or level and even.
    const level = 0.8 * 0.3 + (0.8 * 0.7 + 0.2 * 0.3) * 0.5;
    near(setChance({ target: 6, firstServer: 'own', chances }, 5, 5), level, 1e-12);
    near(setChance({ target: 6, firstServer: 'opponents', chances }, 5, 5), level, 1e-12);
    // At 5–4 the tenth game is the other’s.
    near(setChance({ target: 6, firstServer: 'own', chances }, 5, 4), 0.3 + 0.7 * level, 1e-12);
    near(setChance({ target: 6, firstServer: 'opponents', chances }, 5, 4), 0.8 + 0.2 * level, 1e-12);
  });

  test('a set is complete exactly at the scores that end it', () => {
    const ends = (target: 4 | 6 | 8): string[] => {
      const found: string[] = [];
      for (let own = 0; own <= 12; own += 1) {
        for (let opponents = 0; opponents <= own; opponents += 1) {
          if (isPlayedOut({ own, opponents, target })) found.push(`${own}–${opponents}`);
        }
      }
      return found;
    };
    assert.deepEqual(ends(6).join(' '), '6–0 6–1 6–2 6–3 6–4 7–5 7–6');
    assert.deepEqual(ends(8).join(' '), '8–0 8–1 8–2 8–3 8–4 8–5 8–6 9–7 9–8');
    assert.deepEqual(ends(4).join(' '), '4–0 4–1 4–2 4–3');
    assert.equal(isPlayedOut({ own: 21, opponents: 11, target: null }), false);
  });
});

const aChance = fc.double({ min: 0.02, max: 0.98, noNaN: true });
const aPlay: fc.Arbitrary<SetPlay> = fc.record({
  target: fc.constantFrom(4, 6, 8),
  firstServer: fc.constantFrom('own', 'opponents', null),
  chances: fc.record<GameChances>({ serving: aChance, receiving: aChance, even: aChance }),
});

/** The chance that `isIt` is true of the games of a set, by going forward through all that may come, a game at a time. */
function forward(play: SetPlay, start: readonly [number, number], isIt: (games: string) => boolean): number {
  // Games as letters; only the score and the last of them matter, so that states meet again.
  let open = new Map([[`${start[0]} ${start[1]} `, 1]]);
  let total = 0;
  while (open.size > 0) {
    const next = new Map<string, number>();
    for (const [state, weight] of open) {
      const [own = 0, opponents = 0] = state.split(' ').map(Number);
      const last = state.split(' ')[2] ?? '';
      if (isIt(last)) total += weight;
      else if (!hasEnded(play.target, own, opponents)) {
        const chance = chanceAt(play, own + opponents);
        const won = `${own + 1} ${opponents} w`;
        next.set(won, (next.get(won) ?? 0) + weight * chance);
        const lost = `${own} ${opponents + 1} ${last.replaceAll('w', '')}l`;
        next.set(lost, (next.get(lost) ?? 0) + weight * (1 - chance));
      }
    }
    open = next;
  }
  return total;
}

function hasEnded(target: number, own: number, opponents: number): boolean {
  return isPlayedOut({ own, opponents, target: target as 4 | 6 | 8 });
}

function chanceAt({ target, firstServer, chances }: SetPlay, games: number): number {
  if (firstServer === null || games === (target === 4 ? 6 : 2 * target)) return chances.even;
  const turns: string[] = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'first' : 'second'));
  const isOwn = (turns[games] === 'first') === (firstServer === 'own');
  return isOwn ? chances.serving : chances.receiving;
}

describe('The chances of any set', () => {
  test('the chance of a run equals a sum over all orders of games', () => {
    fc.assert(
      fc.property(aPlay, (play) => {
        near(
          runChance(play, 5),
          forward(play, [0, 0], (games) => games.endsWith('lllll')),
          1e-9,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('the chances of the opponents are mirrored', () => {
    const turned = ({ target, firstServer, chances }: SetPlay): SetPlay => ({
      target,
      firstServer: firstServer && (firstServer === 'own' ? 'opponents' : 'own'),
      chances: { serving: 1 - chances.receiving, receiving: 1 - chances.serving, even: 1 - chances.even },
    });
    fc.assert(
      fc.property(aPlay, fc.nat(2), fc.nat(2), (play, own, opponents) => {
        near(setChance(play, own, opponents) + setChance(turned(play), opponents, own), 1, 1e-9);
      }),
    );
  });

  test('the chances of a set follow from those after the next game', () => {
    fc.assert(
      fc.property(aPlay, fc.nat(2), fc.nat(2), (play, own, opponents) => {
        const now = setChance(play, own, opponents);
        const chance = chanceAt(play, own + opponents);
        const [ahead, behind] = [setChance(play, own + 1, opponents), setChance(play, own, opponents + 1)];
        near(now, chance * ahead + (1 - chance) * behind, 1e-9);
      }),
    );
  });
});
