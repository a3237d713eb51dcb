import type { Api } from '@bandeja/client';
import { InvalidArgumentError } from 'commander';
import { command, group } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { option, utcOption } from '../options.ts';
import { count, type Layout, second } from '../print.ts';

const layout: Layout<Api.Sandbox> = [
  ['now', ({ now }) => second(now)],
  ['clock', ({ clock_ahead_seconds: seconds }) => spanText(seconds)],
  ['players', ({ players }) => count(players)],
  ['matches', ({ matches }) => count(matches)],
  ['rosters', ({ rosters }) => count(rosters)],
  ['made', ({ created_at }) => second(created_at)],
  ['cleared', ({ cleared_at }) => second(cleared_at)],
];

const SECONDS_OF = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** `30d`, `12h`, `90m` or `45s`, in seconds. */
function readSpan(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  if (count === undefined || Number(count) === 0) throw new InvalidArgumentError('Write 30d, 12h, 90m or 45s.');
  return Number(count) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
}

/** `right`, `30 d 2 h ahead`, `5 m behind`: the two largest units that it has. */
function spanText(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  if (rest === 0) return 'right';
  const parts: string[] = [];
  for (const [unit, size] of Object.entries(SECONDS_OF)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
  }
  return `${parts.join(' ')} ${seconds < 0 ? 'behind' : 'ahead'}`;
}

/** `bandeja sandbox …` */
export const sandbox = group('sandbox', 'The world of your test keys. Needs a test key in BANDEJA_KEY.', [
  command({
    use: 'get',
    routes: ['GET /v1/sandbox'],
    description: 'Show what time it is in your sandbox, and how much there is in it.',
    options: [utcOption],
    examples: ['sandbox get'],
    run: async (call) => call.show(await call.partner.sandbox.get(), layout),
  }),
  command<{ now?: string; advance?: number }>({
    use: 'clock',
    routes: ['PATCH /v1/sandbox'],
    description: 'Move the clock of your sandbox. It runs on from there; stored matches and ratings do not change.',
    options: [
      option('--now <time>', 'what time it is to be, ahead or back'),
      option('--advance <span>', 'how far to move it ahead: 30d, 12h, 90m or 45s', readSpan),
      utcOption,
    ],
    examples: ['sandbox clock --now 2026-06-01T09:00:00Z', 'sandbox clock --advance 30d'],
    run: async (call) => {
      const { advance } = call.options;
      const now = call.time('--now', call.options.now, 'begin');
      const { sandbox } = call.partner;
      if (now !== undefined && advance === undefined) call.show(await sandbox.setClock(now), layout);
      else if (now === undefined && advance !== undefined) call.show(await sandbox.advanceClock(advance), layout);
      else throw wrongUse('Give either --now or --advance.');
    },
  }),
  command({
    use: 'clear',
    routes: ['DELETE /v1/sandbox'],
    description:
      'Remove everything from your sandbox, and set its clock right. Test keys stay. Live data is not touched.',
    examples: ['sandbox clear'],
    run: async (call) => {
      await call.partner.sandbox.clear();
      call.done(null, 'The sandbox is empty.');
    },
  }),
]);
