/** How good a night plan is. */
import { Type } from 'typebox';
import { concessions, proofs } from './plan-enums.ts';
import { type Answer, Fields, Localized, MessageValues, Nullable, named, OneOf } from './shapes.ts';

export const Count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
export const Decimal = (description: string, example: number) => Type.Number({ description, examples: [example] });
const Histogram = (description: string) =>
  Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    description: `${description}, as pairs \`[times, pairs of players]\`.`,
    examples: [[[1, 28]]],
  });

export const PlanQuality = named(
  'PlanQuality',
  Fields(
    {
      teammate_repeats: Count('How often players partner someone again.', 0),
      teammate_lower_bound: Count('No plan of this night has fewer repeats.', 0),
      opponent_meetings: Fields(
        { min: Count('The rarest.', 2), max: Count('The most frequent.', 2) },
        { description: 'How often two players meet as opponents.' },
      ),
      sit_out_difference: Count('The largest difference of rests between two players.', 0),
      mean_imbalance: Nullable(Decimal('The mean distance of the chances from one half.', 0.08)),
      worst_imbalance: Nullable(Decimal('The largest distance of the chances from one half.', 0.21)),
      teammate_histogram: Histogram('How often two players are teammates'),
      opponent_histogram: Histogram('How often two players are opponents'),
      rest_difference_bound: Count('No plan of this night has a smaller difference of rests.', 0),
      opponent_max_bound: Count('In every plan of this night, two of the players meet at least this often.', 2),
      proof: OneOf(proofs, {
        description: '`whist`: a proven schedule. `search`: the best that was found. `by_hand`: changed by hand.',
        examples: ['whist'],
      }),
      never_met: Count('Pairs of players who are never on one court.', 0),
      gave_way: Type.Array(OneOf(concessions), {
        description: 'The rules that could not hold, in the order in which they give way.',
        examples: [[]],
      }),
      text: Localized({
        description: 'The same in words.',
        examples: [
          'Everyone partners everyone once. Everyone meets everyone twice as an opponent. Nobody rests. No plan can do better.',
        ],
      }),
      values: MessageValues([{ everyone_opposes_everyone_times: 2 }]),
    },
    { description: 'How good a plan is, and how good it can be.' },
  ),
);
export type PlanQuality = Answer<typeof PlanQuality>;
