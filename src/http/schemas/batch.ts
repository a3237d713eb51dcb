import { Type } from 'typebox';
import { BATCH_MATCHES_MAX, batchSchema, exampleBatch, submissionSchema } from '../../domain/matches/index.ts';
import { Match } from './match.ts';
import { Fields, Nullable, named, OneOf, Uuid } from './shared.ts';

const { matches: _, ...sessionFields } = batchSchema.properties;

/** The envelope as documented: what its entries should be. (They are judged one by one, so any JSON value gets in.) */
export const BatchSubmission = named(
  'BatchSubmission',
  Fields(
    {
      ...sessionFields,
      matches: Type.Array(submissionSchema, {
        minItems: 1,
        maxItems: BATCH_MATCHES_MAX,
        description: 'The matches; each stands alone. A value of its own overrides the session-level one.',
      }),
    },
    { description: 'Up to 25 matches, with what they have in common.', examples: [exampleBatch] },
  ),
);

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

const EntryError = named(
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

const NullableMatch = Nullable(Match);
const NullableError = Nullable(EntryError);

const BatchResult = named(
  'BatchResult',
  Fields(
    {
      index: Type.Integer({ description: 'Place of the entry in the list sent, from 0.', examples: [0] }),
      external_ref: Nullable(
        Type.String({
          description: 'The entry’s reference; null where it has none that can be read.',
          examples: ['night-42-m7'],
        }),
      ),
      status: OneOf(['created', 'duplicate', 'rejected'], {
        description: 'What became of the entry.',
        examples: ['created'],
      }),
      match: NullableMatch,
      existing_match_id: Nullable(
        Uuid({
          description: 'For a duplicate, the id of the match that has the reference.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      error: NullableError,
    },
    { description: 'The answer to one entry.' },
  ),
);

const count = (description: string) => Type.Integer({ description, examples: [1] });

export const BatchResults = named(
  'BatchResults',
  Fields(
    {
      results: Type.Array(BatchResult, { description: 'One result per entry, in the order sent.' }),
      summary: Fields(
        {
          created: count('Matches stored (in a dry run: that would be).'),
          duplicates: count('Entries whose reference was used before, or earlier in the batch.'),
          rejected: count('Entries refused.'),
        },
        { description: 'How many entries ended how.' },
      ),
    },
    { description: 'What became of a batch.' },
  ),
);
