import { type Static, Type } from 'typebox';
import type { Fault } from './errors/problem.ts';
import { parseInstant } from './instant.ts';
import { Fields, InstantText, Maybe, Nullable, named } from './shapes.ts';

/** 1970-01-01T00:00:00Z and 2999-12-31T23:59:59Z: a clock that runs on from there stays in what an instant can be. */
export const CLOCK_MIN_MS = 0;
export const CLOCK_MAX_MS = 32_503_679_999_000;

/** A hundred years. */
const ADVANCE_SECONDS_MAX = 3_155_760_000;

const natural = (description: string, example: number) => Type.Integer({ description, examples: [example] });

export const SandboxState = named(
  'Sandbox',
  Fields(
    {
      now: InstantText({ description: 'What time it is in the sandbox.', examples: ['2026-06-01T09:00:00.000Z'] }),
      clock_ahead_seconds: Type.Number({
        description: 'What its clock is ahead of the service’s; below 0 if it is behind, 0 unless it was moved.',
        examples: [2_592_000],
      }),
      players: natural('How many players it has.', 8),
      matches: natural('How many matches it has, of any status.', 12),
      rosters: natural('How many rosters it has.', 1),
      created_at: InstantText({
        description: 'When it was first used, by the service’s clock.',
        examples: ['2026-05-01T08:00:00.000Z'],
      }),
      cleared_at: Nullable(
        InstantText({
          description: 'When it was last cleared, by the service’s clock; null if it never was.',
          examples: ['2026-05-02T08:00:00.000Z'],
        }),
      ),
    },
    { description: 'A partner’s sandbox: its clock, and how much there is in it.' },
  ),
);
export type SandboxState = Static<typeof SandboxState>;

export const SandboxClock = named(
  'SandboxClock',
  Fields(
    {
      now: Maybe(
        InstantText({
          description: 'What time it is to be, from 1970 to 2999. The clock runs on from there.',
          examples: ['2026-06-01T09:00:00Z'],
        }),
      ),
      advance_seconds: Maybe(
        Type.Integer({
          minimum: 1,
          maximum: ADVANCE_SECONDS_MAX,
          description: 'How far the clock is to be moved ahead.',
          examples: [86_400],
        }),
      ),
    },
    { description: 'Where to move the clock: exactly one of the two.', examples: [{ now: '2026-06-01T09:00:00Z' }] },
  ),
);
export type SandboxClock = Static<typeof SandboxClock>;

/** What the shape of a move cannot say: it is exactly one of the two, to an instant that the clock can be at. */
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

/** Said of an instant that no clock of a sandbox can be at. */
export function outOfRange(pointer: string): Fault {
  return { pointer, code: 'out_of_range', detail: 'The clock of a sandbox goes from 1970 to 2999.' };
}
