import { Bandeja, type Event } from '@bandeja/client';
import { Option } from 'commander';
import { pathOf } from '../api/client.ts';
import { type Call, command, option, utcOption } from '../command.ts';
import { subject, what } from '../event-text.ts';
import { CommandFailure, exitCodes } from '../exit.ts';
import { listenForInterruption } from '../interruption.ts';
import { type JsonObject, objectOf, objectsOf, textOf } from '../json-value.ts';
import { printable } from '../terminal.ts';

interface TailOptions {
  readonly after?: string;
  readonly all?: boolean;
  readonly type?: readonly string[];
}

/** Every type, by its name; the compiler asks for a new one. */
const EVENT_TYPES: Readonly<Record<Event['type'], true>> = {
  'match.pending': true,
  'match.completed': true,
  'match.amended': true,
  'match.voided': true,
  'rating.updated': true,
  'player.registered': true,
  'player.erased': true,
  'webhook_endpoint.disabled': true,
};
const TYPE_WIDTH = Math.max(...Object.keys(EVENT_TYPES).map((type) => type.length));

/** Between two questions once everything is read. */
const PAUSE_MS = 1_000;
/** While the service is away, one line a minute says so. */
const AWAY_NOTE_MS = 60_000;

export const tailCommand = command<TailOptions>({
  use: 'tail',
  routes: ['GET /v1/events'],
  description:
    'Print what happens to your matches and players as it happens, a line each, until Ctrl-C. Goes on by itself after the service was away.',
  options: [
    option('--after <id>', 'begin after this event; default: with what happens from now on').conflicts('all'),
    option('--all', 'begin with the oldest event that is kept (30 days)'),
    new Option('--type <type...>', 'only events of these types').choices(Object.keys(EVENT_TYPES)),
    utcOption,
  ],
  examples: [
    'events tail',
    'events tail --type match.completed match.voided',
    'events tail --after evt_1a-0-3f9c2e07 --json',
  ],
  exitCodes: '130 after Ctrl-C, with how to go on; 2 wrong use, 3 the service does not allow it.',
  json: 'print each event as a line of JSON',
  run: tail,
});

async function tail(call: Call<TailOptions>): Promise<void> {
  const { terminal } = call.context;
  const types = call.options.type === undefined ? null : new Set(call.options.type);
  let last = await beginning(call);
  const { signal, stopListening } = listenForInterruption(() => {});
  try {
    const events = followingClient(call).events.follow({ after: last, pauseMs: PAUSE_MS, signal });
    for await (const event of events) {
      if (types === null || types.has(event.type)) terminal.out(lineOf(call, event as unknown as JsonObject));
      last = event.id;
      await terminal.drained?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandFailure(exitCodes.interrupted, `Stopped. To go on from here: bandeja ${goOn(call.options, last)}`);
  } finally {
    stopListening();
  }
}

/** The command that goes on after an event as it was asked to. */
function goOn({ type, utc, json }: Call<TailOptions>['options'], last: string | undefined): string {
  return [
    'events tail',
    last === undefined ? '--all' : `--after ${last}`,
    ...(type === undefined ? [] : [`--type ${type.join(' ')}`]),
    ...(utc ? ['--utc'] : []),
    ...(json ? ['--json'] : []),
  ].join(' ');
}

/** The event after which it begins; undefined: with the oldest that is kept. */
async function beginning({ options, partner }: Call<TailOptions>): Promise<string | undefined> {
  if (options.all === true || options.after !== undefined) return options.after;
  const { data } = objectOf(await partner.get(pathOf('v1', 'events'), { latest: true }));
  return textOf(objectsOf(data)[0]?.['id']) ?? undefined;
}

/** The command's own client would end it when the service goes away. */
function followingClient(call: Call<TailOptions>): Bandeja {
  const { url, key, language } = call.context.environment;
  let notedAt = Number.NEGATIVE_INFINITY;
  return new Bandeja({
    baseUrl: url,
    key,
    language,
    userAgent: 'bandeja',
    onRetry: ({ reason }) => {
      if (performance.now() - notedAt < AWAY_NOTE_MS) return;
      notedAt = performance.now();
      call.note(`The service does not answer (${reason}); trying again.`);
    },
  });
}

function lineOf(call: Call<TailOptions>, event: JsonObject): string {
  if (call.options.json) return `${JSON.stringify(event)}\n`;
  const { created_at: at, type, id } = event;
  const parts = [
    call.timeText(textOf(at) ?? ''),
    (textOf(type) ?? '').padEnd(TYPE_WIDTH),
    subject(event) ?? '–',
    what(event) ?? '',
    textOf(id) ?? '',
  ];
  return `${parts
    .filter((part) => part !== '')
    .map(printable)
    .join('  ')}\n`;
}
