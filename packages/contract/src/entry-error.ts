import { Type } from 'typebox';
import type { Problem } from './errors/problem.ts';
import { type Answer, Fields, named } from './shapes.ts';

const EntryFault = named(
  'EntryFault',
  Fields(
    {
      pointer: Type.String({ description: 'JSON pointer, relative to the entry.', examples: ['/participants/2'] }),
      code: Type.String({ description: 'The broken rule.', examples: ['participant_not_eligible'] }),
      detail: Type.String({
        description: 'The fault, or the allowed value.',
        examples: ["This player doesn't exist, or is private and not shared with you."],
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
      errors: Type.Array(EntryFault, { description: 'Every broken rule; empty if `code` is sufficient.' }),
    },
    { description: 'The reason why an entry was rejected.' },
  ),
);

export type EntryError = Answer<typeof EntryError>;

/** Converts a problem to the error of a batch entry. */
export function entryErrorOf(problem: Problem): EntryError {
  const errors = (problem.faults ?? []).map(({ pointer = '', code, detail }) => ({ pointer, code, detail }));
  return { code: problem.code, detail: problem.message, errors };
}
