import { Type } from 'typebox';
import { consistencyLabels } from '../../domain/analysis/index.ts';
import { formLabels } from '../../domain/card/index.ts';
import { HistoryMatch } from '../../domain/matches/index.ts';
import { playerFields, Rating } from '../../domain/players/index.ts';
import { Fields, Nullable, named, OneOf } from '../../domain/shapes.ts';

const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const CardWindow = named(
  'CardWindow',
  Fields(
    {
      matches: Count('Completed matches, walkovers aside.', 7),
      wins: Count('Those that were won.', 5),
      losses: Count('Those that were lost.', 2),
      win_rate: Nullable(Type.Number({ description: 'Wins of matches; null without any.', examples: [0.7143] })),
      service_score_change: Count(
        'The sum of the changes of the score that its matches show, provisional ones among them.',
        24,
      ),
    },
    { description: 'What was played from so many days ago on, by `played_at`; the very instant is inside.' },
  ),
);

const Result = (description: string) => OneOf(['W', 'L'], { description, examples: ['W'] });

const CardForm = named(
  'CardForm',
  Fields(
    {
      results: Type.Array(Result('Won or lost.'), {
        maxItems: 10,
        description: 'The newest ten matches, newest first, walkovers aside.',
        examples: [['W', 'W', 'W', 'L', 'W']],
      }),
      streak: Nullable(
        Fields(
          {
            result: Result('How each of them ended.'),
            length: Count('How many there are, over the whole history.', 3),
          },
          { description: 'Equal results in a row, up to the newest match; null without matches.' },
        ),
      ),
      label: OneOf(formLabels, {
        description:
          '`hot`: at least 70 % of `results` won; `cold`: at most 30 %; `new`: fewer than three; else `steady`.',
        examples: ['hot'],
      }),
    },
    { description: 'How the newest matches ended.' },
  ),
);

const CardConsistency = named(
  'CardConsistency',
  Fields(
    {
      value: Nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description:
            'How evenly the games of each match fell against what the ratings let one expect: about 50 is typical. Null ' +
            'below five scored matches; differences below 20 say nothing.',
          examples: [52],
        }),
      ),
      label: OneOf(consistencyLabels, {
        description:
          '`very_steady` from 65, `steady` from 40, `changeable` from 20, else `streaky`; `new` without a value.',
        examples: ['steady'],
      }),
      sample: Count(
        'The scored matches that it is made of: the newest 30 that are rated, played to the end and scored in games, found ' +
          'among the newest 550 matches.',
        30,
      ),
    },
    { description: 'How evenly the player plays.' },
  ),
);

const Headline = named(
  'HeadlineInsight',
  Fields(
    {
      code: Type.String({ description: 'What it is about; docs/analysis.md lists all of them.', examples: ['serve'] }),
      text: Type.String({
        description: 'In words for the player and the coach.',
        examples: ['Won 90 of 120 service games; 74 were expected against these opponents.'],
      }),
      sample: Count('How many games, sets or matches it rests on.', 120),
    },
    { description: 'The one thing worth saying; null where nothing stands out.' },
  ),
);

const { rating: _, ...whoFields } = playerFields;

export const Card = named(
  'PlayerCard',
  Fields(
    {
      player: Fields(whoFields, { description: 'Whom it is about.' }),
      rating: Rating,
      windows: Fields(
        { '7d': CardWindow, '30d': CardWindow, '90d': CardWindow },
        { description: 'The last 7, 30 and 90 days.' },
      ),
      form: CardForm,
      consistency: CardConsistency,
      headline_insight: Nullable(Headline),
      last_matches: Type.Array(HistoryMatch, {
        maxItems: 5,
        description: 'The newest five of the player’s history, walkovers among them.',
      }),
    },
    { description: 'A player on one page.' },
  ),
);
