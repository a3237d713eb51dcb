/** A match as the link of one of its players shows it: without ids, usernames, references, ratings and the words of others. */
import { type Static, Type } from 'typebox';
import { Confirmation, REASON_LENGTH_MAX } from './confirmation.ts';
import { identity } from './identity.ts';
import { expiresAt } from './links.ts';
import { answerValues, teams } from './match-enums.ts';
import { Match } from './matches.ts';
import { type Answer, Fields, Maybe, Nullable, named, OneOf, ShownText } from './shapes.ts';

const match = Match.properties;
const { set_number, team_a_games, team_b_games } = match.set_scores.items.properties;
const { deadline, then, state } = Confirmation.properties;

const PagePlayer = named(
  'LinkedMatchPlayer',
  Fields(
    {
      display_name: Type.String({ description: 'The name to show.', examples: ['Ana'] }),
      identity,
      you: Type.Boolean({ description: 'Whether the link belongs to this player.', examples: [false] }),
    },
    { description: 'A player of the match.' },
  ),
);
export type PagePlayer = Answer<typeof PagePlayer>;

const pair = (letter: 'A' | 'B') => Type.Array(PagePlayer, { description: `The players of team ${letter}.` });
const isConfirmed = (letter: 'A' | 'B') =>
  Type.Boolean({ description: `Whether a player of team ${letter} confirmed the result.`, examples: [false] });
const answer = OneOf(answerValues, { description: 'What you say about the result.', examples: ['right'] });

export const LinkedMatch = named(
  'LinkedMatch',
  Fields(
    {
      match: Fields(
        {
          played_at: match.played_at,
          venue_label: match.venue_label,
          outcome: match.outcome,
          scoring: match.scoring,
          winning_team: match.winning_team,
          status: match.status,
          revision: match.revision,
          set_scores: Type.Array(Fields({ set_number, team_a_games, team_b_games }), {
            description: 'The sets by number; empty if none were sent.',
          }),
          teams: Fields({ A: pair('A'), B: pair('B') }, { description: 'The players of both teams.' }),
        },
        { description: 'The match.' },
      ),
      state,
      deadline,
      then,
      team: OneOf(teams, { description: 'Your team.', examples: ['B'] }),
      counts: Type.Boolean({
        description: 'Whether your `right` counts: false if your pair reported the result.',
        examples: [true],
      }),
      answer: Nullable(answer),
      reason: Nullable(Type.String({ description: 'Your reason, if you gave one.', examples: ['It was 6–4.'] })),
      confirmed: Fields({ A: isConfirmed('A'), B: isConfirmed('B') }, { description: 'The pairs that agree.' }),
      link: Fields({ expires_at: expiresAt }, { description: 'The link of the request.' }),
    },
    { description: 'A match, and what its players say about the result.' },
  ),
);
export type LinkedMatchView = Answer<typeof LinkedMatch>;

export const AnswerPut = named(
  'MatchAnswerSubmission',
  Fields(
    {
      revision: Type.Integer({
        minimum: 1,
        description: 'The revision that you saw. The answer is rejected if the match has another one by now.',
        examples: [1],
      }),
      answer,
      reason: Maybe(
        ShownText(1, REASON_LENGTH_MAX, {
          description: 'Why the result is wrong. Required with `wrong`, and only sent with it.',
          examples: ['We won the second set 6–4.'],
        }),
      ),
    },
    {
      description: 'An answer. The last one of a player replaces those before.',
      examples: [{ revision: 1, answer: 'wrong', reason: 'We won the second set 6–4.' }],
    },
  ),
);
export type AnswerPut = Static<typeof AnswerPut>;
