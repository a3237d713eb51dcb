import { Type } from 'typebox';
import { Fields, Nullable, named, Uuid } from '../shapes.ts';

const bits = (whose: string) =>
  Nullable(
    Type.String({
      description: `The bits of ${whose} as 16 hex digits, if it is a double; decimals hide the last of them.`,
      examples: ['3fb999999999999a'],
    }),
  );

/** A number, or the text of an instant, an id or a version; null where there is nothing, or no finite number. */
const AnyValue = (description: string) =>
  Type.Unsafe<number | string | null>({ type: ['number', 'string', 'null'], description, examples: [0.1] });

export const RatingDifference = named(
  'RatingDifference',
  Fields(
    {
      match_id: Nullable(
        Uuid({
          description: 'The match of the ledger; null for a player’s present rating.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      player_id: Nullable(
        Uuid({
          description: 'The player; null for what is of no single one.',
          examples: ['7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'],
        }),
      ),
      field: Type.String({
        description:
          'The column; `ledger_row` and `rating_row` for a row that is `present` and should not be, or `absent`.',
        examples: ['mean_after'],
      }),
      stored: AnyValue('What is stored.'),
      folded: AnyValue('What the fold of the history gives.'),
      stored_bits: bits('the stored value'),
      folded_bits: bits('the folded value'),
    },
    { description: 'A stored value that is not what the fold gives.' },
  ),
);

export const VerificationResult = named(
  'VerificationResult',
  Fields(
    {
      matches: Type.Integer({ description: 'Rated matches that were folded.', examples: [100_000] }),
      players: Type.Integer({ description: 'Players whose present rating was looked at.', examples: [4_000] }),
      unsettled: Type.Integer({
        description:
          'Matches, among these, whose ratings a settlement will still change: of them only what the model was given is compared.',
        examples: [0],
      }),
      unsettled_players: Type.Integer({
        description: 'Players, among these, whose present rating a settlement will still change: it is not compared.',
        examples: [0],
      }),
      differences: Type.Integer({ description: 'Stored values that are not what the fold gives.', examples: [0] }),
      examples: Type.Array(RatingDifference, {
        description: 'The first 20 of them, in the order of the history, present ratings last.',
      }),
      model_version: Type.String({ description: 'The model of the fold.', examples: ['pair-1'] }),
    },
    { description: 'What a verification found.' },
  ),
);
