/** Imports of results from files: what a client opens, and what the service remembers of it. */
import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { importReferences, importStates, onVoided, onWarning, type rowStates } from './import-enums.ts';
import { MatchSubmission } from './match-bodies.ts';
import { competitionTypes } from './match-enums.ts';
import { Registration } from './players.ts';
import { pointerTo } from './pointer.ts';
import { type Answer, Fields, InstantText, Maybe, Nullable, named, OneOf, ShownText, Text, Uuid } from './shapes.ts';
import { storedJsonFaults } from './stored-json.ts';
import { NullableTask } from './tasks.ts';

/** The most imports of a partner that are open at once. */
export const IMPORTS_OPEN_MAX = 20;
/** An open import closes after this time without a row. */
export const IMPORT_IDLE_DAYS = 7;
/** The texts of rows are emptied this long after the import was closed. */
export const IMPORT_TEXTS_DAYS = 30;
const READING_KIB_MAX = 16;

const { session_external_ref, venue_label, competition_type } = MatchSubmission.properties;
const { roster_slug } = Registration.properties;

const notes = {
  references: {
    description:
      '`given`: the references are the file’s own. `derived`: the client made them from the content, so a row may be a match that was ' +
      'stored under another reference. Default: `given`.',
    examples: ['given'],
  },
  on_voided: {
    description:
      'What becomes of a row whose reference is that of a voided match. `leave`: it is `voided`. `replace`: it gets the first of ' +
      '`<ref>~2`, `<ref>~3`, … that no voided match has. Default: `leave`.',
    examples: ['leave'],
  },
  on_warning: {
    description:
      'What becomes of a row with warnings. `store`: it is stored. `hold`: it is `held` until it is sent with `confirmed`. Default: `store`.',
    examples: ['store'],
  },
  profile_is_public: {
    description: 'Whether registered players are public. Default: false.',
    examples: [false],
  },
};

export const NewImportOptions = named(
  'NewImportOptions',
  Fields(
    {
      references: Maybe(OneOf(importReferences, notes.references)),
      on_voided: Maybe(OneOf(onVoided, notes.on_voided)),
      on_warning: Maybe(OneOf(onWarning, notes.on_warning)),
      roster_slug,
      profile_is_public: Maybe(Type.Boolean(notes.profile_is_public)),
      session_external_ref,
      venue_label,
      competition_type,
    },
    { description: 'How the rows of an import are stored.', examples: [{ on_warning: 'hold', roster_slug: 'league' }] },
  ),
);
export type NewImportOptions = Static<typeof NewImportOptions>;

const text = (description: string, example: string) => Nullable(Type.String({ description, examples: [example] }));

export const ImportOptions = named(
  'ImportOptions',
  Fields(
    {
      references: OneOf(importReferences, notes.references),
      on_voided: OneOf(onVoided, notes.on_voided),
      on_warning: OneOf(onWarning, notes.on_warning),
      roster_slug: text('The roster of the players of created and duplicate rows; null: none.', 'league'),
      profile_is_public: Type.Boolean(notes.profile_is_public),
      session_external_ref: text('The session of rows without one; null: none.', 'night-42'),
      venue_label: text('The venue of rows without one; null: none.', 'Club Norte'),
      competition_type: Nullable(
        OneOf(competitionTypes, {
          description: 'The kind of competition of rows without one; null: none.',
          examples: ['league'],
        }),
      ),
    },
    { description: 'Every option of an import, with the defaults of those that were not sent.' },
  ),
);
export type ImportOptions = Answer<typeof ImportOptions>;

/** The options with the defaults of those that were not sent. */
export function fullOptions(sent: NewImportOptions | null | undefined): ImportOptions {
  return {
    references: sent?.references ?? 'given',
    on_voided: sent?.on_voided ?? 'leave',
    on_warning: sent?.on_warning ?? 'store',
    roster_slug: sent?.roster_slug ?? null,
    profile_is_public: sent?.profile_is_public ?? false,
    session_external_ref: sent?.session_external_ref ?? null,
    venue_label: sent?.venue_label ?? null,
    competition_type: sent?.competition_type ?? null,
  };
}

const labelNotes = { description: 'A name for people, such as that of the file.', examples: ['liga.csv'] };
const HASH_EXAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const NewImport = named(
  'NewImport',
  Fields(
    {
      label: ShownText(1, 200, labelNotes),
      content_hash: Maybe(
        Text(64, 64, {
          pattern: '^[0-9a-f]*$',
          'x-form': '64 lower-case hexadecimal digits',
          description: 'The SHA-256 of the file. If you have an open import of this file, it is returned instead.',
          examples: [HASH_EXAMPLE],
        }),
      ),
      options: Maybe(NewImportOptions),
      reading: Maybe(
        Type.Unsafe<Readonly<Record<string, unknown>>>({
          type: 'object',
          description:
            'What the client needs to read the file in the same way again: at most 16 KiB of JSON. It is returned while the import is open.',
          examples: [{ header_line: 1 }],
        }),
      ),
    },
    { description: 'An import to open.', examples: [{ label: 'liga.csv', options: { on_warning: 'hold' } }] },
  ),
);
export type NewImport = Static<typeof NewImport>;

/** Checks the size of `reading`, and that the database can store its texts. */
export function newImportFaults(body: unknown): Fault[] {
  const { reading } = (body ?? {}) as { readonly reading?: unknown };
  if (typeof reading !== 'object' || reading === null) return [];
  return storedJsonFaults(reading, pointerTo('reading'), READING_KIB_MAX);
}

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

/** The number of rows by state. */
export const RowCounts = named(
  'RowCounts',
  Fields(
    {
      created: count('Rows that created a match.', 310),
      duplicate: count('Rows that agree with a stored match.', 4),
      conflict: count('Rows that contradict the stored match with their reference.', 1),
      voided: count('Rows whose match is voided.', 0),
      held: count('Rows with warnings that wait for `confirmed`.', 2),
      rejected: count('Rows with problems.', 8),
    } satisfies Record<(typeof rowStates)[number], unknown>,
    { description: 'The number of rows by state.' },
  ),
);
export type RowCounts = Answer<typeof RowCounts>;

const importFields = {
  id: Uuid({ description: 'The import’s id.', examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'] }),
  label: Type.String(labelNotes),
  content_hash: text('The SHA-256 of the file, if it was sent.', HASH_EXAMPLE),
  state: OneOf(importStates, {
    description: `A \`closed\` import takes no rows. An open one without a row for ${IMPORT_IDLE_DAYS} days is closed.`,
    examples: ['open'],
  }),
  options: ImportOptions,
  reading: Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    type: ['object', 'null'],
    description: 'As sent. Null if it was not sent, and once the import is closed or names an erased player.',
    examples: [{ header_line: 1 }],
  }),
  rows: RowCounts,
  players_registered: count('The players that its rows registered.', 41),
  undo: NullableTask,
  created_at: InstantText({ description: 'When it was opened.', examples: ['2026-05-01T21:00:00.000Z'] }),
  last_row_at: Nullable(
    InstantText({
      description: 'When the last rows came; null before the first.',
      examples: ['2026-05-01T21:00:09.400Z'],
    }),
  ),
  closed_at: Nullable(
    InstantText({ description: 'When it was closed; null while it is open.', examples: ['2026-05-01T21:01:10.000Z'] }),
  ),
};

export const Import = named(
  'Import',
  Fields(importFields, { description: 'A file whose rows are or were brought in, and what became of them.' }),
);
export type Import = Answer<typeof Import>;

/** The path of an import. A malformed id gives the same response as an unknown one. */
export const ImportPath = Fields({ id: importFields.id });

export const ImportUndo = named(
  'ImportUndo',
  Fields(
    {
      reason: Maybe(
        ShownText(1, 500, {
          description: 'The reason of the voids. Default: “Import undone: ” and the label.',
          examples: ['Wrong order of dates.'],
        }),
      ),
      include_changed: Maybe(
        Type.Boolean({
          description: 'Whether to void matches that were changed since, too. Default: false.',
          examples: [false],
        }),
      ),
    },
    { description: 'How to undo an import.', examples: [{ reason: 'Wrong order of dates.' }] },
  ),
);
export type ImportUndo = Static<typeof ImportUndo>;

export const ImportUndoPreview = named(
  'ImportUndoPreview',
  Fields(
    {
      to_void: count('Matches that would be voided.', 308),
      changed: count('Matches that would be left, because they have been changed since the import.', 2),
      voided: count('Matches that are voided already.', 0),
    },
    { description: 'What undoing an import would do.' },
  ),
);
export type ImportUndoPreview = Answer<typeof ImportUndoPreview>;
