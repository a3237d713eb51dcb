import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { parseInstant } from './instant.ts';
import { Fields, InstantText, Maybe, Nullable, named } from './shapes.ts';

/** 1970-01-01T00:00:00Z and 2999-12-31T23:59:59Z. A clock that continues from there stays within the valid timestamps. */
export const CLOCK_MIN_MS = 0;
export const CLOCK_MAX_MS = 32_503_679_999_000;

/** A hundred years. */
const ADVANCE_SECONDS_MAX = 3_155_760_000;

const natural = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const SandboxState = named(
  'Sandbox',
  Fields(
    {
      now: InstantText({ description: 'The current time in the sandbox.', examples: ['2026-06-01T09:00:00.000Z'] }),
      clock_ahead_seconds: Type.Number({
        description: 'How far its clock is ahead of the service’s, in seconds; negative if behind, 0 if never moved.',
        examples: [2_592_000],
      }),
      players: natural('The number of players.', 8),
      matches: natural('The number of matches of any status.', 12),
      rosters: natural('The number of rosters.', 1),
      created_at: InstantText({
        description: 'When it was first used, by the service’s clock.',
        examples: ['2026-05-01T08:00:00.000Z'],
      }),
      cleared_at: Nullable(
        InstantText({
          description: 'When it was last cleared, by the service’s clock; null if never.',
          examples: ['2026-05-02T08:00:00.000Z'],
        }),
      ),
    },
    { description: 'A partner’s sandbox: its clock, and the number of objects in it.' },
  ),
);
export type SandboxState = Static<typeof SandboxState>;

export const SandboxClock = named(
  'SandboxClock',
  Fields(
    {
      now: Maybe(
        InstantText({
          description: 'The new time, from 1970 to 2999. The clock continues from there.',
          examples: ['2026-06-01T09:00:00Z'],
        }),
      ),
      advance_seconds: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: ADVANCE_SECONDS_MAX,
          description: 'How far to move the clock ahead, in seconds.',
          examples: [86_400],
        }),
      ),
    },
    {
      description: 'The new time of the clock. Send exactly one of the two fields.',
      examples: [{ now: '2026-06-01T09:00:00Z' }],
    },
  ),
);
export type SandboxClock = Static<typeof SandboxClock>;

/** Checks the rules that the schema cannot express: exactly one field is sent, and the clock is within its range. */
export function clockFaults(body: unknown): Fault[] {
  const { now, advance_seconds: seconds } = (body ?? {}) as { now?: unknown; advance_seconds?: unknown };
  if ((now ?? null) === null && (seconds ?? null) === null) {
    return [{ pointer: '', code: 'required', detail: 'Send `now` or `advance_seconds`.' }];
  }
  if ((now ?? null) !== null && (seconds ?? null) !== null) {
    return [{ pointer: '/advance_seconds', code: 'conflicting', detail: 'Send either `now` or `advance_seconds`.' }];
  }
  const at = typeof now === 'string' ? parseInstant(now) : null;
  return at === null || (at >= CLOCK_MIN_MS && at <= CLOCK_MAX_MS) ? [] : [outOfRange('/now')];
}

/** The fault of a time outside the range of a sandbox clock. */
export function outOfRange(pointer: string): Fault {
  return { pointer, code: 'out_of_range', detail: 'The clock of a sandbox must be between 1970 and 2999.' };
}
