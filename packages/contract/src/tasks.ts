import { type Static, type TSchema, Type } from 'typebox';
import { AuditVerification } from './audit.ts';
import { type ErrorCode, errorRegistry } from './errors/registry.ts';
import { Calibration, ReplayResult, VerificationResult } from './ledger.ts';
import { Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** The kinds of tasks. Each has its own result schema. */
export const operatorTaskKinds = ['verify', 'replay', 'calibrate', 'audit'] as const;
export type OperatorTaskKind = (typeof operatorTaskKinds)[number];
export const partnerTaskKinds = ['import_undo', 'merge', 'merge_undo'] as const;
export type PartnerTaskKind = (typeof partnerTaskKinds)[number];
export const taskKinds = [...operatorTaskKinds, ...partnerTaskKinds] as const;
export type TaskKind = (typeof taskKinds)[number];

/** What a partner's task works on. */
export const taskSubjects = ['import', 'merge'] as const;
export type TaskSubject = (typeof taskSubjects)[number];

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];

const errorCodes = Object.keys(errorRegistry) as ErrorCode[];

const kindNotes = {
  description:
    'Of operators: `verify` recomputes all ratings and compares them with the stored ones. `replay` rebuilds all ratings, then ' +
    'calibrates. `calibrate` measures the pool’s steepness, penalty and hold rate. `audit` verifies every audit trail, and ' +
    'compares each match with the sum of its entries. Of partners: `import_undo` voids the matches of an import, `merge` gives the ' +
    'matches of one player to another, and `merge_undo` gives them back.',
  examples: ['verify'],
};

export const NewTask = named(
  'NewTask',
  Fields(
    { kind: OneOf(operatorTaskKinds, { description: 'An operator’s kind of task.', examples: ['verify'] }) },
    { description: 'A task to start.', examples: [{ kind: 'verify' }] },
  ),
);

/** The path of a task. */
export const TaskPath = Fields({
  id: Uuid({ description: 'The task’s id.', examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'] }),
});

const TaskProgress = named(
  'TaskProgress',
  Fields(
    {
      done: Type.Integer({
        description: 'The number of entries done. It never falls in a partner’s task; an operator’s may restart at 0.',
        examples: [42_000],
      }),
      total: Nullable(
        Type.Integer({ description: 'The approximate number of entries; null if unknown.', examples: [100_000] }),
      ),
    },
    { description: 'The progress of a task, updated about once a second.' },
  ),
);

const TaskError = named(
  'TaskError',
  Fields(
    {
      code: OneOf(errorCodes, { description: 'A code of the error registry.', examples: ['internal_error'] }),
      detail: Type.String({
        description: 'The error, in a sentence.',
        examples: ['The task failed.'],
      }),
    },
    { description: 'The reason why a task failed.' },
  ),
);

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const ImportUndoResult = named(
  'ImportUndoResult',
  Fields(
    {
      voided: count('The matches that this task voided.', 310),
      changed: count('The matches that were left, because they have been changed since the import.', 2),
      already_voided: count('The matches that were voided before.', 1),
    },
    { description: 'The result of undoing an import.' },
  ),
);

export const MergeResult = named(
  'MergeResult',
  Fields(
    {
      amended: count('The matches in which the player was replaced.', 42),
      left: count('The matches that were left, because both players are in them now.', 0),
    },
    { description: 'The result of a merge.' },
  ),
);

export const MergeUndoResult = named(
  'MergeUndoResult',
  Fields(
    {
      amended: count('The matches that have the player again.', 41),
      changed: count('The matches that were left, because their players were changed since the merge.', 1),
      voided: count('The matches that were left, because they were voided since the merge.', 0),
    },
    { description: 'The result of undoing a merge.' },
  ),
);

const results = [
  VerificationResult,
  ReplayResult,
  Calibration,
  AuditVerification,
  ImportUndoResult,
  MergeResult,
  MergeUndoResult,
] as const satisfies readonly TSchema[];
type TaskResult = Static<(typeof results)[number]>;

const TaskSubjectView = named(
  'TaskSubject',
  Fields(
    {
      type: OneOf(taskSubjects, { description: 'An import or a merge.', examples: ['import'] }),
      id: Uuid({ description: 'Its id.', examples: ['019b76da-a800-7b7e-9d57-0f5d1a2b3c4d'] }),
    },
    { description: 'What a partner’s task works on.' },
  ),
);

/** The states of a list of tasks. */
export const taskFilter = {
  state: Type.Optional(OneOf(taskStates, { description: 'Only tasks in this state.', examples: ['running'] })),
};

export const Task = named(
  'Task',
  Fields(
    {
      id: Uuid({ description: 'The task’s id.', examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'] }),
      kind: OneOf(taskKinds, kindNotes),
      state: OneOf(taskStates, {
        description:
          'One task of the operators runs at a time, and one of each partner; the others are `queued`, oldest first. If the process ' +
          'stops, its task is `queued` again, and `failed` after five crashes in a row without progress. A verification is `done` ' +
          'even if it finds differences: read `result`.',
        examples: ['running'],
      }),
      subject: Nullable(TaskSubjectView),
      progress: Nullable(TaskProgress),
      result: Type.Unsafe<TaskResult | null>({
        anyOf: [...results, { type: 'null' }],
        description: 'The result of a `done` task, by its kind; else null.',
      }),
      error: Nullable(TaskError),
      created_at: InstantText({ description: 'When it was requested.', examples: ['2026-05-01T21:00:00.000Z'] }),
      started_at: Nullable(
        InstantText({ description: 'When it was last started.', examples: ['2026-05-01T21:00:00.400Z'] }),
      ),
      ended_at: Nullable(
        InstantText({ description: 'When it ended or was cancelled.', examples: ['2026-05-01T21:01:10.000Z'] }),
      ),
    },
    { description: 'A task that takes seconds to minutes. It does not depend on the connection that started it.' },
  ),
);
export type TaskView = Static<typeof Task>;

/** For an undo that nobody has asked for. */
export const NullableTask = Nullable(Task);
