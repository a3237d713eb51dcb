import type { Api } from '@bandeja/client';
import { eventTypes } from '@bandeja/contract/event-types';
import { type Call, command } from '../command.ts';
import { eventTypesOption, followingClient, latestEventId, subject, what } from '../event-feed.ts';
import { untilInterrupted } from '../interruption.ts';
import { option, utcOption } from '../options.ts';
import { printable } from '../terminal.ts';

interface TailOptions {
  readonly after?: string;
  readonly all?: boolean;
  readonly event?: readonly string[];
}

const TYPE_WIDTH = Math.max(...eventTypes.map((type) => type.length));

/** The wait between two requests without new events. */
const PAUSE_MS = 1_000;

export const tailCommand = command<TailOptions>({
  use: 'tail',
  routes: ['GET /v1/events'],
  description: 'Print new events as they happen. Stops at Ctrl-C. Reconnects if the service becomes unreachable.',
  options: [
    option('--after <id>', 'Start after this event (default: only new events)').conflicts('all'),
    option('--all', 'Start with the oldest stored event (events are kept for at least 30 days)'),
    eventTypesOption('--event', 'Only events of this type'),
    utcOption,
  ],
  examples: [
    'events tail',
    'events tail --event match.completed,match.voided',
    'events tail --after evt_1a-0-3f9c2e07 --json',
  ],
  exitCodes: '130: stopped with Ctrl-C; 2: wrong usage; 3: the service does not allow it',
  json: 'Print each event as a line of JSON',
  run: tail,
});

async function tail(call: Call<TailOptions>): Promise<void> {
  const { terminal } = call.context;
  const types = call.options.event === undefined ? null : new Set(call.options.event);
  let last = await beginning(call);
  const follow = async (signal: AbortSignal): Promise<void> => {
    const events = followingClient(call).events.follow({ after: last, pauseMs: PAUSE_MS, signal });
    for await (const event of events) {
      if (types === null || types.has(event.type)) terminal.out(lineOf(call, event));
      last = event.id;
      await terminal.drained?.();
    }
  };
  await untilInterrupted(follow, () => `Stopped. Continue with: bandeja ${goOn(call.options, last)}`);
}

/** The command line that continues after an event with the same options. */
function goOn({ event, utc, json }: Call<TailOptions>['options'], last: string | undefined): string {
  return [
    'events tail',
    last === undefined ? '--all' : `--after ${last}`,
    ...(event === undefined ? [] : [`--event ${event.join(',')}`]),
    ...(utc ? ['--utc'] : []),
    ...(json ? ['--json'] : []),
  ].join(' ');
}

/** The event after which to begin; undefined: begin with the oldest event. */
async function beginning({ options, partner }: Call<TailOptions>): Promise<string | undefined> {
  return options.all === true || options.after !== undefined ? options.after : latestEventId(partner);
}

function lineOf(call: Call<TailOptions>, event: Api.Event): string {
  if (call.options.json) return `${JSON.stringify(event)}\n`;
  const at = call.timeText(event.created_at);
  const parts = [at, event.type.padEnd(TYPE_WIDTH), subject(event) ?? '–', what(event), event.id];
  return `${printable(parts.filter((part) => part !== null).join('  '))}\n`;
}
