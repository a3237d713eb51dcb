/** Merges: one person was registered twice, and the matches of one player become the other's. */
import { type Static, Type } from 'typebox';
import { Count, PlayerName } from './session-rows.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, OneOf, Text, Uuid } from './shapes.ts';
import { NullableTask, Task } from './tasks.ts';

/** How many ids of matches that both players played in are listed. */
export const MET_MAX = 20;
export const NEARBY_PAIRS_MAX = 100;
/** Longer than any username or id. */
const PLAYER_LENGTH_MAX = 64;

const playerKey = (description: string, example: string) =>
  Text(1, PLAYER_LENGTH_MAX, {
    description: `${description}: its username, or its \`profile_id\`.`,
    examples: [example],
  });
const PREVIEW = 'q7M1x0yqv1h0m8Pz3vKcU5mB0xkq2mQy2Zb8pQhO0Jk';
const previewText = { description: 'Identifies what the preview showed. Opaque.', examples: [PREVIEW] };

export const NewMerge = named(
  'NewMerge',
  Fields(
    {
      from: playerKey('The player to replace', 'marta.gil.2'),
      into: playerKey('The player that takes its place', 'marta.gil'),
      preview: Maybe(
        Text(1, 64, {
          ...previewText,
          description:
            'The `preview` of a dry run. If a match or a player has changed since, the merge is refused with `preview_outdated`.',
        }),
      ),
    },
    { description: 'Two players to merge.', examples: [{ from: 'marta.gil.2', into: 'marta.gil' }] },
  ),
);
export type NewMerge = Static<typeof NewMerge>;

const MergeMatches = named(
  'MergeMatches',
  Fields(
    {
      to_amend: Count('Your pending and completed matches of `from`.', 42),
      pending: Count('Those of them that are pending.', 1),
      completed: Count('Those of them that are completed.', 41),
      voided: Count('Your voided matches of `from`, which are not changed.', 2),
      of_other_partners: Nullable(
        Count('The completed matches of other partners, which are not changed; null if you may not see `from`.', 3),
      ),
      first_played_at: Nullable(
        InstantText({
          description: 'When the first match to amend was played.',
          examples: ['2025-03-04T19:30:00.000Z'],
        }),
      ),
      last_played_at: Nullable(
        InstantText({
          description: 'When the last match to amend was played.',
          examples: ['2026-05-01T19:10:00.000Z'],
        }),
      ),
    },
    { description: 'The matches of the player to replace.' },
  ),
);

const matchId = (description: string) => Uuid({ description, examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] });

export const MergePreview = named(
  'MergePreview',
  Fields(
    {
      from: PlayerName,
      into: PlayerName,
      from_is_yours: Type.Boolean({ description: 'Whether you registered `from`.', examples: [true] }),
      into_is_yours: Type.Boolean({ description: 'Whether you registered `into`.', examples: [true] }),
      matches: MergeMatches,
      met: Fields(
        {
          count: Count('How many there are.', 0),
          match_ids: Type.Array(matchId('A match.'), { description: `The first ${MET_MAX}, newest first.` }),
        },
        { description: 'Your matches that both players are in. If there are any, they are two people.' },
      ),
      rosters: Type.Array(Type.String({ examples: ['club-night'] }), {
        description: 'Your rosters that `from` is on, by slug. `into` takes its place.',
      }),
      open_plans: Type.Array(Type.String({ examples: ['club-norte-2025-10-17'] }), {
        description: 'The sessions whose plans have `from` and are not closed. Close them first.',
      }),
      nearby: Fields(
        {
          count: Count('How many there are.', 0),
          pairs: Type.Array(
            Fields({
              match_id: matchId('A match to amend.'),
              other_match_id: matchId(
                'A match of `into` with the same four players, at most 20 minutes before or after.',
              ),
            }),
            { description: `The first ${NEARBY_PAIRS_MAX}, newest first.` },
          ),
        },
        { description: 'Matches that were probably entered twice, once with each player.' },
      ),
      preview: Type.String(previewText),
    },
    { description: 'What a merge would do, and what would refuse it.' },
  ),
);
export type MergePreview = Answer<typeof MergePreview>;

export const MergePath = Fields({
  id: Uuid({ description: 'The merge’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
});

export const Merge = named(
  'Merge',
  Fields(
    {
      id: Uuid({ description: 'The merge’s id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
      from: PlayerName,
      into: PlayerName,
      amended: Count('The matches in which `into` took the place of `from`.', 42),
      left: Count('The matches that were left, because both players are in them.', 0),
      task: Task,
      undo: NullableTask,
      created_at: InstantText({ description: 'When it was requested.', examples: ['2026-05-01T21:00:00.000Z'] }),
    },
    { description: 'A merge of two players. Its matches, and its undo, are about your matches only.' },
  ),
);
export type MergeView = Answer<typeof Merge>;

export const mergedStates = ['merged', 'before', 'changed', 'voided'] as const;
export type MergedState = (typeof mergedStates)[number];

const now = OneOf(mergedStates, {
  description:
    '`merged`: it has the four players as the merge left them. `before`: as the merge found them. `changed`: it has other players. ' +
    '`voided`: it was voided.',
  examples: ['merged'],
});

export const mergedFilter = { now: Type.Optional(now) };

export const MergedMatch = named(
  'MergedMatch',
  Fields(
    {
      match_id: matchId('The match.'),
      external_ref: Type.String({ description: 'Its reference.', examples: ['club-norte-2026-05-01-3'] }),
      played_at: InstantText({ description: 'When it was played.', examples: ['2026-05-01T19:10:00.000Z'] }),
      now,
    },
    { description: 'A match that a merge amended or left, as it is now.' },
  ),
);
export type MergedMatch = Answer<typeof MergedMatch>;
