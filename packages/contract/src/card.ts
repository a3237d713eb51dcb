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
      matches: Count('Completed matches, without walkovers.', 7),
      wins: Count('Matches won.', 5),
      draws: Count('Matches drawn.', 0),
      losses: Count('Matches lost.', 2),
      win_rate: Nullable(
        Type.Number({ description: 'Wins divided by wins and losses; null if there are none.', examples: [0.7143] }),
      ),
      service_score_change: Count(
        'The score after the last of these matches minus the score before the first one.',
        24,
      ),
    },
    { description: 'The matches of the window by `played_at`. The start of the window is inclusive.' },
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
        description: 'The newest ten matches, newest first, without walkovers.',
        examples: [['W', 'W', 'W', 'L', 'W']],
      }),
      streak: Nullable(
        Fields(
          {
            result: Result('The result of each match.'),
            length: Count('The length, over the whole history.', 3),
          },
          { description: 'The current run of equal results, up to the newest match; null without matches.' },
        ),
      ),
      label: OneOf(['hot', 'mixed', 'cold', 'new'], {
        description:
          '`new`: fewer than three results. `hot`: at least 70% of the decided `results` won. `cold`: at most 30% won. ' +
          '`mixed`: all others, even if fewer than three are decided, or if the newest two are draws or contradict the rest.',
        examples: ['hot'],
      }),
    },
    { description: 'The results of the newest matches.' },
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
        description: 'The newest five matches of the player’s history, including walkovers.',
      }),
    },
    { description: 'A player on one page.' },
  ),
);
export type Card = Answer<typeof Card>;
