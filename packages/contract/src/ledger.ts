import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

const bits = (whose: string) =>
  Nullable(
    Type.String({
      description: `The bits of ${whose} as 16 hex digits, if it is a double; decimals hide the last of them.`,
      examples: ['3fb999999999999a'],
    }),
  );

/** A stored value: a number, or the text of an instant, an id or a version; null where there is nothing, or no finite number. */
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
      replayed: AnyValue('What a replay of the history gives.'),
      stored_bits: bits('the stored value'),
      replayed_bits: bits('the replayed value'),
    },
    { description: 'A stored value that differs from the replay.' },
  ),
);

export const VerificationResult = named(
  'VerificationResult',
  Fields(
    {
      matches: Type.Integer({ description: 'Rated matches that were replayed.', examples: [100_000] }),
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
      differences: Type.Integer({ description: 'Stored values that differ from the replay.', examples: [0] }),
      examples: Type.Array(RatingDifference, {
        description: 'The first 20 of them, in the order of the history, present ratings last.',
      }),
      model_version: Type.String({ description: 'The model of the replay.', examples: ['pair-2'] }),
    },
    { description: 'What a verification found.' },
  ),
);

/** What a verification found. */
export type Verification = Static<typeof VerificationResult>;
export type Difference = Static<typeof RatingDifference>;

const calibrationFields = {
  calibrated_at: InstantText({ description: 'When it was made.', examples: ['2026-05-01T21:10:00.000Z'] }),
  model_version: Type.String({ description: 'The model that the history was replayed with.', examples: ['pair-2'] }),
  steepness: Type.Number({
    description: 'How decisive a gap in skill is in this pool; enters predictions only. To 4 decimals, kept in full.',
    examples: [1.0432],
  }),
  penalty: Type.Number({
    description:
      'How much less unsure players of this pool win than their mean says; enters predictions only. To 4 decimals, kept in full.',
    examples: [1.4125],
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
  Fields(calibrationFields, {
    description: 'What the rated history says of the pool as a whole. No rating depends on it.',
  }),
);

export type Calibration = Static<typeof Calibration>;

export const PresentCalibration = named(
  'PresentCalibration',
  Fields(
    {
      calibrated_at: Nullable(calibrationFields.calibrated_at),
      model_version: Nullable(calibrationFields.model_version),
      steepness: Nullable(calibrationFields.steepness),
      penalty: Nullable(calibrationFields.penalty),
      hold_rate: Nullable(calibrationFields.hold_rate),
      matches: Nullable(calibrationFields.matches),
      service_games: Nullable(calibrationFields.service_games),
    },
    { description: 'The calibration that counts; all null before the first, when the model’s own values count.' },
  ),
);

/** The calibration that counts, to 4 decimals; all of it null before the first. */
export type CalibrationView = Calibration | { readonly [field in keyof Calibration]: null };

export const ReplayResult = named(
  'ReplayResult',
  Fields(
    {
      model_version: Type.String({
        description: 'The model that all ratings are made with now.',
        examples: ['pair-2'],
      }),
      matches: Type.Integer({ description: 'Rated matches that were rated again.', examples: [100_000] }),
      calibration: Calibration,
    },
    { description: 'What a rebuild of all ratings did.' },
  ),
);
export type ReplayResult = Static<typeof ReplayResult>;

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
      model_version: Type.String({ description: 'The model that all ratings are made with.', examples: ['pair-2'] }),
      run: Nullable(SettlementRun),
      next: Nullable(NextRun),
    },
    { description: 'Which ratings are final. `run` and `next` are null if there is none.' },
  ),
);
export type SettlementState = Static<typeof SettlementState>;
