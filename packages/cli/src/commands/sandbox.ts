import type { Api, Bandeja } from '@bandeja/client';
import { InvalidArgumentError } from 'commander';
import { type Call, command, group } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { countOf } from '../counts.ts';
import { wrongUse } from '../exit.ts';
import { option, utcOption, yesOption } from '../options.ts';
import { count, type Layout, second } from '../print.ts';

const layout: Layout<Api.Sandbox> = [
  ['now', ({ now }) => second(now)],
  ['clock', ({ clock_ahead_seconds: seconds }) => spanText(seconds)],
  ['players', ({ players }) => count(players)],
  ['matches', ({ matches }) => count(matches)],
  ['rosters', ({ rosters }) => count(rosters)],
  ['created', ({ created_at }) => second(created_at)],
  ['cleared', ({ cleared_at }) => second(cleared_at)],
];

const SECONDS_OF = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** `30d`, `12h`, `90m` or `45s`, in seconds. */
function readSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0)
    throw new InvalidArgumentError('Must be a duration such as 30d, 12h, 90m or 45s.');
  return Number(count) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
}

/** `on time`, `30 d 2 h ahead`, `5 m behind`: the two largest units that it has. */
function spanText(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  if (rest === 0) return 'on time';
  const parts: string[] = [];
  for (const [unit, size] of Object.entries(SECONDS_OF)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
  }
  return `${parts.join(' ')} ${seconds < 0 ? 'behind' : 'ahead'}`;
}

/** @throws {CommandFailure} for a live key, which has no sandbox */
function sandboxOf<O extends object>(call: Call<O>): Bandeja['sandbox'] {
  const { key, sourceOf } = call.connection;
  if (key?.startsWith('bdj_live_')) {
    throw wrongUse(
      `${sourceOf('BANDEJA_KEY')} has a live key, and only test keys (bdj_test_…) have a sandbox. Nothing was changed. ` +
        'The operator issues a test key with: bandeja keys issue PARTNER_ID --mode test',
    );
  }
  return call.partner.sandbox;
}

/** `bandeja sandbox …` */
export const sandbox = group('sandbox', 'Control the sandbox of your test keys', [
  command({
    use: 'get',
    routes: ['GET /v1/sandbox'],
    description: 'Show the clock and the contents of your sandbox.',
    options: [utcOption],
    examples: ['sandbox get'],
    run: async (call) => call.show(await sandboxOf(call).get(), layout),
  }),
  command<{ now?: string; advance?: number }>({
    use: 'clock',
    routes: ['PATCH /v1/sandbox'],
    description:
      'Set the clock of your sandbox. It keeps running from there. Stored matches and ratings do not change.',
    options: [
      option('--now <time>', 'The new time, in the future or the past'),
      option('--advance <span>', 'Move the clock forward by 30d, 12h, 90m or 45s', readSpan),
      utcOption,
    ],
    examples: ['sandbox clock --now 2026-06-01T09:00:00Z', 'sandbox clock --advance 30d'],
    run: async (call) => {
      const { advance } = call.options;
      const now = call.time('--now', call.options.now, 'begin');
      const sandbox = sandboxOf(call);
      if (now !== undefined && advance === undefined) call.show(await sandbox.setClock(now), layout);
      else if (now === undefined && advance !== undefined) call.show(await sandbox.advanceClock(advance), layout);
      else throw wrongUse('Give either --now or --advance.');
    },
  }),
  command<{ yes?: boolean }>({
    use: 'clear',
    routes: ['DELETE /v1/sandbox', 'GET /v1/sandbox'],
    description:
      'Delete everything in your sandbox and reset its clock. Test keys are kept. Live data is not affected. This cannot be undone.',
    options: [yesOption],
    examples: ['sandbox clear --yes'],
    run: async (call) => {
      const sandbox = sandboxOf(call);
      await requireConfirmation(call, 'A cleared sandbox cannot be restored.', async () => {
        const { players, matches } = await sandbox.get();
        return `Delete ${countOf(players, 'player')}, ${countOf(matches, 'match', 'matches')} and everything else in the sandbox?`;
      });
      await sandbox.clear();
      call.done(null, 'The sandbox is empty.');
    },
  }),
]);
