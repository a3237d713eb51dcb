import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import { subject, what } from '../event-text.ts';
import { option, tableOptions, utcOption, wholeNumber } from '../options.ts';
import { type Layout, second } from '../print.ts';
import { tailCommand } from './events-tail.ts';

const layout: Layout<Api.Event> = [
  ['at', ({ created_at }) => second(created_at)],
  ['type', 'type'],
  ['of', subject],
  ['what', what],
  ['id', 'id'],
];

interface ListOptions {
  readonly limit?: number;
  readonly after?: string;
  readonly cursor?: string;
}

/** `bandeja events …` */
export const events = group('events', 'What happened to your matches and players. Needs BANDEJA_KEY.', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/events'],
    description: 'List your events in order, oldest first. Those of the last 30 days are kept.',
    options: [
      option('--after <id>', 'only events after this one'),
      option('--limit <n>', 'how many', wholeNumber),
      option('--cursor <cursor>', 'continue where a page ended'),
      ...tableOptions,
      utcOption,
    ],
    examples: ['events list --limit 20', 'events list --after evt_1a-0-3f9c2e07'],
    run: async (call) => {
      const { limit, after, cursor } = call.options;
      call.list(await call.partner.events.list({ limit, after, cursor }), layout, 'No events.');
    },
  }),
  tailCommand,
]);
