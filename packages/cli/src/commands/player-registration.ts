import { type Client, pathOf } from '../api/client.ts';
import { type Call, command, option, utcOption, wholeNumber } from '../command.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import {
  cellOf,
  isWorkbook,
  type PlayersTable,
  playersTableOf,
  readPlayersTable,
} from '../import/names/players-table.ts';
import { isObject, type JsonObject, listOf, numberOf, objectOf, objectsOf } from '../json-value.ts';
import { countOf, type Field, tableOf, timeAt } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { wholeFile } from './files.ts';
import { playerLayout } from './player-text.ts';
import { whyOf } from './refused-entry.ts';

interface ProfileOptions {
  readonly displayName?: string;
  readonly country?: string | false;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly roster?: string;
}

const path = (...parts: readonly string[]): string => pathOf('v1', 'players', ...parts);

const visibility = [
  option('--public', 'visible to every partner'),
  option('--private', 'visible to you, and to partners with whom you share the player'),
];
const rosterOption = option(
  '--roster <slug>',
  'put the player on this roster; a new player is then private unless --public',
);

/** The fields of a profile that were given; undefined ones are not sent. */
function profileBody({ displayName, country, ...options }: ProfileOptions): Record<string, unknown> {
  if (options.public && options.private) throw wrongUse('--public and --private contradict each other.');
  const isPublic = options.public ? true : options.private ? false : undefined;
  // Because of `--no-country` commander gives true when the option is absent.
  const code = typeof country === 'string' ? country.toUpperCase() : country === false ? null : undefined;
  return { display_name: displayName, country_code: code, profile_is_public: isPublic };
}

/** `bandeja players register` */
export const registerCommand = command<ProfileOptions>({
  use: 'register <username>',
  routes: ['POST /v1/players'],
  description: 'Register a player. An existing player is not changed, but joins the roster.',
  options: [
    option('--display-name <name>', 'the name to show; default: the username'),
    option('--country <code>', 'two-letter country code, for example PT'),
    ...visibility,
    rosterOption,
    utcOption,
  ],
  examples: ['players register ana.martins --display-name "Ana Martins" --country PT --private'],
  run: async (call, username) => {
    const body = { username, ...profileBody(call.options), roster_slug: call.options.roster };
    const answer = await call.partner.request('POST', path(), { body, isRepeatable: true });
    call.show(answer.body, playerLayout);
    call.note(answer.status === 201 ? 'Registered.' : 'The player existed already.');
  },
});

/** `bandeja players update` */
export const updateCommand = command<ProfileOptions>({
  use: 'update <username>',
  routes: ['PATCH /v1/players/{username}'],
  description: 'Change a player whom you created.',
  options: [
    option('--display-name <name>', 'the name to show'),
    option('--country <code>', 'two-letter country code'),
    option('--no-country', 'no country'),
    ...visibility,
    utcOption,
  ],
  examples: ['players update ines.carvalho --display-name "Inês Carvalho" --public'],
  run: async (call, username) => {
    const body = profileBody(call.options);
    if (Object.values(body).every((value) => value === undefined)) {
      throw wrongUse('Nothing to change: give --display-name, --country, --public or --private.');
    }
    const client = call.partner;
    const answer = await withSuggestions(client, [username], () => client.request('PATCH', path(username), { body }));
    call.show(answer.body, playerLayout);
  },
});

/** `bandeja players share` */
export const shareCommand = command<{ hours?: number }>({
  use: 'share <username>',
  routes: ['POST /v1/players/{username}/shares'],
  description:
    'Make a code with which one other partner can put a private player of yours on a roster, once. It is shown only now.',
  options: [option('--hours <n>', 'how long it works, 1 to 720; default: 72', wholeNumber), utcOption],
  examples: ['players share ines.carvalho --hours 24'],
  run: async (call, username) => {
    const client = call.partner;
    const body = { expires_in_hours: call.options.hours };
    const answer = await withSuggestions(client, [username], () =>
      client.request('POST', path(username, 'shares'), { body }),
    );
    call.show(answer.body, shareLayout);
    call.note('Keep the code now: it cannot be shown again. The other partner uses it with: bandeja rosters redeem');
  },
});

const shareLayout: readonly Field[] = [
  ['code', 'share_code'],
  ['works until', timeAt('expires_at')],
];

/** What the route takes at once. */
const BATCH_MAX = 100;

interface BatchFile {
  readonly players: readonly unknown[];
  /** What the file says beside its players. */
  readonly common: JsonObject;
}

/** `bandeja players register-batch` */
export const registerBatchCommand = command<ProfileOptions>({
  use: 'register-batch <file>',
  routes: ['POST /v1/players/batch'],
  description:
    'Register the players of a file: CSV or .xlsx with the columns username, display_name and country_code, or JSON as ' +
    'POST /v1/players/batch takes it, of any length (“-” for standard input). Existing players are not changed, but join the roster.',
  args: { file: 'the file' },
  options: [...visibility, rosterOption, option('--country <code>', 'of the players who have none in the file')],
  examples: ['players register-batch members.csv --roster thursday'],
  exitCodes: '0 done, 1 a player was rejected or the username is taken by another partner’s private player.',
  run: async (call, file) => {
    const { display_name: _, ...options } = profileBody(call.options);
    const given = Object.entries({ ...options, roster_slug: call.options.roster }).filter(
      ([, value]) => value !== undefined,
    );
    const { players, common } = await readPlayers(call, file);
    const { body, failure } = await registerAll(call.partner, players, { ...common, ...Object.fromEntries(given) });
    const refused = objectsOf(body['results']).filter(({ status }) => status === 'rejected' || status === 'taken');
    call.show(body, ({ summary }, look) => {
      const { created, existing, taken, rejected } = objectOf(summary);
      const table = tableOf(refusedLayout, refused, look);
      const counts = `${countOf(created, 'player')} created, ${String(existing)} existing, ${String(taken)} taken, ${String(rejected)} rejected.`;
      return `${table === '' ? '' : `${table}\n`}${counts}\n`;
    });
    if (failure !== null) {
      call.note(
        `The first ${listOf(body['results']).length} of ${players.length} players were sent; the request after them failed.`,
      );
      throw failure;
    }
    if (refused.length > 0) call.context.finish(exitCodes.rejections);
  },
});

const refusedLayout: readonly Field[] = [
  ['entry', ({ index }) => (numberOf(index) ?? 0) + 1],
  ['username', 'username'],
  ['status', 'status'],
  ['why', whyOf],
];

async function readPlayers<O extends object>(call: Call<O>, file: string): Promise<BatchFile> {
  const holds = 'players, as CSV with the column username or as JSON';
  if (isWorkbook(file)) return { players: entriesOf(await readPlayersTable(file), file), common: {} };
  const text = await wholeFile(call, file, holds);
  if (!/^\s*[[{]/.test(text)) return { players: entriesOf(await playersTableOf(text, file), file), common: {} };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw wrongUse(`${file}: this is not JSON; it should hold ${holds}.`, { cause: error });
  }
  if (Array.isArray(json)) return { players: json, common: {} };
  const { players, ...common } = objectOf(json);
  if (!Array.isArray(players)) throw wrongUse(`${file}: it has no list “players”.`);
  return { players, common };
}

function entriesOf(table: PlayersTable, file: string): readonly JsonObject[] {
  if (!table.places.has('username')) {
    throw wrongUse(`${file}: it has no column “username”. Found: ${table.header.join(', ')}.`);
  }
  return table.rows.map((row) => {
    const entry = {
      username: cellOf(table, row, 'username'),
      display_name: cellOf(table, row, 'display_name') || cellOf(table, row, 'name'),
      country_code: cellOf(table, row, 'country_code').toUpperCase(),
    };
    return Object.fromEntries(Object.entries(entry).filter(([, text]) => text !== ''));
  });
}

/** What became of the players of a file. */
interface Registration {
  /** One answer for all players that were sent, as the route gives it. */
  readonly body: JsonObject;
  /** Why the others were not sent; null if all were. */
  readonly failure: Error | null;
}

/** Registers the players a hundred at a time, until a request is refused. @throws if that is the first one */
async function registerAll(client: Client, players: readonly unknown[], common: JsonObject): Promise<Registration> {
  const results: JsonObject[] = [];
  const summary: Record<string, number> = { created: 0, existing: 0, taken: 0, rejected: 0 };
  for (let first = 0; first === 0 || first < players.length; first += BATCH_MAX) {
    const body = { ...common, players: players.slice(first, first + BATCH_MAX) };
    let answer: JsonObject;
    try {
      answer = objectOf((await client.request('POST', path('batch'), { body, isRepeatable: true })).body);
    } catch (error) {
      if (first === 0 || !(error instanceof Error)) throw error;
      return { body: { results, summary }, failure: error };
    }
    for (const result of listOf(answer['results']).filter(isObject)) {
      const index = first + (numberOf(result['index']) ?? 0);
      // Of an entry with faults the answer names no player.
      results.push({ ...result, index, username: result['username'] ?? objectOf(players[index])['username'] ?? null });
    }
    for (const [name, count] of Object.entries(objectOf(answer['summary']))) {
      summary[name] = (summary[name] ?? 0) + (numberOf(count) ?? 0);
    }
  }
  return { body: { results, summary }, failure: null };
}
