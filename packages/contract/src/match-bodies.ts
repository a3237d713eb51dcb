import { type Static, Type } from 'typebox';
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

/** Most matches in one batch (interface specification, Limits). */
export const BATCH_MATCHES_MAX = 25;

/** Players of a match. */
export const PARTICIPANTS = 4;
/** Most sets of a match: an evening of short ones. */
export const SETS_MAX = 15;
/** Most games of a set: as many as both counts of a set can say. */
export const GAMES_MAX = 200;

const participant = named(
  'ParticipantSubmission',
  Fields(
    {
      profile_id: Maybe(Uuid({ description: 'The player’s id. Exactly one of `profile_id` and `username` is given.' })),
      username: Maybe(
        Text(USERNAME_LENGTH_MIN, USERNAME_LENGTH_MAX, {
          pattern: usernamePattern,
          'x-form': 'letters a–z, digits, “.”, “_” and “-”, with a letter or digit at both ends',
          description:
            'The player’s username, compared without case. Exactly one of `profile_id` and `username` is given.',
          examples: ['ines.carvalho'],
        }),
      ),
      team: OneOf(teams, { description: 'The player’s team in this match.', examples: ['A'] }),
      court_position: Maybe(
        OneOf(courtPositions, {
          description: 'The player’s side of the court; the two players of a team are not on the same side.',
          examples: ['left'],
        }),
      ),
    },
    { description: 'One of the four places of a match.' },
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
        description: 'Place of the set in the match, from 1 without gaps; sets may be sent in any order.',
        examples: [1],
      }),
      team_a_games: gamesOf('A'),
      team_b_games: gamesOf('B'),
      game_winners: Maybe(
        Type.Array(OneOf(teams), {
          maxItems: GAMES_MAX,
          description: 'Winners of the games of the set in the order of play; they count up to the games of the set.',
          examples: [['A', 'B', 'A', 'A', 'B', 'A', 'B', 'A', 'B', 'A']],
        }),
      ),
      first_server_team: Maybe(
        OneOf(teams, {
          description: 'The team that served the first game of the set; teams alternate.',
          examples: ['A'],
        }),
      ),
    },
    { description: 'The score of one set.' },
  ),
);

/** What a session (a club night) can say for all of its matches. */
const sessionShapes = {
  competition_type: Maybe(
    OneOf(competitionTypes, { description: 'The kind of competition; it weighs in the rating.', examples: ['social'] }),
  ),
  venue_label: Maybe(
    ShownText(1, 120, { description: 'Where it was played, in the partner’s words.', examples: ['Club Norte'] }),
  ),
  session_external_ref: Maybe(
    Text(1, 128, {
      // The recap's path ends with it, and clients remove these segments, also percent-encoded (RFC 3986, 5.2.4).
      pattern: '^(?!\\.{1,2}$)',
      'x-form': 'neither `.` nor `..`, which cannot stand in a path',
      description: 'The partner’s name for the session; groups matches for the recap. Neither `.` nor `..`.',
      examples: ['night-42'],
    }),
  ),
} as const satisfies Readonly<Record<(typeof sessionFields)[number], unknown>>;

export const MatchSubmission = named(
  'MatchSubmission',
  Fields(
    {
      external_ref: Text(1, 128, {
        description: 'The partner’s own identifier of the match, used once.',
        examples: ['night-42-m7'],
      }),
      played_at: InstantText({
        description: 'When the match was played: RFC 3339 with a zone, from 1970 to five minutes ahead of now.',
        examples: ['2026-05-01T19:10:00Z'],
      }),
      winning_team: Nullable(
        OneOf(teams, {
          description:
            'The team that won; null for a draw, which only a level scoreline in points can be. Never left out.',
          examples: ['A'],
        }),
      ),
      trust_tier: OneOf(trustTiers, {
        description:
          'How far the result is vouched for. `player_confirmed` is stored as pending, all others complete at once.',
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
          description: 'The scoreline. A team that won more sets (then more games) is the winner.',
        }),
      ),
      outcome: Maybe(
        OneOf(outcomes, {
          description:
            '`played` (the default); `retired`: the scoreline may contradict the winner; `walkover`: never rated, without scoreline.',
          examples: ['played'],
        }),
      ),
      scoring: Maybe(
        OneOf(scorings, {
          description:
            'Whether the scoreline counts games or points (americano); inferred from the first set when not sent.',
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
    },
    { description: 'A verified 2v2 result.', examples: [exampleSubmission] },
  ),
);
export type MatchSubmission = Static<typeof MatchSubmission>;

const { external_ref: _reference, trust_tier: _trust, ...amendable } = MatchSubmission.properties;

/** An amendment, which may have any fields of a submission but those that say which match it is and who vouches for it. */
export const MatchAmendment = named(
  'MatchAmendment',
  Fields(
    {
      revision: Maybe(
        Type.Integer({
          minimum: 1,
          description: 'The revision that the amendment is meant for; it is refused if the match has moved on.',
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
        'The fields to change; what is left out stays, null takes an optional field away. `played_at`, `winning_team` and ' +
        '`participants` cannot be taken away.',
      'x-fixed': {
        external_ref: 'Cannot be amended: it says which match this is. Void the match and submit it under another one.',
        trust_tier:
          'Cannot be amended: it says who vouched for the match. Void it and submit it again under another `external_ref`.',
      },
      examples: [exampleAmendment],
    },
  ),
);
export type MatchAmendment = Static<typeof MatchAmendment>;

const { external_ref: _ref, winning_team: _winner, ...previewable } = MatchSubmission.properties;

/** A match that has not been played: a submission without reference and winner. */
export const MatchPreviewRequest = named(
  'MatchPreviewRequest',
  Fields(
    {
      ...previewable,
      played_at: Maybe(previewable.played_at),
      trust_tier: Maybe(previewable.trust_tier),
    },
    {
      description: 'What a submission would say; `played_at` is now and `trust_tier` `partner_attested` when left out.',
      examples: [examplePreview],
    },
  ),
);
export type MatchPreviewRequest = Static<typeof MatchPreviewRequest>;

/** The envelope of a batch. Its entries are judged one by one, so here they may be anything. */
export const BatchEnvelope = named(
  'BatchSubmission',
  Fields(
    {
      ...sessionShapes,
      matches: Type.Array(Type.Unknown(), {
        minItems: 1,
        maxItems: BATCH_MATCHES_MAX,
        'x-faults': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
        description: 'The matches; each stands alone. A value of its own overrides the session-level one.',
      }),
    },
    { description: 'Up to 25 matches, with what they have in common.' },
  ),
);
export type BatchEnvelope = Static<typeof BatchEnvelope>;

export const VoidRequest = named(
  'VoidRequest',
  Fields(
    {
      reason: ShownText(1, 500, {
        description: 'Why the match is void; kept with the match and in its audit trail.',
        examples: ['Entered twice by mistake.'],
      }),
    },
    { description: 'The reason for voiding a match.', examples: [{ reason: 'Entered twice by mistake.' }] },
  ),
);
