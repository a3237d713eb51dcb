import type { Api, Bandeja } from '@bandeja/client';
import { type Call, command } from '../command.ts';
import { requireConfirmation } from '../confirmation.ts';
import { countOf } from '../counts.ts';
import { exitCodes, wrongUse } from '../exit.ts';
import { isObject } from '../json-value.ts';
import { option, utcOption, wholeNumber, yesOption } from '../options.ts';
import { type Layout, tableOf, time } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';
import { printable } from '../terminal.ts';
import { changeExternalIds, type ExternalIdChanges, externalIdOption, removeExternalIdOption } from './external-ids.ts';
import { playerLayout } from './player-text.ts';
import {
  noStartingLevelOption,
  type StartingLevelOptions,
  startingLevelOf,
  startingLevelOptions,
} from './starting-level.ts';

interface ProfileOptions extends ExternalIdChanges, StartingLevelOptions {
  readonly displayName?: string;
  readonly country?: string | false;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly roster?: string;
}

const visibility = [
  option('--public', 'Visible to every partner'),
  option('--private', 'Visible only to you, and to partners that redeem a share code'),
];
const rosterOption = option(
  '--roster <slug>',
  'Put the player on this roster; a new player is then private unless you give --public',
);

/** The fields of a profile that were given; undefined ones are not sent. */
function profileOf({ displayName, country, ...options }: ProfileOptions): Api.PlayerPatch {
  if (options.public && options.private) throw wrongUse('--public and --private contradict each other.');
  const isPublic = options.public ? true : options.private ? false : undefined;
  // Because of `--no-country` commander gives true when the option is absent.
  const code = typeof country === 'string' ? country.toUpperCase() : country === false ? null : undefined;
  const starting_level = startingLevelOf(options);
  return { display_name: displayName, country_code: code, profile_is_public: isPublic, starting_level };
}

const ON_ROSTER = 'These are public players that another partner registered, perhaps other people with these names:';

/** Asks before public players that another partner registered are put on a roster. */
async function confirmOthers(
  call: Call<ProfileOptions & { readonly yes?: boolean }>,
  client: Bandeja,
  players: readonly Api.Registration[],
  common: Omit<Api.PlayerBatch, 'players'>,
): Promise<void> {
  const joining = players.filter((one) => isObject(one) && (one.roster_slug ?? common.roster_slug) != null);
  if (call.options.yes || joining.length === 0) return;
  const others: string[] = [];
  // Without the roster: a player that is on one of the partner's rosters is known.
  const asked = joining.map(({ roster_slug: _, ...one }) => {
    return { ...one, profile_is_public: one.profile_is_public ?? common.profile_is_public ?? false };
  });
  for await (const { registered_by_you, player } of client.players.registerAll(asked, { dryRun: true })) {
    if (registered_by_you !== false || player === null || player.rosters.length > 0) continue;
    others.push(printable(`${player.username}: “${player.display_name}”${countryOf(player)}`));
  }
  if (others.length === 0) return;
  const shown = listed(others, 'more player of other partners', 'more players of other partners');
  await requireConfirmation(call, [ON_ROSTER, ...shown].join('\n'), async () => {
    for (const line of [ON_ROSTER, ...shown]) call.note(line);
    return others.length === 1 ? 'Put this player on the roster?' : 'Put these players on the roster?';
  });
}

const countryOf = ({ country_code: country }: Api.Player): string => (country === null ? '' : `, ${country}`);

const OTHERS_SHOWN_MAX = 20;

function listed(lines: readonly string[], one: string, many: string): readonly string[] {
  const more = lines.length - OTHERS_SHOWN_MAX;
  return [...lines.slice(0, OTHERS_SHOWN_MAX), ...(more > 0 ? [`… and ${countOf(more, one, many)}.`] : [])];
}

/** `bandeja players register` */
export const registerCommand = command<ProfileOptions & { readonly yes?: boolean }>({
  use: 'register <username>',
  routes: ['POST /v1/players'],
  description: 'Register a player. If the player exists, only adds it to the roster.',
  options: [
    option('--display-name <name>', 'The display name (default: the username)'),
    option('--country <code>', 'The two-letter country code, such as PT'),
    ...visibility,
    rosterOption,
    ...startingLevelOptions,
    externalIdOption,
    yesOption,
    utcOption,
  ],
  examples: [
    'players register ana.martins --display-name "Ana Martins" --country PT --private',
    'players register ana.martins --starting-level 3.5 --source coach',
  ],
  run: async (call, username) => {
    const { display_name = undefined, ...profile } = profileOf(call.options);
    const { roster: roster_slug, externalId: external_ids } = call.options;
    const registration = { username, display_name, ...profile, roster_slug, external_ids: external_ids?.slice() };
    await confirmOthers(call, call.partner, [registration], {});
    const { alreadyRegistered, ...player } = await call.partner.players.register(registration);
    call.show(player, playerLayout);
    call.note(alreadyRegistered ? existedText(player, call.options) : 'Registered.');
  },
});

/** Names the player, and the options that were not used. */
function existedText(player: Api.RegisteredPlayer, options: ProfileOptions): string {
  const { username, display_name, registered_by_you: isOwn } = player;
  const unused = [
    ...(options.displayName === undefined ? [] : ['display name']),
    ...(typeof options.country === 'string' ? ['country'] : []),
    ...(options.public || options.private ? ['visibility'] : []),
    ...(typeof options.startingLevel === 'number' ? ['starting level'] : []),
  ];
  const by = isOwn ? '' : `${countryOf(player)}, a public player that another partner registered`;
  const text = printable(`${username} already exists: “${display_name}”${by}.`);
  const unchanged = unused.length === 0 ? '' : ` Not changed: ${new Intl.ListFormat('en-GB').format(unused)}.`;
  const update = unused.length === 0 || !isOwn ? '' : ' To change the player, use bandeja players update.';
  const other = unused.length === 0 && isOwn ? '' : ' If this is another person, choose another username.';
  return `${text}${unchanged}${update}${other}`;
}

/** `bandeja players update` */
export const updateCommand = command<ProfileOptions>({
  use: 'update <username>',
  routes: [
    'PATCH /v1/players/{username}',
    'PUT /v1/players/{username}/external-ids/{kind}',
    'DELETE /v1/players/{username}/external-ids/{kind}',
  ],
  description: 'Update a player that you created, or your own ids of any player that you see.',
  options: [
    option('--display-name <name>', 'The display name'),
    option('--country <code>', 'The two-letter country code'),
    option('--no-country', 'Remove the country'),
    ...visibility,
    ...startingLevelOptions,
    noStartingLevelOption,
    externalIdOption,
    removeExternalIdOption,
    utcOption,
  ],
  examples: [
    'players update ines.carvalho --display-name "Inês Carvalho" --public',
    'players update ines.carvalho --external-id licence:PT-77',
  ],
  run: async (call, username) => {
    const changes = profileOf(call.options);
    const hasChanges = Object.values(changes).some((value) => value !== undefined);
    const client = call.partner;
    const update = async () => {
      const changed = await changeExternalIds(client, username, call.options);
      if (hasChanges) return await client.players.update(username, changes);
      if (changed > 0) return await client.players.get(username);
      throw wrongUse(
        'Nothing to change. Give --display-name, --country, --public, --private, --starting-level or --external-id.',
      );
    };
    call.show(await withSuggestions(client, [username], update), playerLayout);
  },
});

/** `bandeja players share` */
export const shareCommand = command<{ hours?: number }>({
  use: 'share <username>',
  routes: ['POST /v1/players/{username}/shares'],
  description:
    'Create a share code for a private player. One other partner can use it once to add the player to a roster.',
  options: [option('--hours <n>', 'How many hours the code is valid, 1 to 720 (default: 72)', wholeNumber), utcOption],
  examples: ['players share ines.carvalho --hours 24'],
  run: async (call, username) => {
    const client = call.partner;
    const terms = { expires_in_hours: call.options.hours };
    call.show(await withSuggestions(client, [username], () => client.players.share(username, terms)), shareLayout);
    call.note('Copy the code now: it is not shown again. The other partner redeems it with: bandeja rosters redeem');
  },
});

const shareLayout: Layout<Api.Share> = [
  ['code', 'share_code'],
  ['works until', ({ expires_at }) => time(expires_at)],
];

/** `bandeja players register-batch` */
export const registerBatchCommand = command<ProfileOptions & { readonly yes?: boolean }>({
  use: 'register-batch <file>',
  routes: ['POST /v1/players/batch'],
  description:
    'Register the players of a file. The file may be of any length. It is CSV or .xlsx with the columns name, username (made from the name if ' +
    'the file has none), country_code, starting_level, starting_level_source (self, coach or other_app), and external_id_licence for your ids of the kind “licence”; or JSON like the body of POST /v1/players/batch. Players ' +
    'that exist are only added to the roster, and get ids of missing kinds.',
  args: { file: 'The file; “-” reads CSV or JSON from standard input' },
  options: [
    ...visibility,
    rosterOption,
    option('--country <code>', 'The country of players that have none in the file'),
    yesOption,
  ],
  examples: ['players register-batch members.csv --roster thursday'],
  exitCodes: '0: all players are registered; 1: some were rejected, or their username is taken',
  run: async (call, file) => {
    const { display_name: _, ...profile } = profileOf(call.options);
    const given = Object.entries({ ...profile, roster_slug: call.options.roster }).filter(
      ([, value]) => value !== undefined,
    );
    const { readPlayers } = await import('./player-batch-file.ts');
    const { players, common: inFile } = await readPlayers(call, file);
    if (players.length === 0) throw wrongUse(`${file}: it has no players.`);
    const results: Api.PlayerBatchResult[] = [];
    const common = { ...inFile, ...Object.fromEntries(given) };
    await confirmOthers(call, call.partner, players, common);
    const summary = { created: 0, existing: 0, existing_of_others: 0, taken: 0, rejected: 0 };
    let failure: Error | null = null;
    try {
      for await (const result of call.partner.players.registerAll(players, { common })) {
        results.push(result);
        summary[result.status] += 1;
        if (result.registered_by_you === false) summary.existing_of_others += 1;
      }
    } catch (error) {
      if (results.length === 0 || !(error instanceof Error)) throw error;
      failure = error;
    }
    const refused = results.filter(({ status }) => status === 'rejected' || status === 'taken');
    call.show({ results, summary }, (_body, look) => {
      const { created, existing, existing_of_others: ofOthers, taken, rejected } = summary;
      const table = tableOf(refusedLayout, refused, look);
      const counts = `${countOf(created, 'player')} created, ${existing} existing${ofOthers === 0 ? '' : ` (${ofOthers} of other partners)`}, ${taken} taken, ${rejected} rejected.`;
      return `${table === '' ? '' : `${table}\n`}${counts}\n`;
    });
    for (const note of otherNames(players, results)) call.note(note);
    if (failure !== null) {
      call.note(`The first ${results.length} of ${players.length} players were sent; the request after them failed.`);
      throw failure;
    }
    if (refused.length > 0) call.context.finish(exitCodes.rejections);
  },
});

/** Names the existing players that have another name in the file, or are of other partners: they may be other people. */
function otherNames(
  players: readonly Api.Registration[],
  results: readonly Api.PlayerBatchResult[],
): readonly string[] {
  const others = results.flatMap(({ index, status, player, registered_by_you: isOwn }): string[] => {
    const given = players[index]?.display_name;
    if (status !== 'existing' || player === null) return [];
    const isOther = typeof given === 'string' && given !== player.display_name;
    if (isOwn && !isOther) return [];
    const by = isOwn ? '' : `${countryOf(player)}, a public player that another partner registered`;
    const inFile = isOther ? `; the file has “${given}”` : '';
    return [printable(`${player.username} already exists: “${player.display_name}”${by}${inFile}.`)];
  });
  if (others.length === 0) return [];
  return [
    ...listed(others, 'more player with another name or partner', 'more players with other names or partners'),
    'Existing players are not changed. If you registered them, use bandeja players update; if they are other people, choose other usernames.',
  ];
}

const refusedLayout: Layout<Api.PlayerBatchResult> = [
  ['entry', ({ index }) => index + 1],
  ['username', 'username'],
  ['status', 'status'],
  ['why', whyOf],
];

/** Each broken rule with its place, otherwise the sentence. */
function whyOf({ error }: Api.PlayerBatchResult): string | null {
  if (error === null) return null;
  const rules = error.errors.map(({ pointer = '', detail }) => `${pointer} ${detail}`);
  return rules.length > 0 ? rules.join('; ') : error.detail;
}
