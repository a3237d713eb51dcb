/** What the service warns of in a match that it stores. */
import { Type } from 'typebox';
import { type Answer, Fields, Nullable, named, OneOf, Uuid } from './shapes.ts';

const warningCodes = ['unfinished_set', 'unusual_score', 'same_players_nearby'] as const;

export const MatchWarning = named(
  'MatchWarning',
  Fields(
    {
      code: OneOf(warningCodes, {
        description:
          '`unfinished_set`: a set of a played match ends before anyone has won it. `unusual_score`: points that add up to no ' +
          'usual total, or a match tie-break above 20. `same_players_nearby`: the same four players have another match within ' +
          '20 minutes.',
        examples: ['unfinished_set'],
      }),
      pointer: Nullable(
        Type.String({
          description: 'The set, as a JSON pointer into this match; null for `same_players_nearby`.',
          examples: ['/set_scores/1'],
        }),
      ),
      detail: Type.String({
        description: 'The unusual fact, for people.',
        examples: ['A set does not end 6–5. If the match was stopped, send `"outcome": "retired"`.'],
      }),
      match_id: Nullable(
        Uuid({
          description: 'The other match of `same_players_nearby`; null for other codes.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
    },
    { description: 'Something that may be true but is rarely meant. The match is stored all the same.' },
  ),
);
export type MatchWarning = Answer<typeof MatchWarning>;
