import { Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf } from '../shapes.ts';

const Rebuild = Type.Boolean({
  description: 'The run derives all ratings from the matches, from the beginning of the history.',
  examples: [false],
});

const SettlementRun = named(
  'SettlementRun',
  Fields(
    {
      settled_until: InstantText({
        description: 'The run goes in the order of play: every rating up to this match is final.',
        examples: ['2026-03-02T18:00:00.000Z'],
      }),
      started_at: InstantText({ description: 'When the run began.', examples: ['2026-05-01T21:00:04.000Z'] }),
      matches_read: Type.Integer({ description: 'Matches that the run has read so far.', examples: [120_000] }),
      matches_changed: Type.Integer({ description: 'How many of them have changed.', examples: [311] }),
      is_rebuild: Rebuild,
    },
    { description: 'A settlement under way.' },
  ),
);

const NextRun = named(
  'NextRun',
  Fields(
    {
      settled_until: InstantText({
        description: 'The run settles every rated match after this instant.',
        examples: ['2026-02-27T19:30:00.000Z'],
      }),
      due_at: Nullable(
        InstantText({
          description:
            'The run begins when the pause after the last run ends, or later if another run is under way; null if there is no pause.',
          examples: ['2026-05-01T21:04:40.000Z'],
        }),
      ),
      is_rebuild: Rebuild,
    },
    { description: 'The settlement run that is scheduled.' },
  ),
);

export const SettlementState = named(
  'SettlementState',
  Fields(
    {
      rating_status: OneOf(['settled', 'settling'], {
        description: '`settled`: all ratings are final as history stands; `settling`: some will still change.',
        examples: ['settling'],
      }),
      model_version: Type.String({ description: 'The model that all ratings are made with.', examples: ['pair-1'] }),
      run: Nullable(SettlementRun),
      next: Nullable(NextRun),
    },
    { description: 'Which ratings are final. `run` and `next` are null if there is none.' },
  ),
);
