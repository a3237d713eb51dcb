import { Type } from 'typebox';
import { NamedPlayer } from './players.ts';
import { type Answer, Fields, InstantText, MessageValues, Nullable, named, OneOf, Uuid, Words } from './shapes.ts';

/** Matches of an analysis by default; also those that the headline of a card is based on. */
export const ANALYSIS_LIMIT_DEFAULT = 50;
export const ANALYSIS_LIMIT_MAX = 200;

const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const CountOrNull = (description: string, example: number) => Nullable(Count(description, example));

export const Rate = named(
  'Rate',
  Fields(
    {
      value: Nullable(Type.Number({ description: 'Won of played; null below 5 played.', examples: [0.6491] })),
      won: Count('How many were won.', 37),
      played: Count('How many there were.', 57),
      interval: Nullable(
        Type.Unsafe<[low: number, high: number]>(
          Type.Array(Type.Number(), {
            minItems: 2,
            maxItems: 2,
            description:
              'Where the true share lies with 95 % certainty (Wilson): low and high end; null with the value.',
            examples: [[0.5191, 0.7603]],
          }),
        ),
      ),
    },
    {
      description: 'How often something was won, and how far that can be trusted.',
      examples: [{ value: 0.6491, won: 37, played: 57, interval: [0.5191, 0.7603] }],
    },
  ),
);
export type Rate = Answer<typeof Rate>;

export const Sample = named(
  'AnalysisSample',
  Fields(
    {
      matches: Count('Matches analysed: completed ones, walkovers aside.', 50),
      matches_with_scores: Count('Those with a scoreline that were played to their end.', 46),
      sets: Count('Sets of these, points rounds and match tie-breaks among them.', 104),
      sets_with_game_order: Count('Sets whose games were sent in order.', 61),
      sets_with_server: Count('Sets whose server is known, too.', 58),
      games_with_server: Count('Games of these, but for tie-breaks.', 512),
      from: Nullable(
        InstantText({ description: 'When the oldest was played.', examples: ['2026-02-14T18:00:00.000Z'] }),
      ),
      to: Nullable(InstantText({ description: 'When the newest was played.', examples: ['2026-05-01T19:10:00.000Z'] })),
    },
    { description: 'What the numbers rest on.' },
  ),
);
export type Sample = Answer<typeof Sample>;

export const Sets = named(
  'AnalysisSets',
  Fields(
    { all: Rate, first: Rate, deciding: Rate, tie_break: Rate, close: Rate, lopsided: Rate },
    {
      description:
        'Sets won, points rounds and drawn sets aside. `first`: the first of each match; `deciding`: the last of at least ' +
        'three, level before it; `tie_break`: decided by one, a match tie-break included; `close`: by at most 2 games; ' +
        '`lopsided`: by at least 4.',
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
        'Games won. `all`: every game, a point of a points round counting as one, a match tie-break as one; `serving`: own ' +
        'service games that were held; `receiving`: the opponents’ that were broken. A tie-break is in `all` only.',
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
      longest_run_for: CountOrNull('Most games won in a row within a set; null without any game order.', 7),
      longest_run_against: CountOrNull('Most games lost in a row within a set; null without any game order.', 5),
      largest_lead_lost: CountOrNull('Most games ahead in a set that was then lost; null without any game order.', 3),
      largest_deficit_recovered: CountOrNull(
        'Most games behind in a set that was then won; null without any game order.',
        4,
      ),
    },
    {
      description:
        'How one thing followed another. `after_*_first_set`: matches of at least two sets; `game_after_*`: the next game of ' +
        'the same set, which says nothing of momentum as such (see docs/analysis.md); `break_back`: the game after being ' +
        'broken; `consolidation`: the own service game after a break.',
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
        'Games won by where they stood in the set. `opening`: games 1 to 3; `closing`: later ones that begin with a team a ' +
        'game short of the set or nearer; `middle`: the rest; `serving_for_set`: own service games that can win the set; ' +
        '`receiving_to_stay_in_set`: the opponents’.',
    },
  ),
);
export type Phases = Answer<typeof Phases>;

export const CourtPositions = named(
  'AnalysisCourtPositions',
  Fields({ left: Rate, right: Rate }, { description: 'Matches won by side of the court, where it was sent.' }),
);
export type CourtPositions = Answer<typeof CourtPositions>;

export const Teammate = named(
  'AnalysisTeammate',
  Fields(
    {
      profile_id: Nullable(
        Uuid({
          description: 'The teammate’s id; null for all who are hidden from the caller, and for all who were erased.',
        }),
      ),
      username: Nullable(
        Type.String({
          description: 'Null for all who are hidden from the caller, and for all who were erased.',
          examples: ['tiago_m'],
        }),
      ),
      display_name: Type.String({
        description:
          'The name to show; all hidden teammates together are one “Private player”, all erased ones one “Erased player”.',
        examples: ['Bea'],
      }),
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
    { description: 'Matches won by kind of competition, where it was sent.' },
  ),
);
export type Competitions = Answer<typeof Competitions>;

export const Expectation = named(
  'AnalysisExpectation',
  Fields(
    {
      expected_wins: Type.Number({
        description: 'Wins that the ratings before the matches let one expect.',
        examples: [24.6],
      }),
      actual_wins: Count('Wins of the same matches.', 28),
    },
    { description: 'Wins beside what the ratings let one expect.' },
  ),
);
export type Expectation = Answer<typeof Expectation>;

export const Insight = named(
  'Insight',
  Fields(
    {
      code: Type.String({ description: 'What it is about; docs/analysis.md lists all of them.', examples: ['serve'] }),
      text: Words({
        description: 'In words for the coach.',
        examples: ['Your pair held 90 of 120 service games; about 74 expected against these opponents.'],
      }),
      values: MessageValues([{ won: 90, played: 120, expected: 74.4 }]),
      direction: OneOf(['strength', 'weakness'], { description: 'Which way it points.', examples: ['strength'] }),
      sample: Count('How many games, sets or matches it rests on.', 120),
      weight: Type.Number({
        description: 'How sure and how large it is; facts that need no test weigh less than 1.96.',
        examples: [5.03],
      }),
    },
    { description: 'A sentence that the numbers bear: far from what was expected, and more than chance.' },
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
            'How evenly the games of each match fell against what the ratings let one expect: about 50 is typical. Null ' +
            'below five matches that count for it (`sample`); differences below 20 say nothing.',
          examples: [52],
        }),
      ),
      label: OneOf(['very_steady', 'steady', 'changeable', 'streaky', 'new'], {
        description:
          '`very_steady` from 65, `steady` from 40, `changeable` from 20, else `streaky`; `new` without a value.',
        examples: ['steady'],
      }),
      sample: Count(
        'The scored matches that it is made of: the newest 30 that are rated, played to the end and scored in games, found ' +
          'among the newest 550 matches. Points of an americano are no games.',
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
      code: Type.String({ description: 'What it is about; docs/analysis.md lists all of them.', examples: ['serve'] }),
      text: Words({
        description: 'In words for the player and the coach.',
        examples: ['Your pair held 90 of 120 service games; about 74 expected against these opponents.'],
      }),
      values: MessageValues([{ won: 90, played: 120, expected: 74.4 }]),
      sample: Count('How many games, sets or matches it rests on.', 120),
    },
    { description: 'The one thing worth saying: what a coach would say first.' },
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
          'Teammates by matches together, then matches won, then username; hidden ones together, and last erased ones together.',
      }),
      competition: Competitions,
      expectation: Expectation,
      insights: Type.Array(Insight, {
        maxItems: 5,
        description: 'What is worth telling, weightiest first. None is an honest answer.',
      }),
    },
    { description: 'A player’s patterns of play. `matches` are matches won, retired ones among them.' },
  ),
);
export type Analysis = Answer<typeof Analysis>;
