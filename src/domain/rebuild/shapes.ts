import { Type } from 'typebox';
import { Calibration } from '../calibration/index.ts';
import { Fields, named } from '../shapes.ts';

export const ReplayResult = named(
  'ReplayResult',
  Fields(
    {
      model_version: Type.String({ description: 'The model that all ratings are of now.', examples: ['pair-1'] }),
      matches: Type.Integer({ description: 'Rated matches that were folded from nothing.', examples: [100_000] }),
      players: Type.Integer({ description: 'Players who have played in them.', examples: [4_000] }),
      is_settling: Type.Boolean({
        description: 'Whether matches came meanwhile; they are settled after the switch.',
        examples: [false],
      }),
      switch_ms: Type.Integer({
        description: 'For how long the switch kept everybody waiting, in milliseconds.',
        examples: [180],
      }),
      calibration: Calibration,
    },
    { description: 'What a replay of everything made.' },
  ),
);
