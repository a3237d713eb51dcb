import type { Api } from '@bandeja/client';
import { keyModes, scopes } from '@bandeja/contract/account-enums';
import { type Call, command, group } from '../command.ts';
import {
  choice,
  listOption,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  utcOption,
  wholeNumber,
} from '../options.ts';
import { type Layout, time } from '../print.ts';
import { printable } from '../terminal.ts';

interface IssueOptions {
  readonly scope: Api.NewKey['scopes'];
  readonly name?: string;
  readonly expiresAt?: string;
  readonly mode?: Api.Key['mode'];
}

const PARTNER_ID = '0190a0b0-1111-7222-8333-444455556666';
const partner = { 'partner-id': 'The id of the partner' };
const key = { 'key-id': 'The id of the key, not the key' };
const scopesText = (key: Pick<Api.Key, 'scopes'>): string => key.scopes.join(' ');

const listed: Layout<Api.Key> = [
  ['id', 'id'],
  ['name', 'name'],
  ['mode', 'mode'],
  ['scopes', scopesText],
  ['expires', ({ expires_at }) => time(expires_at)],
  ['last used', ({ last_used_at }) => time(last_used_at)],
  ['created', ({ created_at }) => time(created_at)],
  ['revoked', ({ revoked_at }) => time(revoked_at)],
];
const issued: Layout<Api.IssuedKey> = [
  ['key', 'key'],
  ['id', 'id'],
  ['name', 'name'],
  ['mode', 'mode'],
  ['scopes', scopesText],
  ['expires', ({ expires_at }) => time(expires_at)],
];

function showKey<O extends object>(call: Call<O>, body: Api.IssuedKey): void {
  call.show(body, issued);
  call.note('Copy the key now: it is not shown again.');
}

/** `bandeja keys …` */
export const keys = group('keys', 'Manage the API keys of partners', [
  command<IssueOptions>({
    use: 'issue <partner-id>',
    routes: ['POST /admin/v1/partners/{id}/keys'],
    description: 'Issue a key. It is shown once: only its hash is stored.',
    args: partner,
    options: [
      listOption('--scope <scope>', 'A scope', scopes).makeOptionMandatory(),
      option('--name <name>', 'A name for the key'),
      choice('--mode <mode>', 'A test key reaches only the sandbox (default: live)', keyModes),
      option(
        '--expires-at <time>',
        'When the key expires; a date such as 2027-01-31 means the end of that day in your time zone',
      ),
      utcOption,
    ],
    examples: [
      `keys issue ${PARTNER_ID} --scope write:matches,read:players,write:players`,
      `keys issue ${PARTNER_ID} --scope write:matches,read:players --mode test`,
    ],
    run: async (call, id) => {
      const { scope, name, expiresAt, mode } = call.options;
      const body = { scopes: scope, name, mode, expires_at: call.time('--expires-at', expiresAt, 'end') };
      showKey(call, await call.operator.keys.issue(id, body));
    },
  }),
  command<PageOptions & { all?: boolean }>({
    use: 'list <partner-id>',
    routes: ['GET /admin/v1/partners/{id}/keys'],
    description: 'List the keys of a partner.',
    args: partner,
    options: [option('--all', 'Also keys that are revoked or expired'), ...pageOptions, utcOption],
    examples: [`keys list ${PARTNER_ID}`, `keys list ${PARTNER_ID} --all`],
    run: async (call, id) => {
      const { all } = call.options;
      const empty = all ? 'No keys yet.' : 'No valid keys. --all also lists revoked and expired ones.';
      call.list(await call.operator.keys.list(id, { ...pageQuery(call.options), all }), listed, empty);
    },
  }),
  command({
    use: 'show <key-id>',
    routes: ['GET /admin/v1/keys/{id}'],
    description: 'Show a key, even if it is revoked or expired.',
    args: key,
    options: [utcOption],
    examples: [`keys show ${PARTNER_ID}`],
    run: async (call, id) => call.show(await call.operator.keys.get(id), listed),
  }),
  command<{ overlap?: number }>({
    use: 'rotate <key-id>',
    routes: ['POST /admin/v1/keys/{id}/rotate'],
    description: 'Replace a key. The new one has the same rights; the old one expires after the overlap.',
    args: key,
    options: [
      option('--overlap <seconds>', 'How long the old key remains valid (default: 86400, a day)', wholeNumber),
      utcOption,
    ],
    examples: [`keys rotate ${PARTNER_ID} --overlap 86400`],
    run: async (call, id) => {
      showKey(call, await call.operator.keys.rotate(id, { overlap_seconds: call.options.overlap }));
    },
  }),
  command({
    use: 'revoke <key-id>',
    routes: ['GET /admin/v1/keys/{id}', 'DELETE /admin/v1/keys/{id}'],
    description: 'Revoke a key. Takes effect everywhere within seconds.',
    args: key,
    options: [utcOption],
    examples: [`keys revoke ${PARTNER_ID}`],
    run: async (call, id) => {
      const { name, last_used_at } = await call.operator.keys.get(id);
      await call.operator.keys.revoke(id);
      const shownName = name === null ? 'without a name' : `“${name}”`;
      call.show(null, (_, { times }) => {
        const use = last_used_at === null ? 'never used' : `last used ${times.minute(last_used_at)}`;
        return `${printable(`The key ${id} (${shownName}, ${use}) is revoked.`)}\n`;
      });
    },
  }),
]);
