import { type Static, Type } from 'typebox';
import { ConfirmationTerms } from './confirmation.ts';
import {
  competitionTypes,
  courtPositions,
  outcomes,
  scorings,
  type sessionFields,
  teams,
  trustTiers,
} from './match-enums.ts';
import { exampleAmendment, examplePreview, exampleSubmission } from './match-examples.ts';
import { Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText, Text, Uuid } from './shapes.ts';
import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN, usernamePattern } from './username.ts';

/** Maximum number of matches in one batch (interface specification, Limits). */
export const BATCH_MATCHES_MAX = 25;

/** Number of players in a match. */
export const PARTICIPANTS = 4;
/** Maximum number of sets in a match: an evening of short sets. */
export const SETS_MAX = 15;
/** Maximum number of games in a set, for both teams together. */
export const GAMES_MAX = 200;

/** The fields that name a player of a match or of a plan. */
export const namingFields = {
  profile_id: Maybe(Uuid({ description: 'The player’s id. Exactly one of `profile_id` and `username` is given.' })),
  username: Maybe(
    Text(USERNAME_LENGTH_MIN, USERNAME_LENGTH_MAX, {
      pattern: usernamePattern,
      'x-form': 'letters a–z, digits, “.”, “_” and “-”, with a letter or digit at both ends',
      description: 'The player’s username, compared without case. Exactly one of `profile_id` and `username` is given.',
      examples: ['ines.carvalho'],
    }),
  ),
};

const participant = named(
  'ParticipantSubmission',
  Fields(
    {
      ...namingFields,
      team: OneOf(teams, { description: 'The player’s team in this match.', examples: ['A'] }),
      court_position: Maybe(
        OneOf(courtPositions, {
          description: 'The player’s side of the court. The two players of a team must have different sides.',
          examples: ['left'],
        }),
      ),
    },
    { description: 'One of the four players of a match.' },
  ),
);

const gamesOf = (team: Uppercase<string>) =>
  Type.Integer({
    minimum: 0,
    maximum: 99,
    description: `Games (or points) won by team ${team} in the set.`,
    examples: [6],
  });

const setScore = named(
  'SetScoreSubmission',
  Fields(
    {
      set_number: Type.Integer({
        minimum: 1,
        maximum: SETS_MAX,
        description: 'Number of the set in the match, from 1 without gaps. You may send sets in any order.',
        examples: [1],
      }),
      team_a_games: gamesOf('A'),
      team_b_games: gamesOf('B'),
      game_winners: Maybe(
        Type.Array(OneOf(teams), {
          maxItems: GAMES_MAX,
          description: 'Winners of the games in the order of play. They must add up to the score of the set.',
          examples: [['A', 'B', 'A', 'A', 'B', 'A', 'B', 'A', 'B', 'A']],
        }),
      ),
      first_server_team: Maybe(
        OneOf(teams, {
          description: 'The team that served the first game of the set. Teams then alternate.',
          examples: ['A'],
        }),
      ),
    },
    { description: 'The score of one set.' },
  ),
);

/** How many matches that are not voided a session can have. */
export const SESSION_MATCHES_MAX = 1000;

/** Fields that a batch can set for all matches of a session (a club night). */
const sessionShapes = {
  competition_type: Maybe(
    OneOf(competitionTypes, {
      description: 'The kind of competition. The weight of the match in the rating depends on it.',
      examples: ['social'],
    }),
  ),
  venue_label: Maybe(
    ShownText(1, 120, { description: 'Where it was played, in the partner’s words.', examples: ['Club Norte'] }),
  ),
  session_external_ref: Maybe(
    Text(1, 128, {
      // The recap's path ends with it, and clients remove these segments, even percent-encoded (RFC 3986, 5.2.4).
      pattern: '^(?!\\.{1,2}$)',
      'x-form': 'neither `.` nor `..`, which a path cannot contain',
      description:
        'The partner’s reference of the session. It groups matches for the recap. Not `.` or `..`. A session has at most 1,000 ' +
        'matches that are not voided.',
      examples: ['night-42'],
    }),
  ),
} as const satisfies Readonly<Record<(typeof sessionFields)[number], unknown>>;

export const MatchSubmission = named(
  'MatchSubmission',
  Fields(
    {
      external_ref: Text(1, 128, {
        description:
          'The partner’s own identifier of the match. It must be unique, and not begin with the id of one of your plans and `-r`: ' +
          'their results have such references.',
        examples: ['night-42-m7'],
      }),
      played_at: InstantText({
        description: 'When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now.',
        examples: ['2026-05-01T19:10:00Z'],
      }),
      winning_team: Nullable(
        OneOf(teams, {
          description: 'Required. The team that won; null for a draw. A draw requires a level scoreline in points.',
          examples: ['A'],
        }),
      ),
      trust_tier: OneOf(trustTiers, {
        description:
          'How trustworthy the result is. A `player_confirmed` match is pending until its players or you confirm it; all others complete at once.',
        examples: ['partner_attested'],
      }),
      participants: Type.Array(participant, {
        minItems: PARTICIPANTS,
        maxItems: PARTICIPANTS,
        'x-faults': { minItems: 'team_size', maxItems: 'team_size' },
        description: 'The four players, two in each team.',
      }),
      set_scores: Maybe(
        Type.Array(setScore, {
          maxItems: SETS_MAX,
          description: 'The scoreline. The team that won more sets (if equal, more games) must be the winner.',
        }),
      ),
      outcome: Maybe(
        OneOf(outcomes, {
          description:
            'Default: `played`. `retired`: the scoreline may contradict the winner. `walkover`: never rated; send no scoreline.',
          examples: ['played'],
        }),
      ),
      scoring: Maybe(
        OneOf(scorings, {
          description:
            'Whether the scoreline counts games or points (americano). Default: inferred from the first set.',
          examples: ['games'],
        }),
      ),
      duration_minutes: Maybe(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: 1440,
          description: 'How long the match took, in minutes.',
          examples: [55],
        }),
      ),
      ...sessionShapes,
      confirmation: Maybe(ConfirmationTerms),
    },
    { description: 'A verified 2v2 result.', examples: [exampleSubmission] },
  ),
);
export type MatchSubmission = Static<typeof MatchSubmission>;

const { external_ref: _reference, trust_tier: _trust, ...amendable } = MatchSubmission.properties;

/** An amendment: any fields of a submission, except `external_ref` and `trust_tier`. */
export const MatchAmendment = named(
  'MatchAmendment',
  Fields(
    {
      revision: Maybe(
        Type.Integer({
          minimum: 1,
          description:
            'The revision that you amend. The amendment is rejected if the match has another revision by now.',
          examples: [1],
        }),
      ),
      ...amendable,
      played_at: Type.Optional(amendable.played_at),
      winning_team: Type.Optional(amendable.winning_team),
      participants: Type.Optional(amendable.participants),
    },
    {
      description:
        'The fields to change. Omitted fields are not changed; null removes an optional field. `played_at`, `winning_team` and ' +
        '`participants` cannot be removed. The amended match must keep the rules of a submission.',
      'x-fixed': {
        external_ref:
          'Cannot be amended: it identifies the match. Void the match and submit it with another `external_ref`.',
        trust_tier: 'Cannot be amended. Void the match and submit it with another `external_ref`.',
      },
      examples: [exampleAmendment],
    },
  ),
);
export type MatchAmendment = Static<typeof MatchAmendment>;

const { external_ref: _ref, winning_team: _winner, confirmation: _terms, ...previewable } = MatchSubmission.properties;

/** A match that has not been played: a submission without `external_ref` and `winning_team`. */
export const MatchPreviewRequest = named(
  'MatchPreviewRequest',
  Fields(
    {
      ...previewable,
      played_at: Maybe(previewable.played_at),
      trust_tier: Maybe(previewable.trust_tier),
    },
    {
      description:
        'A submission without reference and winner. Default of `played_at`: now; of `trust_tier`: `partner_attested`.',
      examples: [examplePreview],
    },
  ),
);
export type MatchPreviewRequest = Static<typeof MatchPreviewRequest>;

/** The envelope of a batch. Its entries are validated separately, so this schema accepts any JSON value. */
export const BatchEnvelope = named(
  'BatchSubmission',
  Fields(
    {
      ...sessionShapes,
      matches: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: BATCH_MATCHES_MAX,
        'x-faults': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
        description: 'The matches. Each is processed independently. A field of a match overrides that of the batch.',
      }),
    },
    { description: 'Up to 25 matches, and the fields that they share.' },
  ),
);
export type BatchEnvelope = Static<typeof BatchEnvelope>;

export const VoidRequest = named(
  'VoidRequest',
  Fields(
    {
      reason: ShownText(1, 500, {
        description: 'Why the match is voided. It is stored with the match and in its audit trail.',
        examples: ['Entered twice by mistake.'],
      }),
    },
    { description: 'The reason for voiding a match.', examples: [{ reason: 'Entered twice by mistake.' }] },
  ),
);
