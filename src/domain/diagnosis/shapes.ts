import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf } from '../shapes.ts';

export const findingStates = ['ok', 'warning', 'problem'] as const;
export type FindingState = (typeof findingStates)[number];

const Finding = named(
  'Finding',
  Fields(
    {
      code: Type.String({ description: 'What was looked at; stable.', examples: ['disk'] }),
      state: OneOf(findingStates, {
        description: '`problem`: something does not work, or data is at risk; `warning`: it will, or it is slow.',
        examples: ['warning'],
      }),
      text: Type.String({
        description: 'What was found, in a sentence.',
        examples: ['3.1 GB are free; the database has 2.4 GB.'],
      }),
      advice: Nullable(
        Type.String({ description: 'What to do; null if it is `ok`.', examples: ['Make room or move DATA_DIR.'] }),
      ),
      values: Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description: 'The numbers and names behind it.',
        examples: [{ free_bytes: 3_100_000_000, database_bytes: 2_400_000_000 }],
      }),
    },
    { description: 'One thing that was looked at.' },
  ),
);

export const Diagnosis = named(
  'Diagnosis',
  Fields(
    {
      at: InstantText({ description: 'When, by the clock of the service.', examples: ['2026-05-01T21:00:00.000Z'] }),
      service_version: Type.String({ description: 'The version of the service.', examples: ['0.2.0'] }),
      findings: Type.Array(Finding, { description: 'What was found, in the order in which it was looked at.' }),
    },
    { description: 'What an operator should know about a service.' },
  ),
);
export type Diagnosis = Static<typeof Diagnosis>;
