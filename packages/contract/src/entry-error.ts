import { Type } from 'typebox';
import type { Problem } from './errors/problem.ts';
import { type Answer, Fields, named } from './shapes.ts';

const EntryFault = named(
  'EntryFault',
  Fields(
    {
      pointer: Type.String({ description: 'JSON pointer; it begins at the entry.', examples: ['/participants/2'] }),
      code: Type.String({ description: 'The rule that is broken.', examples: ['participant_not_eligible'] }),
      detail: Type.String({
        description: 'What would do.',
        examples: ['Must be a player who is public, created by you, or on one of your rosters.'],
      }),
    },
    { description: 'One broken rule of an entry.' },
  ),
);

export const EntryError = named(
  'EntryError',
  Fields(
    {
      code: Type.String({ description: 'A code of the error registry.', examples: ['participant_not_eligible'] }),
      detail: Type.String({ description: 'What happened.', examples: ['A participant is not eligible.'] }),
      errors: Type.Array(EntryFault, { description: 'Every broken rule; empty where the code says it all.' }),
    },
    { description: 'Why an entry was rejected.' },
  ),
);

/** Why an entry of a batch was refused; the pointers begin at the entry. */
export type EntryError = Answer<typeof EntryError>;

/** A problem as the result of an entry tells it. */
export function entryErrorOf(problem: Problem): EntryError {
  const errors = (problem.faults ?? []).map(({ pointer = '', code, detail }) => ({ pointer, code, detail }));
  return { code: problem.code, detail: problem.message, errors };
}
