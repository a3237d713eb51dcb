import { type Static, Type } from 'typebox';
import { EntryError } from './entry-error.ts';
import { RegisteredPlayer, Registration } from './players.ts';
import { type Answer, Fields, Nullable, named, OneOf } from './shapes.ts';

export const BATCH_PLAYERS_MAX = 100;

const { roster_slug, profile_is_public, country_code } = Registration.properties;
const shared = { roster_slug, profile_is_public, country_code };

const playersNotes = {
  minItems: 1,
  maxItems: BATCH_PLAYERS_MAX,
  description: 'The players; each stands alone. A value of its own overrides the one beside the list.',
};

/** The envelope of a batch. Its entries are judged one by one, so here they may be anything. */
export const PlayerBatchEnvelope = named(
  'PlayerBatch',
  Fields(
    {
      ...shared,
      players: Type.Array(Type.Unknown(), {
        ...playersNotes,
        'x-faults': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
      }),
    },
    { description: 'Up to 100 players, with what they have in common.' },
  ),
);
export type PlayerBatchEnvelope = Static<typeof PlayerBatchEnvelope>;

/** The envelope as documented: what its entries should be. */
export const PlayerBatch = named(
  'PlayerBatch',
  Fields(
    { ...shared, players: Type.Array(Registration, playersNotes) },
    {
      description: 'Up to 100 players, with what they have in common.',
      examples: [
        {
          roster_slug: 'monday-ladder',
          country_code: 'ES',
          players: [
            { username: 'marta.garcia', display_name: 'Marta García' },
            { username: 'nuno', display_name: 'Nuno Álvares', country_code: 'PT' },
          ],
        },
      ],
    },
  ),
);

const NullableRegisteredPlayer = Nullable(RegisteredPlayer);
const NullableError = Nullable(EntryError);

const PlayerBatchResult = named(
  'PlayerBatchResult',
  Fields(
    {
      index: Type.Integer({ description: 'Place of the entry in the list sent, from 0.', examples: [0] }),
      username: Nullable(
        Type.String({
          description: 'The entry’s username in lower case; null where it has none that can be read.',
          examples: ['ana'],
        }),
      ),
      status: OneOf(['created', 'existing', 'taken', 'rejected'], {
        description:
          '`existing`: the player was there, is not changed, and is on the roster now; `taken`: the username belongs to a ' +
          'player whom you may not see.',
        examples: ['created'],
      }),
      player: NullableRegisteredPlayer,
      error: NullableError,
    },
    { description: 'The answer to one entry.' },
  ),
);
/** What became of one entry. */
export type PlayerBatchResult = Answer<typeof PlayerBatchResult>;

const count = (description: string) => Type.Integer({ description, examples: [1] });

export const PlayerBatchResults = named(
  'PlayerBatchResults',
  Fields(
    {
      results: Type.Array(PlayerBatchResult, { description: 'One result per entry, in the order sent.' }),
      summary: Fields(
        {
          created: count('Players registered.'),
          existing: count('Players who were there already, or earlier in the batch.'),
          taken: count('Usernames of players whom you may not see.'),
          rejected: count('Entries refused.'),
        },
        { description: 'How many entries ended how.' },
      ),
    },
    { description: 'What became of a batch of players.' },
  ),
);
export type PlayerBatchResults = Answer<typeof PlayerBatchResults>;
