import { type Static, type TSchema, Type } from 'typebox';
import { AuditVerification } from './audit.ts';
import { type ErrorCode, errorRegistry } from './errors/registry.ts';
import { Calibration, ReplayResult, VerificationResult } from './ledger.ts';
import { Fields, InstantText, Nullable, named, OneOf, Uuid } from './shapes.ts';

/** The operator's tasks. Each kind has its own result schema. */
export const taskKinds = ['verify', 'replay', 'calibrate', 'audit'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];

const errorCodes = Object.keys(errorRegistry) as ErrorCode[];

const kindNotes = {
  description:
    '`verify` recomputes all ratings and compares them with the stored ones. `replay` rebuilds all ratings, then ' +
    'calibrates. `calibrate` measures the pool’s steepness, penalty and hold rate. `audit` verifies every audit trail, and ' +
    'compares each match with the sum of its entries.',
  examples: ['verify'],
};

export const NewTask = named(
  'NewTask',
  Fields({ kind: OneOf(taskKinds, kindNotes) }, { description: 'A task to start.', examples: [{ kind: 'verify' }] }),
);

/** The path of a task. */
export const TaskPath = Fields({
  id: Uuid({ description: 'The task’s id.', examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'] }),
});

const TaskProgress = named(
  'TaskProgress',
  Fields(
    {
      done: Type.Integer({ description: 'The number of entries done. It may restart at 0.', examples: [42_000] }),
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

const results = [
  VerificationResult,
  ReplayResult,
  Calibration,
  AuditVerification,
] as const satisfies readonly TSchema[];
type TaskResult = Static<(typeof results)[number]>;

export const Task = named(
  'Task',
  Fields(
    {
      id: Uuid({ description: 'The task’s id.', examples: ['5b0f5f0e-5f0c-4b7e-9d57-0f5d1a2b3c4d'] }),
      kind: OneOf(taskKinds, kindNotes),
      state: OneOf(taskStates, {
        description:
          'One task runs at a time; the others are `queued`, oldest first. If the process stops, its task is `queued` ' +
          'again, and `failed` after five crashes. A verification is `done` even if it finds differences: read `result`.',
        examples: ['running'],
      }),
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
