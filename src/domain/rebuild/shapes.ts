import { Type } from 'typebox';
import { Calibration } from '../ledger/index.ts';
import { Fields, named } from '../shapes.ts';

export const ReplayResult = named(
  'ReplayResult',
  Fields(
    {
      model_version: Type.String({
        description: 'The model that all ratings are made with now.',
        examples: ['pair-1'],
      }),
      matches: Type.Integer({ description: 'Rated matches that were rated again.', examples: [100_000] }),
      calibration: Calibration,
    },
    { description: 'What a rebuild of all ratings did.' },
  ),
);
