/** Responses about matches. Request bodies are in `match-bodies.ts`. */
import { Type } from 'typebox';
import { NullableConfirmation } from './confirmation.ts';
import { EntryError } from './entry-error.ts';
import { identity } from './identity.ts';
import { BATCH_MATCHES_MAX, BatchEnvelope, MatchSubmission } from './match-bodies.ts';
import {
  competitionTypes,
  courtPositions,
  matchStatuses,
  outcomes,
  scorings,
  teams,
  trustTiers,
} from './match-enums.ts';
import { exampleBatch } from './match-examples.ts';
import { MatchWarning } from './match-warnings.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

const score = (when: string) => Type.Integer({ description: `The shown score ${when} the match.`, examples: [1500] });

const RatingChange = named(
  'RatingChange',
  Fields(
    {
      service_score_before: score('before'),
      service_score_after: score('after'),
      delta: Type.Integer({ description: 'Score after minus score before.', examples: [33] }),
    },
    {
      description:
        'How the match changed the player’s score. Null unless the match is completed and rated; null for hidden and erased ' +
        'players. Provisional while `rating_status` is `settling`: a late match that is not settled within its request shows ' +
        'its effect on the current scores. The exact change is computed in the background.',
    },
  ),
);

export type RatingChange = Answer<typeof RatingChange>;

// OpenAPI 3.1 expresses "component or null" as a list of types, not as a reference.
const NullableRatingChange = Nullable(RatingChange);

const MatchParticipant = named(
  'MatchParticipant',
  Fields(
    {
      profile_id: Nullable(Uuid({ description: 'The player’s id; null for hidden and erased players.' })),
      username: Nullable(
        Type.String({
          description: 'The player’s username; null for hidden and erased players.',
          examples: ['ines.carvalho'],
        }),
      ),
      display_name: Type.String({
        description:
          'The name to show. For a player that you may no longer see: the username in your own matches, “Private player” in ' +
          'others. For an erased player: “Erased player”.',
        examples: ['Ana'],
      }),
      identity,
      team: OneOf(teams, { description: 'The player’s team.', examples: ['A'] }),
      court_position: Nullable(
        OneOf(courtPositions, { description: 'Side of the court, if it was sent.', examples: ['left'] }),
      ),
      won: Nullable(Type.Boolean({ description: 'Whether the player’s team won; null for a draw.', examples: [true] })),
      rating_change: NullableRatingChange,
    },
    { description: 'One of the four players, in the order sent.' },
  ),
);

export type ParticipantView = Answer<typeof MatchParticipant>;

const MatchSetScore = named(
  'SetScore',
  Fields(
    {
      set_number: Type.Integer({ description: 'Number of the set in the match, from 1.', examples: [1] }),
      team_a_games: Type.Integer({ description: 'Games (or points) of team A.', examples: [6] }),
      team_b_games: Type.Integer({ description: 'Games (or points) of team B.', examples: [4] }),
      game_winners: Type.Unsafe<('A' | 'B')[] | null>({
        type: ['array', 'null'],
        items: OneOf(teams),
        description: 'Winners of the games in the order of play; null if they were not sent.',
        examples: [['A', 'B', 'A', 'A', 'B', 'A', 'B', 'A', 'B', 'A']],
      }),
      first_server_team: Nullable(
        OneOf(teams, { description: 'The team that served first in the set, if it was sent.', examples: ['A'] }),
      ),
    },
    { description: 'The score of one set.' },
  ),
);

const ownText = (description: string, example: string) => Type.String({ description, examples: [example] });

const matchFields = {
  status: OneOf(matchStatuses, {
    description: 'The status of the match: see the match states.',
    examples: ['completed'],
  }),
  revision: Type.Integer({ description: 'Increases by one with every change.', examples: [1] }),
  played_at: InstantText({ description: 'When it was played.', examples: ['2026-05-01T19:10:00.000Z'] }),
  winning_team: Nullable(OneOf(teams, { description: 'The team that won; null for a draw.', examples: ['A'] })),
  trust_tier: OneOf(trustTiers, { description: 'How trustworthy the result is.', examples: ['partner_attested'] }),
  outcome: OneOf(outcomes, { description: 'How the match ended.', examples: ['played'] }),
  competition_type: Nullable(
    OneOf(competitionTypes, { description: 'Kind of competition, if sent.', examples: ['social'] }),
  ),
  scoring: Nullable(
    OneOf(scorings, {
      description: 'Whether the scoreline counts games or points, as sent or inferred; null without a scoreline.',
      examples: ['games'],
    }),
  ),
  duration_minutes: Nullable(Type.Number({ description: 'Duration in minutes, if sent.', examples: [55] })),
  venue_label: Nullable(ownText('Where it was played, if sent.', 'Club Norte')),
  session_external_ref: Nullable(ownText('The session of the match, if sent.', 'night-42')),
  participants: Type.Array(MatchParticipant, { description: 'The four players, in the order sent.' }),
  set_scores: Type.Array(MatchSetScore, { description: 'The sets by number; empty if none were sent.' }),
  rating_status: OneOf(['settled', 'settling', 'unrated'], {
    description:
      '`settled`: the rating changes are final for the current history. `settling`: an unsettled change of past matches reaches the match. `unrated`: pending, voided or a walkover.',
    examples: ['settled'],
  }),
  confirmation: NullableConfirmation,
  created_at: InstantText({ description: 'When it was stored.', examples: ['2026-05-01T20:06:12.345Z'] }),
  completed_at: Nullable(
    InstantText({ description: 'When it completed; null before.', examples: ['2026-05-01T20:06:12.345Z'] }),
  ),
  voided_at: Nullable(
    InstantText({ description: 'When it was voided, if it was.', examples: ['2026-05-02T08:00:00.000Z'] }),
  ),
  void_reason: Nullable(
    Type.String({ description: 'Why it was voided, if it was.', examples: ['Entered twice by mistake.'] }),
  ),
};

export const Match = named(
  'Match',
  Fields(
    {
      id: Uuid({
        description: 'The match’s id: a UUIDv8, always the same for the same submission of the same partner.',
        examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
      }),
      external_ref: ownText('The partner’s own identifier.', 'night-42-m7'),
      ...matchFields,
    },
    { description: 'A match that the partner submitted.' },
  ),
);

/** The answer to a submission or an amendment. */
export const MatchWithWarnings = named(
  'MatchWithWarnings',
  Fields(
    {
      ...Match.properties,
      warnings: Type.Array(MatchWarning, {
        description: 'What may be true but is rarely meant; usually empty. Ask the person who entered it.',
      }),
    },
    { description: 'A match that was just submitted or amended, with warnings.' },
  ),
);
export type MatchViewWithWarnings = Answer<typeof MatchWithWarnings>;

/** A partner's own match: `id` and `external_ref` are never null. */
export type OwnMatchView = Answer<typeof Match>;

export const HistoryMatch = named(
  'HistoryMatch',
  Fields(
    {
      id: Nullable(
        Uuid({
          description: 'The match’s id; null for another partner’s match.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      external_ref: Nullable(ownText('The partner’s own identifier; null for another partner’s match.', 'night-42-m7')),
      ...matchFields,
    },
    {
      description:
        'A match of a player’s history. In another partner’s match, the labels are null and private players are hidden.',
    },
  ),
);

export type MatchView = Answer<typeof HistoryMatch>;

/** The path of a match. A malformed id gives the same response as an unknown one. */
export const MatchPath = Fields({
  id: Uuid({ description: 'The match’s id.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
});

const { matches: _, ...sessionFields } = BatchEnvelope.properties;

/** The documented schema of a batch. Validation uses `BatchEnvelope`, which accepts any JSON value as an entry. */
export const BatchSubmission = named(
  'BatchSubmission',
  Fields(
    {
      ...sessionFields,
      matches: Type.Array(MatchSubmission, {
        minItems: 1,
        maxItems: BATCH_MATCHES_MAX,
        description: 'The matches. Each is processed independently. A field of a match overrides that of the batch.',
      }),
    },
    { description: 'Up to 25 matches, and the fields that they share.', examples: [exampleBatch] },
  ),
);

const NullableMatch = Nullable(MatchWithWarnings);
const NullableError = Nullable(EntryError);

const BatchResult = named(
  'BatchResult',
  Fields(
    {
      index: Type.Integer({ description: 'Index of the entry in the list sent, from 0.', examples: [0] }),
      external_ref: Nullable(
        Type.String({
          description: 'The entry’s reference; null if it is missing or not a text.',
          examples: ['night-42-m7'],
        }),
      ),
      status: OneOf(['created', 'duplicate', 'rejected'], {
        description: 'The result of the entry. Only a `rejected` one has an `error`.',
        examples: ['created'],
      }),
      match: NullableMatch,
      existing_match_id: Nullable(
        Uuid({
          description: 'For a duplicate, the id of the match with the same reference.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      existing_match_status: Nullable(
        OneOf(matchStatuses, {
          description: 'For a duplicate, the status of that match. A `voided` one does not count.',
          examples: ['completed'],
        }),
      ),
      same_content: Nullable(
        Type.Boolean({
          description:
            'For a duplicate: true if the entry equals the stored match, or its original submission. The order of participants, ' +
            'and whether ids or usernames name them, makes no difference. False: the reference belongs to another match, and ' +
            'this one was not stored.',
          examples: [true],
        }),
      ),
      error: NullableError,
    },
    { description: 'The result of one entry.' },
  ),
);

export type BatchResult = Answer<typeof BatchResult>;

const count = (description: string) => Type.Integer({ description, examples: [1] });

export const BatchResults = named(
  'BatchResults',
  Fields(
    {
      results: Type.Array(BatchResult, { description: 'One result per entry, in the order sent.' }),
      summary: Fields(
        {
          created: count('Matches stored, or that a dry run would store.'),
          duplicates: count('Entries that were stored before, or that are earlier in the batch.'),
          conflicts: count('Entries whose reference belongs to a match with other content. They were not stored.'),
          rejected: count('Entries rejected.'),
        },
        { description: 'The number of entries by result.' },
      ),
    },
    { description: 'The results of a batch.' },
  ),
);
export type BatchResults = Answer<typeof BatchResults>;
