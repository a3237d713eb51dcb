import { type Static, Type } from 'typebox';
import { EntryError } from './entry-error.ts';
import { RegisteredByYou, RegisteredPlayer, Registration } from './players.ts';
import { type Answer, Fields, Nullable, named, OneOf } from './shapes.ts';

export const BATCH_PLAYERS_MAX = 100;

const { roster_slug, profile_is_public, country_code } = Registration.properties;
const shared = { roster_slug, profile_is_public, country_code };

const playersNotes = {
  minItems: 1,
  maxItems: BATCH_PLAYERS_MAX,
  description: 'The players. Each is processed independently. A field of a player overrides that of the batch.',
};

/** The envelope of a batch. Its entries are validated separately, so this schema accepts any JSON value. */
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
    { description: 'Up to 100 players, and the fields that they share.' },
  ),
);
export type PlayerBatchEnvelope = Static<typeof PlayerBatchEnvelope>;

/** The documented schema of a batch. Validation uses `PlayerBatchEnvelope`. */
export const PlayerBatch = named(
  'PlayerBatch',
  Fields(
    { ...shared, players: Type.Array(Registration, playersNotes) },
    {
      description: 'Up to 100 players, and the fields that they share.',
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
      index: Type.Integer({ description: 'Index of the entry in the list sent, from 0.', examples: [0] }),
      username: Nullable(
        Type.String({
          description: 'The entry’s username in lower case; null if it is missing or not a text.',
          examples: ['ana'],
        }),
      ),
      status: OneOf(['created', 'existing', 'taken', 'rejected'], {
        description:
          '`existing`: the player already existed. It is not changed, but joins the roster. `taken`: the username was that of ' +
          'another partner’s public player, who is erased.',
        examples: ['created'],
      }),
      player: NullableRegisteredPlayer,
      registered_by_you: Nullable(RegisteredByYou),
      error: NullableError,
    },
    { description: 'The result of one entry. In a dry run, a `created` one has no `player`.' },
  ),
);
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
          existing: count('Players that already existed, or were earlier in the batch.'),
          existing_of_others: count('Those of them that another partner registered.'),
          taken: count('Usernames of erased public players.'),
          rejected: count('Entries rejected.'),
        },
        { description: 'The number of entries by result.' },
      ),
    },
    { description: 'The results of a batch of players.' },
  ),
);
export type PlayerBatchResults = Answer<typeof PlayerBatchResults>;
