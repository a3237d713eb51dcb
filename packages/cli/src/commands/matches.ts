import { pathOf } from '../api/client.ts';
import {
  command,
  group,
  languageOption,
  type MatchPageOptions,
  matchPageOptions,
  matchPageQuery,
  option,
  type PageOptions,
  pageOptions,
  pageQuery,
  required,
  utcOption,
  withValues,
} from '../command.ts';
import { textOf } from '../json-value.ts';
import { type Field, secondAt } from '../print.ts';
import { explanationText } from './explanation-text.ts';
import { amendCommand } from './match-amendment.ts';
import { previewCommand } from './match-preview.ts';
import { submitBatchCommand, submitCommand } from './match-submission.ts';
import { matchListLayout, matchText } from './match-text.ts';

interface ListOptions extends MatchPageOptions {
  readonly session?: string;
  readonly status?: string;
}

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

/** What to say of an empty list. */
const noMatches = (filters: ListOptions): string =>
  Object.values(filters).some((value) => typeof value === 'string')
    ? 'No match fits these filters.'
    : 'No matches yet.';

/** `bandeja matches …` */
export const matches = group('matches', 'Matches that you submitted. Needs BANDEJA_KEY.', [
  command<ListOptions>({
    use: 'list',
    routes: ['GET /v1/matches'],
    description: 'List your matches, newest first.',
    options: [
      ...matchPageOptions,
      option('--session <ref>', 'of this session'),
      withValues(option('--status <status>', 'pending, completed or voided'), ['pending', 'completed', 'voided']),
    ],
    examples: ['matches list --session night-42 --limit 100'],
    run: async (call) => {
      const { session, status } = call.options;
      const query = { ...matchPageQuery(call), session_external_ref: session, status };
      call.list(await call.partner.get(pathOf('v1', 'matches'), query), matchListLayout, noMatches(call.options));
    },
  }),
  command({
    use: 'show <id>',
    routes: ['GET /v1/matches/{id}'],
    description: 'Show a match.',
    args: id,
    options: [utcOption],
    examples: [`matches show ${ID}`],
    run: async (call, match) => call.show(await call.partner.matches.get(match), matchText),
  }),
  submitCommand,
  submitBatchCommand,
  previewCommand,
  command({
    use: 'confirm <id>',
    routes: ['POST /v1/matches/{id}/confirm'],
    description: 'Confirm a pending match. Confirming it again changes nothing.',
    args: id,
    options: [utcOption],
    examples: [`matches confirm ${ID}`],
    run: async (call, match) => call.show(await call.partner.matches.confirm(match), matchText),
  }),
  command<{ reason: string }>({
    use: 'void <id>',
    routes: ['POST /v1/matches/{id}/void'],
    description: 'Void a match for good. Ratings become what they would be without it.',
    args: id,
    options: [required('--reason <text>', 'why; it is kept in the match and in its audit trail'), utcOption],
    examples: [`matches void ${ID} --reason "entered twice"`],
    run: async (call, match) => call.show(await call.partner.matches.void(match, call.options.reason), matchText),
  }),
  amendCommand,
  command({
    use: 'explain <id>',
    routes: ['GET /v1/matches/{id}/explanation'],
    description: 'Explain the rating changes of a match: a table whose columns add up, and a sentence for each part.',
    args: id,
    options: [languageOption],
    examples: [`matches explain ${ID}`, `matches explain ${ID} --lang es`],
    run: async (call, match) => call.show(await call.partner.matches.explanation(match), explanationText),
  }),
  command<PageOptions>({
    use: 'audit <id>',
    routes: ['GET /v1/matches/{id}/audit'],
    description: 'Show what happened to a match and who did it. “bandeja audit verify” checks the whole chain.',
    args: id,
    options: [...pageOptions, utcOption],
    examples: [`matches audit ${ID}`],
    run: async (call, match) =>
      call.list(await call.partner.matches.audit(match, pageQuery(call.options)), auditLayout, 'No entries.'),
  }),
]);
