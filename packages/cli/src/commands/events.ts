import type { Api } from '@bandeja/client';
import { command, group } from '../command.ts';
import { subject, what } from '../event-feed.ts';
import { cursorOption, limitOption, option, tableOptions, utcOption } from '../options.ts';
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
export const events = group('events', 'Read the events of your matches and players', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/events'],
    description: 'List your events, oldest first. Events are kept for at least 30 days.',
    options: [
      option('--after <id>', 'Only events after this one'),
      limitOption,
      cursorOption,
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
