import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnswerValue, Team } from '@bandeja/contract/match-enums';
import fc from 'fast-check';
import { decideByAnswers, dueAt, type Terms } from '../../src/matches/confirmation.ts';

const TEAMS: readonly Team[] = ['A', 'A', 'B', 'B'];

const terms = (reporter: Team | null): Terms => ({
  confirmation_reported_by: reporter,
  confirmation_deadline: null,
  confirmation_then: null,
});
const reporters = fc.constantFrom<Team | null>('A', 'B', null);
const steps = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom<AnswerValue>('right', 'wrong')), { maxLength: 12 });

type Given = ReadonlyMap<number, AnswerValue>;

const decide = (reporter: Team | null, given: Given) =>
  decideByAnswers(
    terms(reporter),
    [...given].map(([slot, answer]) => ({ team: TEAMS[slot] ?? 'A', answer })),
  );

/** The same rule as a table of what each pair says. */
function expected(reporter: Team | null, given: Given): string {
  const pair = (first: number, team: Team) => {
    const answers = [given.get(first), given.get(first + 1)];
    if (answers.includes('wrong')) return 'wrong';
    return team === reporter || answers.includes('right') ? 'right' : 'silent';
  };
  const pairs = `${pair(0, 'A')} ${pair(2, 'B')}`;
  if (pairs.includes('wrong')) return 'disputed';
  return pairs === 'right right' ? 'complete' : 'awaiting';
}

describe('the answers of four players', () => {
  test('follow the table in every order, until they complete the match', () => {
    fc.assert(
      fc.property(reporters, steps, (reporter, answers) => {
        const given = new Map<number, AnswerValue>();
        for (const [slot, answer] of answers) {
          given.set(slot, answer);
          const decision = decide(reporter, given);
          assert.equal(decision, expected(reporter, given));
          if (decision === 'complete') return;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('decide the same in every order', () => {
    fc.assert(
      fc.property(
        reporters,
        fc.uniqueArray(fc.nat({ max: 3 })),
        fc.array(fc.boolean(), { minLength: 4 }),
        (reporter, order, right) => {
          const answers = order.map((slot): [number, AnswerValue] => [slot, right[slot] === true ? 'right' : 'wrong']);
          assert.equal(decide(reporter, new Map(answers)), decide(reporter, new Map(answers.toReversed())));
        },
      ),
    );
  });

  test('of the pair that reported count only if they are `wrong`', () => {
    assert.equal(
      decide(
        'A',
        new Map([
          [0, 'right'],
          [1, 'right'],
        ]),
      ),
      'awaiting',
    );
    assert.equal(
      decide(
        'A',
        new Map([
          [0, 'wrong'],
          [2, 'right'],
        ]),
      ),
      'disputed',
    );
    assert.equal(decide('A', new Map([[3, 'right']])), 'complete');
  });
});

describe('a deadline', () => {
  const match = { ...terms(null), status: 'pending', confirmation_state: null, confirmation_deadline: 100 } as const;

  test('acts on an undisputed pending match from its instant on', () => {
    assert.deepEqual([dueAt(match, 99), dueAt(match, 100)], [null, 'expire']);
    assert.equal(dueAt({ ...match, confirmation_then: 'complete' }, 101), 'complete');
    assert.equal(dueAt({ ...match, confirmation_then: 'void' }, 101), 'void');
  });

  test('does nothing to a disputed, an expired or a decided match', () => {
    for (const change of [
      { confirmation_state: 'disputed' },
      { confirmation_state: 'expired' },
      { status: 'completed' },
      { status: 'voided' },
      { confirmation_deadline: null },
    ] as const) {
      assert.equal(dueAt({ ...match, ...change }, 1_000), null);
    }
  });
});
