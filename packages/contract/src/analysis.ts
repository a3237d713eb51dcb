import { Type } from 'typebox';
import { identity } from './identity.ts';
import { NamedPlayer } from './players.ts';
import { type Answer, Fields, InstantText, Localized, MessageValues, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** The default number of matches in an analysis, and the number behind the headline of a card. */
export const ANALYSIS_LIMIT_DEFAULT = 50;
export const ANALYSIS_LIMIT_MAX = 200;

const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const CountOrNull = (description: string, example: number) => Nullable(Count(description, example));

export const Rate = named(
  'Rate',
  Fields(
    {
      value: Nullable(
        Type.Number({ description: '`won` divided by `played`; null if `played` is below 5.', examples: [0.6491] }),
      ),
      won: Count('The number won.', 37),
      played: Count('The number played.', 57),
      interval: Nullable(
        Type.Unsafe<[low: number, high: number]>(
          Type.Array(Type.Number(), {
            minItems: 2,
            maxItems: 2,
            description: 'The 95% confidence interval (Wilson): low and high end. Null if `value` is null.',
            examples: [[0.5191, 0.7603]],
          }),
        ),
      ),
    },
    {
      description: 'The share that was won, with its confidence interval.',
      examples: [{ value: 0.6491, won: 37, played: 57, interval: [0.5191, 0.7603] }],
    },
  ),
);
export type Rate = Answer<typeof Rate>;

export const Sample = named(
  'AnalysisSample',
  Fields(
    {
      matches: Count('Completed matches, without walkovers.', 50),
      matches_with_scores: Count('Matches with a scoreline that were played to the end.', 46),
      sets: Count('Sets of `matches_with_scores`, including points rounds and match tie-breaks.', 104),
      sets_with_game_order: Count('Sets whose `game_winners` were sent.', 61),
      sets_with_server: Count('Sets whose `game_winners` and first server were sent.', 58),
      games_with_server: Count('Games of `sets_with_server`, without tie-breaks.', 512),
      from: Nullable(
        InstantText({ description: 'When the oldest match was played.', examples: ['2026-02-14T18:00:00.000Z'] }),
      ),
      to: Nullable(
        InstantText({ description: 'When the newest match was played.', examples: ['2026-05-01T19:10:00.000Z'] }),
      ),
    },
    { description: 'The data behind the numbers.' },
  ),
);
export type Sample = Answer<typeof Sample>;

export const Sets = named(
  'AnalysisSets',
  Fields(
    { all: Rate, first: Rate, deciding: Rate, tie_break: Rate, close: Rate, lopsided: Rate },
    {
      description:
        'Sets won, without points rounds and drawn sets. `first`: the first set of each match; `deciding`: the last of at least ' +
        'three sets, if the match was level before it; `tie_break`: decided by a tie-break, including match tie-breaks; ' +
        '`close`: decided by at most 2 games; `lopsided`: decided by at least 4 games.',
    },
  ),
);
export type Sets = Answer<typeof Sets>;

export const Games = named(
  'AnalysisGames',
  Fields(
    { all: Rate, serving: Rate, receiving: Rate },
    {
      description:
        'Games won. `all`: every game; each point of a points round, and each match tie-break, counts as one game. ' +
        '`serving`: own service games held. `receiving`: opponents’ service games broken. Tie-breaks count only in `all`.',
    },
  ),
);
export type Games = Answer<typeof Games>;

export const Momentum = named(
  'AnalysisMomentum',
  Fields(
    {
      after_winning_first_set: Rate,
      after_losing_first_set: Rate,
      game_after_winning_game: Rate,
      game_after_losing_game: Rate,
      break_back: Rate,
      consolidation: Rate,
      longest_run_for: CountOrNull('Most games won in a row within a set; null if no game order was sent.', 7),
      longest_run_against: CountOrNull('Most games lost in a row within a set; null if no game order was sent.', 5),
      largest_lead_lost: CountOrNull(
        'The largest lead, in games, in a set that was lost; null if no game order was sent.',
        3,
      ),
      largest_deficit_recovered: CountOrNull(
        'The largest deficit, in games, in a set that was won; null if no game order was sent.',
        4,
      ),
    },
    {
      description:
        'Results that followed other results. `after_*_first_set`: matches of at least two sets. `game_after_*`: the next ' +
        'game of the same set; it does not show momentum (see docs/analysis.md). `break_back`: the game after being broken. ' +
        '`consolidation`: the own service game after a break.',
    },
  ),
);
export type Momentum = Answer<typeof Momentum>;

export const Phases = named(
  'AnalysisPhases',
  Fields(
    { opening: Rate, middle: Rate, closing: Rate, serving_for_set: Rate, receiving_to_stay_in_set: Rate },
    {
      description:
        'Games won by phase of the set. `opening`: games 1 to 3. `closing`: later games that start when a team is at most one ' +
        'game short of the set. `middle`: all others. `serving_for_set`: own service games that can win the set. ' +
        '`receiving_to_stay_in_set`: opponents’ service games that can win them the set.',
    },
  ),
);
export type Phases = Answer<typeof Phases>;

export const CourtPositions = named(
  'AnalysisCourtPositions',
  Fields({ left: Rate, right: Rate }, { description: 'Matches won by side of the court, if it was sent.' }),
);
export type CourtPositions = Answer<typeof CourtPositions>;

export const Teammate = named(
  'AnalysisTeammate',
  Fields(
    {
      profile_id: Nullable(
        Uuid({
          description: 'The teammate’s id; null for hidden and erased teammates.',
        }),
      ),
      username: Nullable(
        Type.String({
          description: 'The teammate’s username; null for hidden and erased teammates.',
          examples: ['tiago_m'],
        }),
      ),
      display_name: Type.String({
        description:
          'The name to show. All hidden teammates are one entry, “Private player”; all erased ones are “Erased player”.',
        examples: ['Bea'],
      }),
      identity,
      matches: Rate,
      games: Rate,
    },
    { description: 'Matches and games won beside a teammate.' },
  ),
);
export type Teammate = Answer<typeof Teammate>;

export const Competitions = named(
  'AnalysisCompetitions',
  Fields(
    { social: Rate, training: Rate, league: Rate, tournament: Rate },
    { description: 'Matches won by kind of competition, if it was sent.' },
  ),
);
export type Competitions = Answer<typeof Competitions>;

export const Expectation = named(
  'AnalysisExpectation',
  Fields(
    {
      expected_wins: Type.Number({
        description: 'Wins expected from the ratings before the matches.',
        examples: [24.6],
      }),
      actual_wins: Count('Actual wins in the same matches.', 28),
    },
    {
      description:
        'Actual and expected wins. Matches with a player who is hidden from you are in neither: they would reveal the rating.',
    },
  ),
);
export type Expectation = Answer<typeof Expectation>;

export const Insight = named(
  'Insight',
  Fields(
    {
      code: Type.String({ description: 'The topic; docs/analysis.md lists all codes.', examples: ['serve'] }),
      text: Localized({
        description: 'The sentence, for the coach.',
        examples: ['Your pair held 90 of 120 service games; about 74 expected against these opponents.'],
      }),
      values: MessageValues([{ won: 90, played: 120, expected: 74.4 }]),
      direction: OneOf(['strength', 'weakness'], {
        description: 'Whether it is a strength or a weakness.',
        examples: ['strength'],
      }),
      sample: Count('The number of games, sets or matches behind it.', 120),
      weight: Type.Number({
        description: 'Larger for more certain and larger effects. Facts that need no significance test are below 1.96.',
        examples: [5.03],
      }),
    },
    { description: 'A statistically significant difference from the expected result, as a sentence.' },
  ),
);
export type Insight = Answer<typeof Insight>;

export const Consistency = named(
  'CardConsistency',
  Fields(
    {
      value: Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description:
            'How closely the games of each match followed the expected share. About 50 is typical; differences below 20 are ' +
            'not significant. Null if `sample` is below 5.',
          examples: [52],
        }),
      ),
      label: OneOf(['very_steady', 'steady', 'changeable', 'streaky', 'new'], {
        description:
          '`very_steady` from 65, `steady` from 40, `changeable` from 20, else `streaky`; `new` without a value.',
        examples: ['steady'],
      }),
      sample: Count(
        'The number of matches behind it: the newest 30 that are rated, played to the end and scored in games, among the ' +
          'newest 550 matches. Matches scored in points (americano) do not count.',
        30,
      ),
    },
    { description: 'How evenly the player plays.' },
  ),
);
export type Consistency = Answer<typeof Consistency>;

export const Headline = named(
  'HeadlineInsight',
  Fields(
    {
      code: Type.String({ description: 'The topic; docs/analysis.md lists all codes.', examples: ['serve'] }),
      text: Localized({
        description: 'The sentence, for the player and the coach.',
        examples: ['Your pair held 90 of 120 service games; about 74 expected against these opponents.'],
      }),
      values: MessageValues([{ won: 90, played: 120, expected: 74.4 }]),
      sample: Count('The number of games, sets or matches behind it.', 120),
    },
    { description: 'The most important insight.' },
  ),
);
export type Headline = Answer<typeof Headline>;

export const Analysis = named(
  'Analysis',
  Fields(
    {
      player: NamedPlayer,
      sample: Sample,
      matches: Rate,
      sets: Sets,
      games: Games,
      momentum: Momentum,
      phases: Phases,
      court_position: CourtPositions,
      teammates: Type.Array(Teammate, {
        description:
          'Teammates by matches together, then matches won, then username. Hidden teammates are one entry; erased teammates ' +
          'are one entry, listed last.',
      }),
      competition: Competitions,
      expectation: Expectation,
      insights: Type.Array(Insight, {
        maxItems: 5,
        description: 'The significant insights, largest `weight` first. Empty if nothing is significant.',
      }),
    },
    { description: 'A player’s patterns of play. `matches` are matches won, including retired ones.' },
  ),
);
export type Analysis = Answer<typeof Analysis>;
