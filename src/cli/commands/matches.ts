import { pathOf } from '../api/client.ts';
import {
  command,
  group,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  required,
  utcOption,
} from '../command.ts';
import { wrongUse } from '../exit.ts';
import { fileText, STANDARD_INPUT, textOfBytes } from '../import/file-text.ts';
import { textOf } from '../json-value.ts';
import { type Field, secondAt } from '../print.ts';
import { matchListLayout, matchText } from './match-text.ts';

interface ListOptions extends MatchPageOptions {
  readonly session?: string;
  readonly status?: string;
}

const path = (...parts: readonly string[]): string => pathOf('v1', 'matches', ...parts);
const ID = '019de4f2-a340-8f34-a99b-71224f08972d';
const id = { id: 'the match’s id' };

const auditLayout: readonly Field[] = [
  ['seq', 'seq'],
  ['at', secondAt('at')],
  ['action', 'action'],
  ['revision', 'revision'],
  ['actor', 'actor'],
  ['hash', (entry) => textOf(entry['hash'])?.slice(0, 16)],
];

async function whole(text: AsyncIterable<string>): Promise<string> {
  const joined = (await Array.fromAsync(text)).join('');
  if (joined.trim() === '') throw wrongUse('The file is empty; it should hold one match as a JSON object.');
  return joined;
}

/** `bandeja matches …` */
export const matches = group('matches', 'Matches that you submitted. Needs BANDEJA_KEY.', [
  command<ListOptions>({
    use: 'list',
    description: 'List your matches, newest first.',
    options: [
      ...matchPageOptions,
      option('--session <ref>', 'of this session'),
      option('--status <status>', 'pending, completed or voided'),
    ],
    examples: ['matches list --session night-42 --limit 100'],
    run: async (call) => {
      const { session, status } = call.options;
      const query = { ...matchPageQuery(call), session_external_ref: session, status };
      call.list(await call.partner.get(path(), query), matchListLayout, 'No matches yet.');
    },
  }),
  command({
    use: 'show <id>',
    description: 'Show a match.',
    args: id,
    examples: [`matches show ${ID}`],
    run: async (call, match) => call.show(await call.partner.get(path(match)), matchText),
  }),
  command<{ dryRun?: boolean }>({
    use: 'submit <file>',
    description: 'Submit one match: a JSON file as POST /v1/matches takes it (“-” for standard input).',
    args: { file: 'the file' },
    options: [option('--dry-run', 'check everything, store nothing')],
    examples: ['matches submit match.json --dry-run'],
    run: async (call, file) => {
      const { input } = call.context.terminal;
      const bodyText = await whole(file === STANDARD_INPUT ? textOfBytes(input, 'standard input') : fileText(file));
      const query = { dry_run: call.options.dryRun ? 'true' : undefined };
      call.show((await call.partner.request('POST', path(), { query, bodyText })).body, matchText);
      if (call.options.dryRun) call.note('Checked; nothing was stored.');
    },
  }),
  command({
    use: 'confirm <id>',
    description: 'Confirm a pending match. Confirming it again changes nothing.',
    args: id,
    examples: [`matches confirm ${ID}`],
    run: async (call, match) => {
      const { body } = await call.partner.request('POST', path(match, 'confirm'), { isRepeatable: true });
      call.show(body, matchText);
    },
  }),
  command<{ reason: string }>({
    use: 'void <id>',
    description: 'Void a match for good. Ratings become what they would be without it.',
    args: id,
    options: [required('--reason <text>', 'why; it is kept in the match and in its audit trail')],
    examples: [`matches void ${ID} --reason "entered twice"`],
    run: async (call, match) => {
      const body = { reason: call.options.reason };
      const answer = await call.partner.request('POST', path(match, 'void'), { body, isRepeatable: true });
      call.show(answer.body, matchText);
    },
  }),
  command<PageOptions>({
    use: 'audit <id>',
    description: 'Show what happened to a match and who did it. “bandeja audit verify” checks the whole chain.',
    args: id,
    options: [...pageOptions, utcOption],
    examples: [`matches audit ${ID}`],
    run: async (call, match) =>
      call.list(await call.partner.get(path(match, 'audit'), pageQuery(call.options)), auditLayout, 'No entries.'),
  }),
]);
