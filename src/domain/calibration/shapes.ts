import { Type } from 'typebox';
import { Fields, InstantText, Nullable, named } from '../shapes.ts';

const fields = {
  calibrated_at: InstantText({ description: 'When it was made.', examples: ['2026-05-01T21:10:00.000Z'] }),
  model_version: Type.String({ description: 'The model that the history was folded with.', examples: ['pair-1'] }),
  steepness: Type.Number({
    description: 'How decisive a gap in skill is in this pool; enters predictions only. To 4 decimals, kept in full.',
    examples: [1.0432],
  }),
  hold_rate: Type.Number({
    description: 'The share of service games that are held in this pool. To 4 decimals, kept in full.',
    examples: [0.6128],
  }),
  matches: Type.Integer({ description: 'Rated matches that it was made over.', examples: [100_000] }),
  service_games: Type.Integer({ description: 'Games of them whose server is known.', examples: [61_233] }),
};

export const Calibration = named(
  'Calibration',
  Fields(fields, { description: 'What the rated history says of the pool as a whole. No rating depends on it.' }),
);

export const PresentCalibration = named(
  'PresentCalibration',
  Fields(
    {
      calibrated_at: Nullable(fields.calibrated_at),
      model_version: Nullable(fields.model_version),
      steepness: Nullable(fields.steepness),
      hold_rate: Nullable(fields.hold_rate),
      matches: Nullable(fields.matches),
      service_games: Nullable(fields.service_games),
    },
    { description: 'The calibration that counts; all null before the first, when the model’s own values count.' },
  ),
);
