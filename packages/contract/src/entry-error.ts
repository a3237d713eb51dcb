import { Type } from 'typebox';
import type { Problem } from './errors/problem.ts';
import { type Answer, Fields, named, Uuid } from './shapes.ts';

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
      existing_profile_id: Type.Optional(
        Uuid({
          description: 'Only with `external_id_taken`, and not in a dry run: the player that has the id.',
          examples: ['019de4f2-a340-7f34-a99b-71224f08972d'],
        }),
      ),
      existing_username: Type.Optional(
        Type.String({ description: 'Only with `external_id_taken`: the username of that player.', examples: ['ana'] }),
      ),
    },
    { description: 'The reason why an entry was rejected.' },
  ),
);

export type EntryError = Answer<typeof EntryError>;

/** Converts a problem to the error of a batch entry. */
export function entryErrorOf(problem: Problem): EntryError {
  const errors = (problem.faults ?? []).map(({ pointer = '', code, detail }) => ({ pointer, code, detail }));
  return { code: problem.code, detail: problem.message, errors, ...existingOf(problem) };
}

function existingOf({ code, extensions }: Problem): Pick<EntryError, 'existing_profile_id' | 'existing_username'> {
  if (code !== 'external_id_taken') return {};
  const { existing_profile_id: id, existing_username: username } = extensions;
  return { existing_profile_id: String(id), existing_username: String(username) };
}
