/** The players, matches and pairs of a session in its recap. */
import { Type } from 'typebox';
import { identity } from './identity.ts';
import { teams } from './match-enums.ts';
import { confidenceLevels } from './players.ts';
import { roundTo } from './rounding.ts';
import { type Answer, Fields, InstantText, Localized, Nullable, named, OneOf, Uuid } from './shapes.ts';

const playerName = {
  profile_id: Nullable(
    Uuid({
      description: 'The player’s id; null for an erased player.',
      examples: ['019b76da-a9f4-7b6e-9d4e-2a4b6c8d0e1f'],
    }),
  ),
  username: Nullable(
    Type.String({ description: 'The player’s username; null for an erased player.', examples: ['ines.carvalho'] }),
  ),
  display_name: Type.String({
    description: 'The name to show; “Erased player” for an erased player.',
    examples: ['Ana'],
  }),
  identity,
};

export const PlayerName = named('PlayerName', Fields(playerName, { description: 'A player, by name.' }));

export const Players = (description: string) => Type.Array(PlayerName, { description });
export const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
export const Rate = (description: string, example: number) => Type.Number({ description, examples: [example] });

/** The share of decided matches that were won, to 4 decimals; null if none was decided. */
export function decidedRateOf(wins: number, losses: number): number | null {
  return wins + losses === 0 ? null : roundTo(wins / (wins + losses), 4);
}

const SetScores = Type.String({
  description: 'The sets, the winner’s games first; for a draw, team A’s games first.',
  examples: ['6-4 7-5'],
});
const LoserShare = Rate('The losers’ share of all games; 0.5 for a draw.', 0.4091);
const matchNamed = {
  match_id: Uuid({ description: 'The match.', examples: ['019de4f2-a340-8f34-a99b-71224f08972d'] }),
  played_at: InstantText({ description: 'When it was played.', examples: ['2026-05-01T19:10:00.000Z'] }),
  winning_team: Nullable(OneOf(teams, { description: 'The team that won; null for a draw.', examples: ['A'] })),
};
const playersNamed = {
  players: Fields(
    { A: Players('The players of team A.'), B: Players('The players of team B.') },
    { description: 'The players of both teams.' },
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

export const FirstSessionNote = named(
  'FirstSessionNote',
  Fields(
    {
      code: OneOf(['first_session'] as const, { description: 'The kind of note.', examples: ['first_session'] }),
      text: Localized({
        description: 'The sentence.',
        examples: [
          'First session: placed at 1612 after 3 matches. Each result counts for a lot at first, and for less later.',
        ],
      }),
      values: Fields(
        {
          service_score: Type.Integer({ description: 'The score after the last of them.', examples: [1612] }),
          matches: Count('Rated matches of the session.', 3),
        },
        { description: 'The numbers of the sentence, if you write your own text.' },
      ),
    },
    { description: 'Explains the large score change of a player’s first night.' },
  ),
);
export type FirstSessionNote = Answer<typeof FirstSessionNote>;

const average = Nullable(Rate('Games (or points) won a match with a score; null without one.', 13.67));

export const LeaderboardRow = named(
  'SessionLeaderboardRow',
  Fields(
    {
      rank: Count('From 1. Players that are equal in all three ranking numbers share a rank.', 1),
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
      win_rate: Nullable(Rate('Wins divided by wins and losses; null if there are none.', 0.8333)),
      expected_wins: Nullable(
        Rate(
          'Expected wins in the player’s rated matches, from the ratings before each match. Null if you may no longer see one ' +
            'of their players.',
          3.41,
        ),
      ),
      sets_won: Count('Sets won.', 6),
      sets_lost: Count('Sets lost.', 2),
      games_won: Count('Games (or points) won.', 36),
      games_lost: Count('Games (or points) lost.', 21),
      games_difference: Type.Integer({ description: 'Games won minus games lost.', examples: [15] }),
      average,
      service_score_change: Nullable(
        Type.Integer({
          description:
            'The change of the score over the session’s matches; null for a player that you may no longer see.',
          examples: [42],
        }),
      ),
      confidence_level: Nullable(
        OneOf(confidenceLevels, {
          description:
            'How reliable the score was after the player’s last rated match of the session: while it is `provisional`, the change ' +
            'only places the player. Null without a rated match, and for a player that you may no longer see.',
          examples: ['medium'],
        }),
      ),
    },
    { description: 'A player’s results of the session.' },
  ),
);
export type LeaderboardRow = Answer<typeof LeaderboardRow>;

export const Pair = named(
  'SessionPair',
  Fields(
    {
      rank: Nullable(Count('The rank in a night of fixed pairs; else null.', 1)),
      players: Players('The two players, by username.'),
      played: Count('Completed matches together. At least 3, except in a night of fixed pairs.', 4),
      wins: Count('Matches won together.', 3),
      draws: Count('Matches drawn together.', 0),
      losses: Count('Matches lost together.', 1),
      win_rate: Nullable(Rate('Wins divided by wins and losses; null if there are none.', 0.75)),
      sets_won: Count('Sets won.', 6),
      sets_lost: Count('Sets lost.', 2),
      games_won: Count('Games (or points) won: those of one of the two.', 36),
      games_lost: Count('Games (or points) lost.', 21),
      average,
    },
    { description: 'The results of two players together.' },
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
      winner_probability: Rate('The winners’ predicted win probability before the match.', 0.2417),
    },
    {
      description:
        'The least likely win with a probability below 0.5, of rated matches that were played to the end; null if there is ' +
        'none. `set_scores` and `games_share_loser` are null without a scoreline.',
    },
  ),
);
export type Upset = Answer<typeof Upset>;

export const OverExpected = named(
  'OverExpected',
  Fields(
    {
      ...playerName,
      matches: Count('Rated matches.', 6),
      actual_wins: Rate('Wins in these matches; a draw counts as half a win.', 5),
      expected_wins: Rate('Expected wins in these matches.', 3.41),
    },
    {
      description:
        'The player with the most wins above expectation, in rated matches. A draw counts as half a win. Expected wins come ' +
        'from the ratings before each match. Null if no player won more than expected. If players are equal, the first by username.',
    },
  ),
);
export type OverExpected = Answer<typeof OverExpected>;
