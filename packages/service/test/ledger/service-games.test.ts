import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Team } from '@bandeja/contract/match-enums';
import fc from 'fast-check';
import { countServiceGames, type ServiceGames } from '../../src/calibration/pool.ts';
import type { SetScore } from '../../src/history/match-columns.ts';
import { matchOf, type SheetMatch, type SheetSet } from './score-sheet.ts';

/** 6–4, team A serving first: team A holds five times of five, team B four of five. */
const sixFour = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B-';
/** 6–2 after team B served first: team A holds four of four, team B two of four. */
const sixTwo = 'B- A+ B+ A+ B- A+ B+ A+';
const allHeld = 'A+ B+ A+ B+ A+ B+ A+ B+ A+ B+ A+ B+';
const inPoints = (a: number, b: number): string => [...Array(b).fill('.B'), ...Array(a).fill('.A')].join(' ');

const first: SheetSet = { sheet: sixFour, first: 'A' };
const decided: SheetSet[] = [first, { sheet: 'A- B+ A+ B+ A+ B+ A+ B+ A+ B+', first: 'A' }];
const withTieBreak: SheetSet[] = [...decided, { sheet: inPoints(10, 8), first: 'A' }];

/** Which games of a match are service games, and how many of them the server won. */
const counts: Readonly<Record<string, [SheetMatch, serviceGames: number, holds: number]>> = {
  'every game of a set, served alternately': [matchOf([first]), 10, 9],
  'if team B served first': [matchOf([{ sheet: sixTwo, first: 'B' }]), 8, 6],
  'the games but not the tie-break of a 7–6': [matchOf([{ sheet: `${allHeld} tA`, first: 'A' }]), 12, 12],
  'without a server, started by the team that did not serve last': [
    matchOf([first, { sheet: 'A- B+ A+ B+ A- B+ A+ B- A-' }, { sheet: 'B+ A+ B- A+ B+ A+ B- A+' }]),
    10 + 9 + 8,
    9 + 5 + 6,
  ],
  'after a tie-break, which counts as a turn': [
    matchOf([{ sheet: `${allHeld} tA`, first: 'A' }, { sheet: sixTwo }]),
    12 + 8,
    12 + 6,
  ],
  'none after a set without ordered games': [
    matchOf([first, { sheet: sixTwo, isOrderUnknown: true }, { sheet: sixTwo }]),
    10,
    9,
  ],
  'none of a set with a server and no order': [matchOf([{ ...first, isOrderUnknown: true }, { sheet: sixTwo }]), 0, 0],
  'by a server that was sent, against the turn': [
    matchOf([first, { sheet: sixTwo, first: 'B' }, { sheet: sixTwo }]),
    10 + 8 + 8,
    9 + 6 + 6,
  ],
  'none of a match tie-break': [matchOf(withTieBreak, { scoring: 'games' }), 20, 18],
  'all of a third set of four, a long one': [matchOf([...withTieBreak, first]), 20 + 18 + 10, 18 + 9 + 9],
  'none of an unfinished match': [matchOf([first], { outcome: 'retired' }), 0, 0],
  'none of a match in points, submitted': [matchOf([first], { scoring: 'points' }), 0, 0],
  'none of a match in points, inferred': [matchOf([{ sheet: inPoints(21, 0), first: 'A' }, first]), 0, 0],
  'none without a scoreline': [matchOf([]), 0, 0],
};

describe('The service games of a match', () => {
  for (const [what, [match, serviceGames, holds]] of Object.entries(counts))
    test(what, () => assert.deepEqual(countServiceGames(match), { serviceGames, holds }));
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
