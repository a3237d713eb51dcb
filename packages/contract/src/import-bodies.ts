/** The rows and players that a client sends to an import. */
import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { playerModes } from './import-enums.ts';
import { NewImportOptions } from './imports.ts';
import { BATCH_MATCHES_MAX, MatchSubmission, PARTICIPANTS } from './match-bodies.ts';
import { BATCH_PLAYERS_MAX } from './player-batches.ts';
import { Registration } from './players.ts';
import { pointerTo } from './pointer.ts';
import { Fields, Maybe, named, OneOf, Text } from './shapes.ts';
import { storedJsonFaults } from './stored-json.ts';

/** The last line of a file that can be imported. */
export const LINE_MAX = 1_048_576;
const FAULTS_MAX = 10;
const FAULT_KIB_MAX = 2;

/** The name of a player in an import. */
const PlayerKey = Text(1, 64, {
  pattern: '^[A-Za-z0-9._-]*$',
  'x-form': 'letters A–Z and a–z, digits, “.”, “_” and “-”',
  description: 'Names the player in the rows of the import.',
  examples: ['7'],
});

const { roster_slug: _roster, profile_is_public: _public, ...registration } = Registration.properties;

export const ImportPlayer = named(
  'ImportPlayer',
  Fields(
    {
      key: PlayerKey,
      ...registration,
      mode: Maybe(
        OneOf(playerModes, {
          description:
            '`either`: as `POST /v1/players`. `existing`: a player that you may see. `new`: never an existing one; if the username is taken, ' +
            'the first free one of `<username>.2`, `.3`, …. Default: `either`.',
          examples: ['either'],
        }),
      ),
    },
    {
      description: 'A player that rows name by its key. It is registered with the first stored row that needs it.',
      examples: [{ key: '7', username: 'ana.garcia', display_name: 'Ana García', mode: 'new' }],
    },
  ),
);
export type ImportPlayer = Static<typeof ImportPlayer>;

const { participants, trust_tier, ...played } = MatchSubmission.properties;

const ImportParticipant = named(
  'ImportParticipant',
  Fields(
    { ...participants.items.properties, player: Maybe(PlayerKey) },
    { description: 'One of the four players: exactly one of `profile_id`, `username` and `player` is given.' },
  ),
);

export const ImportMatch = named(
  'ImportMatch',
  Fields(
    {
      ...played,
      trust_tier: Maybe(trust_tier),
      participants: Type.Array(ImportParticipant, {
        minItems: PARTICIPANTS,
        maxItems: PARTICIPANTS,
        'x-faults': { minItems: 'team_size', maxItems: 'team_size' },
        description: 'The four players, two in each team.',
      }),
    },
    {
      description:
        'A body of `POST /v1/matches`. Default of `trust_tier`: `imported`; of the session fields: those of the options.',
    },
  ),
);
export type ImportMatch = Static<typeof ImportMatch>;

const RowFault = named(
  'RowFault',
  Fields(
    {
      code: Text(1, 64, {
        pattern: '^[a-z0-9_]*$',
        'x-form': 'lower-case letters a–z, digits and “_”',
        description: 'A code of the client.',
        examples: ['unclear_date'],
      }),
      values: Maybe(
        Type.Unsafe<Readonly<Record<string, unknown>>>({
          type: 'object',
          description: 'What the client’s sentence contains: at most 2 KiB of JSON.',
          examples: [{ text: '3/4' }],
        }),
      ),
    },
    { description: 'Why the client could not read a row. It is stored and returned, never interpreted.' },
  ),
);
export type RowFault = Static<typeof RowFault>;

const line = Type.Integer({
  minimum: 1,
  maximum: LINE_MAX,
  description: 'The number of the row in the file: the key of the row in its import.',
  examples: [12],
});
const rowFields = {
  confirmed: Maybe(
    Type.Boolean({ description: 'True stores a row with warnings even if the option is `hold`.', examples: [false] }),
  ),
  faults: Maybe(
    Type.Array(RowFault, {
      minItems: 1,
      maxItems: FAULTS_MAX,
      description: 'Instead of `match`, for a row that the client could not read. The row is `rejected`.',
    }),
  ),
};

const ImportRowBody = named(
  'ImportRowBody',
  Fields(
    { line, match: Maybe(ImportMatch), ...rowFields },
    { description: 'A row of the file: exactly one of `match` and `faults` is given.' },
  ),
);

const rowsNotes = {
  maxItems: BATCH_MATCHES_MAX,
  description: 'The rows. Each is decided independently, in this order.',
};
const playersNotes = {
  maxItems: BATCH_PLAYERS_MAX,
  description: 'The players that the rows name by key. Each is processed independently.',
};
const exampleRow = {
  line: 12,
  match: {
    external_ref: 'liga-12',
    played_at: '2026-05-01T19:10:00Z',
    winning_team: 'A',
    participants: [
      { player: '7', team: 'A' },
      { username: 'tiago_m', team: 'A' },
      { username: 'lucia.v', team: 'B' },
      { username: 'marcosroig', team: 'B' },
    ],
    set_scores: [
      { set_number: 1, team_a_games: 6, team_b_games: 4 },
      { set_number: 2, team_a_games: 6, team_b_games: 3 },
    ],
  },
};
const examplePlayer = { key: '7', username: 'ana.garcia', display_name: 'Ana García' };
const batchDescription = 'Up to 25 rows, and up to 100 players that they name.';
const checkDescription = 'Rows and players to try. `rows` may be empty if `players` is not.';

/** The documented schema of a batch. Validation uses {@link ImportBatchEnvelope}. */
export const ImportBatch = named(
  'ImportBatch',
  Fields(
    {
      players: Maybe(Type.Array(ImportPlayer, playersNotes)),
      rows: Type.Array(ImportRowBody, { minItems: 1, ...rowsNotes }),
    },
    { description: batchDescription, examples: [{ players: [examplePlayer], rows: [exampleRow] }] },
  ),
);

/** The documented schema of a check. Validation uses {@link ImportCheckEnvelope}. */
export const ImportCheck = named(
  'ImportCheck',
  Fields(
    {
      options: Maybe(NewImportOptions),
      players: Maybe(Type.Array(ImportPlayer, playersNotes)),
      rows: Type.Array(ImportRowBody, rowsNotes),
    },
    { description: checkDescription, examples: [{ players: [examplePlayer], rows: [exampleRow] }] },
  ),
);

// A match is validated separately, so that a wrong one rejects its row alone. So are the other fields of a player.
const players = Maybe(
  Type.Array(Type.Object({ key: PlayerKey }), { ...playersNotes, 'x-faults': { maxItems: 'batch_too_large' } }),
);
const rowsOf = (fewest: { readonly minItems?: number }) =>
  Type.Array(Fields({ line, match: Type.Optional(Type.Unknown()), ...rowFields }), {
    ...rowsNotes,
    ...fewest,
    'x-faults': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
  });

export const ImportBatchEnvelope = named(
  'ImportBatch',
  Fields({ players, rows: rowsOf({ minItems: 1 }) }, { description: batchDescription }),
);
export type ImportBatchEnvelope = Static<typeof ImportBatchEnvelope>;

export const ImportCheckEnvelope = named(
  'ImportCheck',
  Fields({ options: Maybe(NewImportOptions), players, rows: rowsOf({}) }, { description: checkDescription }),
);
export type ImportCheckEnvelope = Static<typeof ImportCheckEnvelope>;

export type SentRow = ImportBatchEnvelope['rows'][number];

const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
const asList = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) && value.length <= max ? value : [];

/** The rules of a batch that its shape cannot express: lines and keys occur once, and a row has a match or faults. */
export function importBatchFaults(body: unknown): Fault[] {
  const { rows, players: sent } = asObject(body) ?? {};
  const list = asList(rows, BATCH_MATCHES_MAX).map(asObject);
  return [
    ...list.flatMap((row, index) => (row === null ? [] : rowFaults(row, index))),
    ...repeatedFaults(
      list.map((row) => row?.['line']),
      'rows',
      'line',
      'duplicate_line',
    ),
    ...repeatedFaults(
      asList(sent, BATCH_PLAYERS_MAX).map((player) => asObject(player)?.['key']),
      'players',
      'key',
      'duplicate_key',
    ),
  ];
}

/** The same for a check, which needs a row or a player. */
export function importCheckFaults(body: unknown): Fault[] {
  const { rows, players: sent } = asObject(body) ?? {};
  const isEmpty = Array.isArray(rows) && rows.length === 0 && !(Array.isArray(sent) && sent.length > 0);
  const empty: Fault = { pointer: pointerTo('rows'), code: 'batch_empty', detail: 'Send a row or a player to check.' };
  return [...importBatchFaults(body), ...(isEmpty ? [empty] : [])];
}

function rowFaults(row: Readonly<Record<string, unknown>>, index: number): Fault[] {
  const pointer = pointerTo('rows', index);
  const faults = asList(row['faults'], FAULTS_MAX).map(asObject);
  const hasFaults = (row['faults'] ?? null) !== null;
  const found = faults.flatMap((fault, place): Fault[] => {
    const values = asObject(fault?.['values']);
    const at = pointerTo('rows', index, 'faults', place, 'values');
    return values === null ? [] : storedJsonFaults(values, at, FAULT_KIB_MAX);
  });
  const hasMatch = (row['match'] ?? null) !== null;
  if (hasMatch !== hasFaults) return found;
  const detail = 'Must have exactly one of `match` and `faults`.';
  return [...found, { pointer, code: hasMatch ? 'not_one_of' : 'required', detail }];
}

function repeatedFaults(
  values: readonly unknown[],
  list: string,
  field: string,
  code: 'duplicate_line' | 'duplicate_key',
): Fault[] {
  const seen = new Map<unknown, number>();
  return values.flatMap((value, index): Fault[] => {
    if (value === undefined || value === null) return [];
    const first = seen.get(value);
    if (first === undefined) {
      seen.set(value, index);
      return [];
    }
    const detail = `Is also the ${field} of ${pointerTo(list, first)}.`;
    return [{ pointer: pointerTo(list, index, field), code, detail }];
  });
}
