import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Team } from '@bandeja/contract/match-enums';
import fc from 'fast-check';
import { countServiceGames, type ServiceGames } from '../../src/calibration/pool.ts';
import type { SetScore } from '../../src/history/match-columns.ts';
import { matchOf, type SheetMatch, type SheetSet } from './score-sheet.ts';

const none: ServiceGames = { serviceGames: 0, holds: 0 };
const assertCount = (match: SheetMatch, serviceGames: number, holds: number): void =>
  assert.deepEqual(countServiceGames(match), { serviceGames, holds });

/** 6–4, team A serving first: team A holds five times of five, team B four of five. */
const sixFour = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B-';
/** 6–2 after team B served first: team A holds four of four, team B two of four. */
const sixTwo = 'B- A+ B+ A+ B- A+ B+ A+';

describe('A set with its server and its games in order', () => {
  test('every game of a set is a service game, served alternately', () => {
    assertCount(matchOf([{ sheet: sixFour, first: 'A' }]), 10, 9);
    assertCount(matchOf([{ sheet: sixTwo, first: 'B' }]), 8, 6);
  });

  test('a set of breaks has no hold', () => {
    assertCount(matchOf([{ sheet: 'A- B- A- B- A- B- A- B- A- B- A- B-', first: 'A' }]), 12, 0);
  });

  test('the tie-break of a 7–6, 4–3 or 9–8 is not a service game', () => {
    const allHeld = (games: number): string =>
      Array.from({ length: games }, (_, game) => (game % 2 ? 'B+' : 'A+')).join(' ');
    for (const target of [6, 3, 8]) {
      assertCount(matchOf([{ sheet: `${allHeld(2 * target)} tA`, first: 'A' }]), 2 * target, 2 * target);
      assertCount(
        matchOf([{ sheet: `${allHeld(2 * target)} tB`, first: 'A' }], { winning_team: 'B' }),
        2 * target,
        2 * target,
      );
    }
    // One game ahead is a tie-break only there: 5–4, 8–7 and 6–5, when the court was needed, are all service games.
    for (const games of [9, 15, 11]) assertCount(matchOf([{ sheet: allHeld(games), first: 'A' }]), games, games);
  });

  test('a set that ended level counts', () => {
    assertCount(matchOf([{ sheet: 'B+ A+ B- A- B+ A+', first: 'B' }]), 6, 4);
  });
});

describe('A set that was sent without its server', () => {
  test('a set without a server is started by the team that did not serve last', () => {
    // Ten games end with team B's turn, nine with team A's: team A begins the second set, team B the third.
    const night: SheetSet[] = [
      { sheet: sixFour, first: 'A' },
      { sheet: 'A- B+ A+ B+ A- B+ A+ B- A-' },
      { sheet: 'B+ A+ B- A+ B+ A+ B- A+' },
    ];
    assertCount(matchOf(night), 10 + 9 + 8, 9 + 5 + 6);
  });

  test('a tie-break counts as a turn for the next set’s server', () => {
    const night: SheetSet[] = [
      // The thirteenth game was team A's turn.
      { sheet: 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ tA', first: 'A' },
      { sheet: sixTwo },
    ];
    assertCount(matchOf(night), 12 + 8, 12 + 6);
  });

  test('the server is unknown after a set without ordered games', () => {
    assertCount(matchOf([{ sheet: sixFour, first: 'A', isOrderUnknown: true }, { sheet: sixTwo }]), 0, 0);
    const night: SheetSet[] = [
      { sheet: sixFour, first: 'A' },
      { sheet: sixTwo, isOrderUnknown: true },
      { sheet: sixTwo },
    ];
    assertCount(matchOf(night), 10, 9);
  });

  test('the server is unknown after a set with an unknown server', () => {
    const night: SheetSet[] = [
      { sheet: '.A .A .B .A .A .A .A' },
      { sheet: '.B .B .A .B .B .B .B' },
      { sheet: sixTwo, first: 'B' },
    ];
    assertCount(matchOf(night), 8, 6);
  });
});

describe('A server that was sent', () => {
  test('a submitted server wins over the turns, for its set and later ones', () => {
    const night: SheetSet[] = [
      { sheet: sixFour, first: 'A' },
      // It was team A's turn, but the teams started again.
      { sheet: sixTwo, first: 'B' },
      { sheet: sixTwo },
    ];
    assertCount(matchOf(night), 10 + 8 + 8, 9 + 6 + 6);
  });

  test('a submitted server without ordered games is ignored', () => {
    assertCount(matchOf([{ sheet: sixFour, first: 'A', isOrderUnknown: true }]), 0, 0);
  });
});

describe('A match tie-break', () => {
  const tenEight = Array.from({ length: 18 }, (_, point) => (point < 8 ? '.B' : '.A')).join(' ');
  const fourSix = 'A- B+ A+ B+ A+ B+ A+ B+ A+ B+';
  const night: SheetSet[] = [
    { sheet: sixFour, first: 'A' },
    { sheet: fourSix, first: 'A' },
    { sheet: tenEight, first: 'A' },
  ];

  test('a match tie-break never has service games', () => {
    assertCount(matchOf(night), 10 + 10, 9 + 9);
    assertCount(matchOf(night, { scoring: 'games' }), 10 + 10, 9 + 9);
  });

  test('only the third of three sets is a match tie-break', () => {
    // A fourth set makes the third a long one: 18 games in turns from team A, of which B won eight, then A ten.
    const longer = matchOf([...night, { sheet: sixFour, first: 'A' }]);
    assertCount(longer, 10 + 10 + 18 + 10, 9 + 9 + (4 + 5) + 9);
  });
});

describe('A match', () => {
  const night: SheetSet[] = [
    { sheet: sixFour, first: 'A' },
    { sheet: sixTwo, first: 'B' },
  ];

  test('an unfinished match has no service games', () => {
    assert.deepEqual(countServiceGames(matchOf(night, { outcome: 'retired' })), none);
    assert.deepEqual(countServiceGames(matchOf([], { outcome: 'walkover' })), none);
  });

  test('a match in points has no service games, submitted or inferred', () => {
    const round: SheetSet[] = [{ sheet: Array(21).fill('.A').join(' '), first: 'A' }, ...night];
    assert.deepEqual(countServiceGames(matchOf(round)), none);
    assert.deepEqual(countServiceGames(matchOf(night, { scoring: 'points' })), none);
  });

  test('a set of ten or more that was submitted in games has service games', () => {
    const long = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B-';
    assertCount(matchOf([{ sheet: long, first: 'A' }], { scoring: 'games' }), 20, 19);
  });

  test('a match without a scoreline has no service games', () => {
    assert.deepEqual(countServiceGames(matchOf([])), none);
  });
});

const aTeam = fc.constantFrom<Team>('A', 'B');
const aScore = fc.oneof(
  fc.constantFrom(...['6-4', '7-6', '6-7', '0-6', '4-3', '3-4', '9-8', '8-9', '5-4', '3-3', '10-8', '8-10', '11-9']),
  fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 12 })).map((games) => games.join('-')),
);

/** A set of some score, its games in any order; half of the sets come with a server, most with the order. */
const aSet: fc.Arbitrary<Omit<SetScore, 'set_number'>> = aScore.chain((score) => {
  const [team_a_games = 0, team_b_games = 0] = score.split('-').map(Number);
  const games = [...Array<Team>(team_a_games).fill('A'), ...Array<Team>(team_b_games).fill('B')];
  return fc.record({
    team_a_games: fc.constant(team_a_games),
    team_b_games: fc.constant(team_b_games),
    game_winners: fc.option(fc.shuffledSubarray(games, { minLength: games.length }), { freq: 5 }),
    first_server_team: fc.option(aTeam, { freq: 2 }),
  });
});

const aScoredMatch: fc.Arbitrary<SheetMatch> = fc.record({
  winning_team: aTeam,
  outcome: fc.constantFrom('played', 'played', 'played', 'retired'),
  scoring: fc.constantFrom('games', 'games', null, 'points'),
  set_scores: fc
    .array(aSet, { maxLength: 5 })
    .map((sets) => sets.map((set, index): SetScore => ({ ...set, set_number: index + 1 }))),
});

/** The same count, slowly: the ball goes from team to team, a game at a time. */
function countByHand(match: SheetMatch): ServiceGames {
  const count = { serviceGames: 0, holds: 0 };
  let ballWith: Team | 'nobody knows' = 'nobody knows';
  for (const set of setsToCount(match)) {
    if (set.first_server_team !== null) ballWith = set.first_server_team;
    if (set.game_winners === null) ballWith = 'nobody knows';
    const score = `${set.team_a_games}-${set.team_b_games}`;
    const hasTieBreak = ['7-6', '6-7', '4-3', '3-4', '9-8', '8-9'].includes(score);
    let left = set.game_winners?.length ?? 0;
    for (const winner of set.game_winners ?? []) {
      left -= 1;
      if (ballWith === 'nobody knows') continue;
      if (left > 0 || !hasTieBreak) {
        count.serviceGames += 1;
        if (winner === ballWith) count.holds += 1;
      }
      ballWith = ballWith === 'A' ? 'B' : 'A';
    }
  }
  return count;
}

function setsToCount({ outcome, scoring, set_scores: sets }: SheetMatch): readonly SetScore[] {
  const [first = 0, second = 0, third = 0] = sets.map((set) => Math.max(set.team_a_games, set.team_b_games));
  const isInPoints = scoring === 'points' || (scoring === null && first >= 10);
  if (outcome !== 'played' || isInPoints) return [];
  const isThirdWonAlone = sets[2] !== undefined && sets[2].team_a_games + sets[2].team_b_games === 1;
  const hasMatchTieBreak = sets.length === 3 && (third >= 10 || isThirdWonAlone) && first <= 7 && second <= 7;
  return sets.filter((set) => !(hasMatchTieBreak && set.set_number === 3));
}

const other = (team: Team): Team => (team === 'A' ? 'B' : 'A');

describe('The service games of any match', () => {
  test('service games equal a count game by game', () => {
    fc.assert(
      fc.property(aScoredMatch, (match) => {
        assert.deepEqual(countServiceGames(match), countByHand(match));
      }),
      { numRuns: 2000 },
    );
  });

  test('swapping the team names does not change the service games', () => {
    fc.assert(
      fc.property(aScoredMatch, (match) => {
        const changed: SheetMatch = {
          ...match,
          winning_team: match.winning_team && other(match.winning_team),
          set_scores: match.set_scores.map((set) => ({
            ...set,
            team_a_games: set.team_b_games,
            team_b_games: set.team_a_games,
            game_winners: set.game_winners?.map(other) ?? null,
            first_server_team: set.first_server_team && other(set.first_server_team),
          })),
        };
        assert.deepEqual(countServiceGames(changed), countServiceGames(match));
      }),
    );
  });
});
