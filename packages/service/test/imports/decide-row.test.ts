import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RowState } from '@bandeja/contract/import-enums';
import type { MatchStatus } from '@bandeja/contract/match-enums';
import { decideRow, type RowFacts } from '../../src/imports/decide-row.ts';
import type { Comparison } from '../../src/imports/differences.ts';
import type { KnownMatch } from '../../src/imports/known-matches.ts';

const problem = { pointer: null, code: 'unclear', detail: null, values: {} };
const difference = { code: 'winner', stored: 'A', sent: 'B' } as const;
const warning = { code: 'unusual_score', pointer: null, detail: '', match_id: null, values: {} } as const;

const stored = (id: string, status: MatchStatus, agrees: boolean): Comparison => ({
  match: { id, status } as KnownMatch,
  differences: agrees ? [] : [difference],
});

/** Every fact at once, so that a rule decides only if it comes before the others. */
const facts: Readonly<Record<string, Partial<RowFacts>>> = {
  problems: { problems: [problem] },
  'a created match that agrees': { own: () => stored('own', 'completed', true) },
  'a created match that differs': { own: () => stored('own', 'completed', false) },
  'a created match that is voided': { own: () => stored('own', 'voided', true) },
  'a reference that agrees': { referenced: () => stored('referenced', 'completed', true) },
  'a reference that differs': { referenced: () => stored('referenced', 'pending', false) },
  'a voided reference that agrees': { referenced: () => stored('referenced', 'voided', true) },
  'a voided reference that differs': { referenced: () => stored('referenced', 'voided', false) },
  'a twin that agrees': { sameTeams: () => stored('twin', 'completed', true) },
  'a twin that differs': { sameTeams: () => stored('twin', 'completed', false) },
  'a player who is not eligible': { problemsOfNew: () => [problem] },
  'warnings, held': { warnings: () => [warning], storesWarned: false },
  'warnings, stored': { warnings: () => [warning] },
};
const nothing: RowFacts = {
  problems: [],
  own: () => null,
  referenced: () => null,
  sameTeams: () => null,
  problemsOfNew: () => [],
  warnings: () => [],
  storesWarned: true,
};

/** By the first fact: the state, the match, and the lengths of problems, differences and warnings. */
const expected: Readonly<Record<string, readonly [RowState, string | null, number, number, number]>> = {
  problems: ['rejected', null, 1, 0, 0],
  'a created match that agrees': ['created', 'own', 0, 0, 0],
  'a created match that differs': ['conflict', 'own', 0, 1, 0],
  'a created match that is voided': ['created', 'own', 0, 0, 0],
  'a reference that agrees': ['duplicate', 'referenced', 0, 0, 0],
  'a reference that differs': ['conflict', 'referenced', 0, 1, 0],
  'a voided reference that agrees': ['voided', 'referenced', 0, 0, 0],
  'a voided reference that differs': ['voided', 'referenced', 0, 1, 0],
  'a twin that agrees': ['duplicate', 'twin', 0, 0, 0],
  'a twin that differs': ['conflict', 'twin', 0, 1, 0],
  'a player who is not eligible': ['rejected', null, 1, 0, 0],
  'warnings, held': ['held', null, 0, 0, 1],
  'warnings, stored': ['created', null, 0, 0, 1],
};

describe('a row is decided by the first rule that applies', () => {
  const names = Object.keys(facts);
  const shown = (known: RowFacts) => {
    const { state, match, problems, differences, warnings } = decideRow(known);
    return [state, match?.id ?? null, problems.length, differences.length, warnings.length];
  };

  for (const [first, name] of names.entries()) {
    it(`${name}: ${expected[name]?.[0]}, whatever else is known`, () => {
      for (const later of [null, ...names.slice(first + 1)]) {
        const known = { ...nothing, ...(later === null ? {} : facts[later]), ...facts[name] };
        assert.deepEqual(shown(known), expected[name], `and ${later}`);
      }
    });
  }

  it('nothing is known: created', () => {
    assert.deepEqual(shown(nothing), ['created', null, 0, 0, 0]);
  });
});
