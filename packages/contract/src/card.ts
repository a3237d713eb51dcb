import { Type } from 'typebox';
import { Consistency, Headline } from './analysis.ts';
import { HistoryMatch } from './matches.ts';
import { playerFields, Rating } from './players.ts';
import { type Answer, Fields, Nullable, named, OneOf } from './shapes.ts';

const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const CardWindow = named(
  'CardWindow',
  Fields(
    {
      matches: Count('Completed matches, walkovers aside.', 7),
      wins: Count('Those that were won.', 5),
      draws: Count('Those that were drawn.', 0),
      losses: Count('Those that were lost.', 2),
      win_rate: Nullable(
        Type.Number({ description: 'Wins of decided matches; null without one.', examples: [0.7143] }),
      ),
      service_score_change: Count(
        'The sum of the changes of the score that its matches show, provisional ones among them.',
        24,
      ),
    },
    { description: 'What was played from so many days ago on, by `played_at`; the very instant is inside.' },
  ),
);
export type CardWindow = Answer<typeof CardWindow>;

const Result = (description: string) => OneOf(['W', 'D', 'L'], { description, examples: ['W'] });

export const CardForm = named(
  'CardForm',
  Fields(
    {
      results: Type.Array(Result('Won, drawn or lost.'), {
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
      label: OneOf(['hot', 'mixed', 'cold', 'new'], {
        description:
          '`hot`: at least 70 % of the decided `results` won; `cold`: at most 30 %; `new`: fewer than three results; else `mixed`, as also ' +
          'where fewer than three are decided, or the newest two are draws or run against the others.',
        examples: ['hot'],
      }),
    },
    { description: 'How the newest matches ended.' },
  ),
);
export type CardForm = Answer<typeof CardForm>;

const { rating: _, ...whoFields } = playerFields;

export const Card = named(
  'PlayerCard',
  Fields(
    {
      player: Fields(whoFields, { description: 'The player.' }),
      rating: Rating,
      windows: Fields(
        { '7d': CardWindow, '30d': CardWindow, '90d': CardWindow },
        { description: 'The last 7, 30 and 90 days.' },
      ),
      form: CardForm,
      consistency: Consistency,
      headline_insight: Headline,
      last_matches: Type.Array(HistoryMatch, {
        maxItems: 5,
        description: 'The newest five of the player’s history, walkovers among them.',
      }),
    },
    { description: 'A player on one page.' },
  ),
);
export type Card = Answer<typeof Card>;
