import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf } from './shapes.ts';

export const Finding = named(
  'Finding',
  Fields(
    {
      code: Type.String({ description: 'The check. Codes are stable.', examples: ['disk'] }),
      state: OneOf(['ok', 'warning', 'problem'], {
        description: '`problem`: something does not work, or data is at risk. `warning`: something soon will not.',
        examples: ['warning'],
      }),
      text: Type.String({
        description: 'The result, in a sentence.',
        examples: ['The disk of the database has 1.1 GB free. The database takes 2.4 GB.'],
      }),
      advice: Nullable(
        Type.String({
          description: 'What to do. Null if the state is `ok`.',
          examples: ['Free some space, or stop the service and move DATA_DIR to a larger disk.'],
        }),
      ),
      values: Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description: 'The figures and names behind the text.',
        examples: [{ free_bytes: 1_100_000_000, database_bytes: 2_400_000_000 }],
      }),
    },
    { description: 'The result of a check.' },
  ),
);
export type Finding = Static<typeof Finding>;

export const Diagnosis = named(
  'Diagnosis',
  Fields(
    {
      at: InstantText({
        description: 'The time of the report, by the clock of the service.',
        examples: ['2026-05-01T21:00:00.000Z'],
      }),
      service_version: Type.String({ description: 'The version of the service.', examples: ['0.2.0'] }),
      findings: Type.Array(Finding, { description: 'The results of all checks, in a fixed order.' }),
    },
    { description: 'The results of all checks of a service.' },
  ),
);
export type Diagnosis = Static<typeof Diagnosis>;
