import { Type } from 'typebox';
import { teams } from './match-enums.ts';
import { roundTo } from './rounding.ts';
import { type Answer, Fields, InstantText, Nullable, named, OneOf, Uuid, Words } from './shapes.ts';

/** What a night can be ranked by. Club nights in points are won by the points that a player scored. */
export const rankings = ['wins', 'points'] as const;
export type Ranking = (typeof rankings)[number];

const playerName = {
  profile_id: Nullable(
    Uuid({
      description: 'The player’s id; null for an erased one.',
      examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'],
    }),
  ),
  username: Nullable(
    Type.String({ description: 'The player’s username; null for an erased one.', examples: ['ines.carvalho'] }),
  ),
  display_name: Type.String({
    description: 'The name to show; “Erased player” of an erased one.',
    examples: ['Ana'],
  }),
};

export const PlayerName = named('PlayerName', Fields(playerName, { description: 'A player, by name.' }));

const Players = (description: string) => Type.Array(PlayerName, { description });
const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const Rate = (description: string, example: number) => Type.Number({ description, examples: [example] });

/** Wins of the matches that were decided, to 4 decimals; null without one. */
export function decidedRateOf(wins: number, losses: number): number | null {
  return wins + losses === 0 ? null : roundTo(wins / (wins + losses), 4);
}

const SetScores = Type.String({
  description: 'The sets, the winner’s games first; of a draw, team A’s.',
  examples: ['6-4 7-5'],
});
const LoserShare = Rate('The losers’ share of all games; of a draw 0.5.', 0.4091);
const matchNamed = {
  match_id: Uuid({ description: 'The match.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
  played_at: InstantText({ description: 'When it was played.', examples: ['2026-05-01T19:10:00.000Z'] }),
  winning_team: Nullable(OneOf(teams, { description: 'The team that won; null of a draw.', examples: ['A'] })),
};
const playersNamed = {
  players: Fields(
    { A: Players('The players of team A.'), B: Players('The players of team B.') },
    { description: 'Who played.' },
  ),
};

export const Scoreline = named(
  'Scoreline',
  Fields(
    { ...matchNamed, set_scores: SetScores, games_share_loser: LoserShare, ...playersNamed },
    { description: 'The scoreline of a match.' },
  ),
);
export type Scoreline = Answer<typeof Scoreline>;
export type PlayerName = Answer<typeof PlayerName>;
const NullableScoreline = Nullable(Scoreline);

export const FirstSessionNote = named(
  'FirstSessionNote',
  Fields(
    {
      code: OneOf(['first_session'] as const, { description: 'What it says.', examples: ['first_session'] }),
      text: Words({
        description: 'The sentence.',
        examples: [
          'First session: the score rose 212 points in 3 matches. Nothing was known before, so each result counts for a lot; ' +
            'the score moves less as more results come in.',
        ],
      }),
      values: Fields(
        {
          moved: OneOf(['up', 'down', 'not'] as const, { description: 'Where the score moved.', examples: ['up'] }),
          service_score_change: Type.Integer({ description: 'How far the score moved.', examples: [212] }),
          matches: Count('Rated matches of the session.', 3),
        },
        { description: 'The numbers of the sentence, to say it in your own words.' },
      ),
    },
    { description: 'Why the score of a player moves so far on a first night.' },
  ),
);
export type FirstSessionNote = Answer<typeof FirstSessionNote>;

export const LeaderboardRow = named(
  'SessionLeaderboardRow',
  Fields(
    {
      rank: Count('Place; players who are equal in all three numbers that rank them share one.', 1),
      ...playerName,
      first_session: Type.Boolean({
        description: 'Whether the player had no rated match before this session.',
        examples: [false],
      }),
      note: Nullable(FirstSessionNote),
      played: Count('Completed matches.', 6),
      wins: Count('Matches won.', 5),
      draws: Count('Matches drawn.', 0),
      losses: Count('Matches lost.', 1),
      win_rate: Nullable(Rate('Wins of matches won or lost; null where there is none.', 0.8333)),
      expected_wins: Nullable(
        Rate(
          'Wins that were expected of the player’s rated matches, from the ratings before each. Null if you may no longer see ' +
            'one of their players.',
          3.41,
        ),
      ),
      sets_won: Count('Sets won.', 6),
      sets_lost: Count('Sets lost.', 2),
      games_won: Count('Games (or points) won.', 36),
      games_lost: Count('Games (or points) lost.', 21),
      games_difference: Type.Integer({ description: 'Games won less games lost.', examples: [15] }),
      service_score_change: Nullable(
        Type.Integer({
          description:
            'How far the score moved over the session’s matches; null for a player whom you may no longer see.',
          examples: [42],
        }),
      ),
    },
    { description: 'A player’s night.' },
  ),
);
export type LeaderboardRow = Answer<typeof LeaderboardRow>;

export const Pair = named(
  'SessionPair',
  Fields(
    {
      players: Players('The two players, by username.'),
      played: Count('Completed matches together; at least 3.', 4),
      wins: Count('Matches won together.', 3),
      draws: Count('Matches drawn together.', 0),
      win_rate: Nullable(Rate('Wins of matches won or lost; null where there is none.', 0.75)),
    },
    { description: 'How two players did together.' },
  ),
);
export type Pair = Answer<typeof Pair>;

export const Upset = named(
  'Upset',
  Fields(
    {
      ...matchNamed,
      set_scores: Nullable(SetScores),
      games_share_loser: Nullable(LoserShare),
      ...playersNamed,
      winner_probability: Rate('The probability that the winners had before the match.', 0.2417),
    },
    {
      description:
        'The least likely win below 0.5, of rated matches that were played to the end; null where every winner was at least as ' +
        'likely to win as to lose. What a match without a scoreline cannot tell is null.',
    },
  ),
);
export type Upset = Answer<typeof Upset>;
const NullableUpset = Nullable(Upset);

export const OverExpected = named(
  'OverExpected',
  Fields(
    {
      ...playerName,
      matches: Count('Rated matches.', 6),
      actual_wins: Rate('Wins in them, a draw being half of one.', 5),
      expected_wins: Rate('Wins that were expected of them.', 3.41),
    },
    {
      description:
        'Who won most beyond what was expected: wins in rated matches, a draw being half of one, less the wins that the ' +
        'ratings before each match pointed to. Null where nobody won more than expected. Of equal players, the first by username.',
    },
  ),
);
export type OverExpected = Answer<typeof OverExpected>;
const NullableOverExpected = Nullable(OverExpected);

const instantOrNull = (description: string) =>
  Nullable(InstantText({ description, examples: ['2026-05-01T19:10:00.000Z'] }));

export const SessionRecap = named(
  'SessionRecap',
  Fields(
    {
      session_external_ref: Type.String({ description: 'The session.', examples: ['club-norte-2025-10-17'] }),
      venue_label: Nullable(
        Type.String({
          description:
            'The commonest venue that was sent; of equally common ones, that of the latest match. Walkovers aside.',
          examples: ['Club Norte'],
        }),
      ),
      competition_type: Nullable(
        Type.String({
          description: 'The commonest kind of competition that was sent, found in the same way.',
          examples: ['social'],
        }),
      ),
      started_at: instantOrNull('`played_at` of the first completed match.'),
      ended_at: instantOrNull('`played_at` of the last completed match.'),
      matches: Fields(
        {
          completed: Count('Completed matches, which the recap is over.', 12),
          pending: Count('Matches that wait for confirmation.', 1),
          voided: Count('Voided matches.', 0),
        },
        { description: 'The session’s matches by status.' },
      ),
      unique_players: Fields(
        {
          count: Count('How many played.', 8),
          players: Players('Who played, by username: `limit` of them from `offset` on.'),
        },
        { description: 'Everybody who played.' },
      ),
      average_duration_minutes: Nullable(
        Rate('Mean duration of the matches that have one, walkovers aside, to one decimal.', 17.4),
      ),
      duration_sample: Count('How many matches, walkovers aside, have a duration.', 12),
      scorelines: Fields(
        {
          closest: NullableScoreline,
          most_lopsided: NullableScoreline,
          close_matches: Count('Matches in which the losers won at least 43 % of the games.', 5),
          lopsided_matches: Count('Matches in which the losers won at most 25 % of the games.', 2),
        },
        {
          description:
            'Closest and most lopsided, over matches that were played to the end; of equals, the latest. A draw is never the most lopsided.',
        },
      ),
      ranked_by: OneOf(rankings, {
        description:
          'What the leaderboard ranks by: what was asked for, else points where all scorelines are in points.',
        examples: ['wins'],
      }),
      leaderboard: Type.Array(LeaderboardRow, {
        description:
          'By wins (a draw is half of one), then win rate, then games difference; or by games (or points) won, then their ' +
          'difference, then wins. Last by username. `limit` of them from `offset` on.',
      }),
      most_over_expected: NullableOverExpected,
      pairs: Type.Array(Pair, {
        description:
          'Pairs of three matches together or more, by wins (a draw is half of one), then win rate, then usernames: `limit` of ' +
          'them from `offset` on.',
      }),
      biggest_upset: NullableUpset,
    },
    { description: 'What happened in a session.' },
  ),
);
export type SessionRecap = Answer<typeof SessionRecap>;

export const SessionSummary = named(
  'SessionSummary',
  Fields(
    {
      session_external_ref: Type.String({
        description: 'The partner’s own reference of the session.',
        examples: ['club-norte-2025-10-17'],
      }),
      started_at: InstantText({ description: 'The first match.', examples: ['2026-05-01T19:10:00.000Z'] }),
      ended_at: InstantText({ description: 'The last match.', examples: ['2026-05-01T21:40:00.000Z'] }),
      matches: Type.Integer({ description: 'Completed and pending matches.', examples: [12] }),
      players: Type.Integer({
        description: 'Different players in them.',
        examples: [8],
      }),
      venue_label: Nullable(
        Type.String({
          description: 'The commonest venue of its completed matches, as in the recap.',
          examples: ['Club Norte'],
        }),
      ),
    },
    { description: 'A session in a list.' },
  ),
);
export type SessionSummary = Answer<typeof SessionSummary>;
