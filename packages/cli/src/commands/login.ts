import { text as readAll } from 'node:stream/consumers';
import { BandejaError } from '@bandeja/client';
import { operatorClient, partnerClient } from '../api/client.ts';
import { type Call, command } from '../command.ts';
import { type Connection, isSameAddress, profileNamed } from '../environment.ts';
import { wrongUse } from '../exit.ts';
import { option } from '../options.ts';
import type { Layout } from '../print.ts';
import { type Profile, readProfiles, writeProfiles } from '../profiles.ts';

interface LoginOptions {
  readonly url?: string;
  readonly operator?: boolean;
}

const DEFAULT_NAME = 'default';

/** `bandeja login` */
export const login = command<LoginOptions>({
  use: 'login',
  routes: ['GET /v1/matches', 'GET /admin/v1/partners'],
  description:
    'Store the address of a service and a key. Only you can read the file. You can store several profiles; the latest login is ' +
    'the default.',
  options: [
    option('--url <url>', 'The address of the service'),
    option('--operator', 'Store the operator token instead of a key'),
    option('--profile <name>', `The name to store them under (default: ${DEFAULT_NAME})`),
  ],
  notes:
    'Asks for the key, or reads it from standard input. Environment variables override the stored profile; --profile\noverrides both.\n',
  examples: [
    'login --url https://ratings.example.org',
    'login --url https://ratings.example.org --profile norte < key.txt',
    'matches list --profile norte',
  ],
  json: null,
  run: async (call) => {
    const { environment, profileName = DEFAULT_NAME } = call.context;
    const stored = readProfiles(environment.profilesPath);
    const existing: Partial<Profile> = stored.profiles[profileName] ?? {};
    const url = call.options.url ?? existing.url ?? environment.url;
    if (url == null) throw wrongUse('Give the address of the service: --url https://ratings.example.org');
    const secret = await readSecret(call);
    const urlSource =
      call.options.url !== undefined
        ? '--url'
        : existing.url === undefined
          ? 'BANDEJA_URL'
          : `the profile “${profileName}”`;
    await check(call, url, secret, (variable) => (variable === 'BANDEJA_URL' ? urlSource : 'the input'));
    // Credentials of another service must not be sent to this one.
    const kept = existing.url === url ? existing : {};
    const profile = { ...kept, url, ...(call.options.operator ? { operator_token: secret } : { key: secret }) };
    const profiles = { ...stored.profiles, [profileName]: profile };
    writeProfiles(environment.profilesPath, { current: profileName, profiles });
    const { url: set, key, operatorToken } = environment;
    const variables = [
      ...(set !== null && !isSameAddress(set, url) ? ['BANDEJA_URL'] : []),
      ...(key === null ? [] : ['BANDEJA_KEY']),
      ...(operatorToken === null ? [] : ['BANDEJA_OPERATOR_TOKEN']),
    ];
    const use =
      variables.length === 0
        ? 'and used by default.'
        : `but ${variables.join(' and ')} ${variables.length === 1 ? 'overrides' : 'override'} it. Use --profile ${profileName}.`;
    call.note(`Stored as the profile “${profileName}” in ${environment.profilesPath}, ${use}`);
  },
});

async function readSecret({ context: { terminal }, options }: Call<LoginOptions>): Promise<string> {
  const what = options.operator ? 'operator token' : 'API key';
  const given = terminal.askSecret == null ? await readAll(terminal.input) : await terminal.askSecret(`${what}: `);
  const secret = given.trim();
  if (secret === '') throw wrongUse(`Enter the ${what}, or pass it on standard input: bandeja login < key.txt`);
  return secret;
}

/** @throws if the service does not accept it. A key without the scope for this read is accepted. */
async function check(
  { context, options }: Call<LoginOptions>,
  url: string,
  secret: string,
  sourceOf: Connection['sourceOf'],
): Promise<void> {
  const { language } = context.environment;
  if (options.operator) {
    await operatorClient({ url, sourceOf, language, operatorToken: secret }).partners.list({ limit: 1 });
    return;
  }
  await partnerClient({ url, sourceOf, language, key: secret })
    .matches.list({ limit: 1 })
    .catch((error: unknown) => {
      if (!(error instanceof BandejaError) || !error.is('insufficient_scope')) throw error;
    });
}

/** `bandeja logout` */
export const logout = command({
  use: 'logout',
  description: 'Delete a stored profile. The key remains valid.',
  options: [option('--profile <name>', 'The profile to delete (default: the current one)')],
  examples: ['logout', 'logout --profile norte'],
  json: null,
  run: async (call) => {
    const { environment, profileName } = call.context;
    const { current, profiles } = readProfiles(environment.profilesPath);
    const name = profileName ?? current;
    if (name === null) throw wrongUse('No profile is current. Name one: bandeja logout --profile NAME');
    profileNamed(name, profiles, '');
    const { [name]: _, ...others } = profiles;
    const next = name === current ? null : current;
    writeProfiles(environment.profilesPath, { current: next, profiles: others });
    call.note(`Deleted the profile “${name}”.`);
  },
});

interface ListedProfile {
  readonly name: string;
  readonly url: string;
  readonly has: string;
  readonly is_current: boolean;
}

const layout: Layout<ListedProfile> = [
  ['profile', 'name'],
  ['url', 'url'],
  ['has', 'has'],
  ['current', ({ is_current: isCurrent }) => (isCurrent ? 'yes' : 'no')],
];

/** `bandeja profiles` */
export const profiles = command({
  use: 'profiles',
  description: 'List the stored profiles. Keys are not shown.',
  examples: ['profiles'],
  json: 'Print the profiles as JSON',
  run: async (call) => {
    const { current, profiles: all } = readProfiles(call.context.environment.profilesPath);
    const data = Object.entries(all).map(([name, { url, key, operator_token: token }]): ListedProfile => {
      const has = [key && `${key.startsWith('bdj_test_') ? 'test' : 'live'} key`, token && 'operator token']
        .filter(Boolean)
        .join(', ');
      return { name, url, has, is_current: name === current };
    });
    const pagination = { limit: data.length, offset: 0, has_more: false, next_cursor: null };
    call.list({ data, pagination }, layout, 'No profiles yet. Add one with: bandeja login');
  },
});
