import { type Static, Type } from 'typebox';
import { Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

const bits = (whose: string) =>
  Nullable(
    Type.String({
      description: `The bits of ${whose} as 16 hex digits, if it is a double; decimal digits may hide a difference.`,
      examples: ['3fb999999999999a'],
    }),
  );

/** A stored value: a number, or text of a timestamp, an id or a version. Null if there is none, or if it is not finite. */
const AnyValue = (description: string) =>
  Type.Unsafe<number | string | null>({ type: ['number', 'string', 'null'], description, examples: [0.1] });

export const RatingDifference = named(
  'RatingDifference',
  Fields(
    {
      match_id: Nullable(
        Uuid({
          description: 'The match of the ledger; null for a player’s current rating.',
          examples: ['019de4f2-a340-8f34-a99b-71224f08972d'],
        }),
      ),
      player_id: Nullable(
        Uuid({
          description: 'The player; null if the value is not of a single player.',
          examples: ['7b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'],
        }),
      ),
      field: Type.String({
        description:
          'The column. `ledger_row`, `rating_row`, `history_row` or `mark`: a whole row is missing (`absent`), or should not exist (`present`). `history_row`: a match in the history of its player, with its result: 1 won, 0 drawn, -1 lost, `none` for a walkover. `mark`: the player’s ratings should be settling from this match on.',
        examples: ['mean_after'],
      }),
      stored: AnyValue('The stored value.'),
      replayed: AnyValue(
        'The value after a replay of the history. While a match is settling: the value after the player’s previous match.',
      ),
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
      players: Type.Integer({ description: 'Players whose current rating was checked.', examples: [4_000] }),
      unsettled: Type.Integer({
        description:
          'Replayed matches whose ratings a settlement will still change. They are not compared with the replay, except their model inputs.',
        examples: [0],
      }),
      unsettled_players: Type.Integer({
        description:
          'Checked players whose current rating a settlement will still change. It is not compared with the replay.',
        examples: [0],
      }),
      differences: Type.Integer({ description: 'Stored values that differ from the replay.', examples: [0] }),
      examples: Type.Array(RatingDifference, {
        description: 'The first 20 differences, in the order of the history, then of current ratings.',
      }),
      model_version: Type.String({ description: 'The model of the replay.', examples: ['pair-3'] }),
    },
    { description: 'The result of a verification.' },
  ),
);

export type Verification = Static<typeof VerificationResult>;
export type Difference = Static<typeof RatingDifference>;

const calibrationFields = {
  calibrated_at: InstantText({ description: 'When the pool was calibrated.', examples: ['2026-05-01T21:10:00.000Z'] }),
  model_version: Type.String({ description: 'The model that the history was replayed with.', examples: ['pair-3'] }),
  steepness: Type.Number({
    description: 'How decisive a gap in skill is in this pool. Only predictions use it. Rounded to 4 decimals.',
    examples: [1.0432],
  }),
  penalty: Type.Number({
    description:
      'How much uncertainty lowers a player’s predicted strength in this pool. Only predictions use it. Rounded to 4 decimals.',
    examples: [1.4125],
  }),
  hold_rate: Type.Number({
    description: 'The share of service games that are held in this pool. Rounded to 4 decimals.',
    examples: [0.6128],
  }),
  matches: Type.Integer({ description: 'The number of rated matches behind it.', examples: [100_000] }),
  service_games: Type.Integer({ description: 'The number of their games with a known server.', examples: [61_233] }),
};

export const Calibration = named(
  'Calibration',
  Fields(calibrationFields, {
    description: 'Measurements of the whole pool from the rated history. No rating depends on them.',
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
    {
      description:
        'The current calibration. All fields are null before the first; the model’s default values are then used.',
    },
  ),
);

/** The current calibration, rounded to 4 decimals; all fields are null before the first. */
export type CalibrationView = Calibration | { readonly [field in keyof Calibration]: null };

export const ReplayResult = named(
  'ReplayResult',
  Fields(
    {
      model_version: Type.String({
        description: 'The model of all ratings now.',
        examples: ['pair-3'],
      }),
      matches: Type.Integer({ description: 'Matches that were rated again.', examples: [100_000] }),
      calibration: Calibration,
    },
    { description: 'The result of a rebuild of all ratings.' },
  ),
);
export type ReplayResult = Static<typeof ReplayResult>;

export const SettlementState = named(
  'SettlementState',
  Fields(
    {
      rating_status: OneOf(['settled', 'settling'], {
        description: '`settled`: all ratings are final for the current history. `settling`: some will still change.',
        examples: ['settling'],
      }),
      model_version: Type.String({ description: 'The model of all ratings.', examples: ['pair-3'] }),
      players: Type.Integer({ description: 'Players whose ratings will still be settled.', examples: [212] }),
      since: Nullable(
        InstantText({
          description: 'When the earliest change was made that is not settled; null if all are.',
          examples: ['2026-05-01T21:00:04.000Z'],
        }),
      ),
      is_rebuilding: Type.Boolean({
        description:
          'True while a rebuild marks the players and compares the ledger with the matches. Everything is `settling` until then.',
        examples: [false],
      }),
    },
    { description: 'The progress of the settlement.' },
  ),
);
export type SettlementState = Static<typeof SettlementState>;
