import { Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf } from '../shapes.ts';

const SettlementRun = named(
  'SettlementRun',
  Fields(
    {
      settled_until: InstantText({
        description: 'The run goes in the order of play: every rating up to this match is final.',
        examples: ['2026-03-02T18:00:00.000Z'],
      }),
      started_at: InstantText({ description: 'When the run began.', examples: ['2026-05-01T21:00:04.000Z'] }),
      matches_read: Type.Integer({ description: 'Matches it has come to so far.', examples: [120_000] }),
      matches_changed: Type.Integer({ description: 'Those of them whose ratings have changed.', examples: [311] }),
    },
    { description: 'A settlement under way.' },
  ),
);

const SettlementOwed = named(
  'SettlementOwed',
  Fields(
    {
      settled_until: InstantText({
        description: 'Everything played after this has to be settled.',
        examples: ['2026-02-27T19:30:00.000Z'],
      }),
      due_at: InstantText({
        description: 'When the next run may begin, as soon as none is under way.',
        examples: ['2026-05-01T21:04:40.000Z'],
      }),
    },
    { description: 'What the next run has to settle.' },
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
      owed: Nullable(SettlementOwed),
      held_matches: Type.Integer({
        description: 'Late matches that are stored and wait to be rated until it is their partner’s turn.',
        examples: [0],
      }),
      held_until: Nullable(
        InstantText({
          description:
            'When the first of these partners has its turn, as soon as no run is under way; null when no match waits.',
          examples: ['2026-05-01T21:04:40.000Z'],
        }),
      ),
    },
    { description: 'What of the ratings is final. `run` and `owed` are null when there is none.' },
  ),
);
