import { InvalidArgumentError } from 'commander';
import { pathOf } from '../api/client.ts';
import { command, group, option, utcOption } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { numberOf } from '../json-value.ts';
import { countAt, type Field, secondAt } from '../print.ts';

const path = pathOf('v1', 'sandbox');

const layout: readonly Field[] = [
  ['now', secondAt('now')],
  ['clock', ({ clock_ahead_seconds: seconds }) => spanText(numberOf(seconds) ?? 0)],
  ['players', countAt('players')],
  ['matches', countAt('matches')],
  ['rosters', countAt('rosters')],
  ['made', secondAt('created_at')],
  ['cleared', secondAt('cleared_at')],
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
    use: 'show',
    routes: ['GET /v1/sandbox'],
    description: 'Show what time it is in your sandbox, and how much there is in it.',
    options: [utcOption],
    examples: ['sandbox show'],
    run: async (call) => call.show(await call.partner.get(path), layout),
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
      const { now, advance } = call.options;
      if ((now === undefined) === (advance === undefined)) throw wrongUse('Give either --now or --advance.');
      const body = { now: call.time('--now', now, 'begin'), advance_seconds: advance };
      call.show((await call.partner.request('PATCH', path, { body })).body, layout);
    },
  }),
  command({
    use: 'clear',
    routes: ['DELETE /v1/sandbox'],
    description:
      'Remove everything from your sandbox, and set its clock right. Test keys stay. Live data is not touched.',
    examples: ['sandbox clear'],
    run: async (call) => {
      const { body } = await call.partner.request('DELETE', path);
      call.done(body, 'The sandbox is empty.');
    },
  }),
]);
