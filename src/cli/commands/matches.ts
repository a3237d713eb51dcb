import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, partnerClient } from '../command-context.ts';
import { wrongUse } from '../exit.ts';
import { fileText, textOfBytes } from '../import/file-text.ts';
import { STANDARD_INPUT } from '../import/source.ts';
import { cellOf, textOf } from '../json-value.ts';
import { matchHeadings, matchRow, matchText } from './match-text.ts';
import {
  addMatchPageOptions,
  addPageOptions,
  type MatchPageOptions,
  type PageOptions,
  pageQuery,
} from './page-options.ts';

interface ListOptions extends AnswerOptions, MatchPageOptions {
  readonly session?: string;
  readonly status?: string;
}

/** `bandeja matches …` */
export function addMatches(program: Command, context: CommandContext): void {
  const matches = program.command('matches').description('Matches that you submitted. Needs BANDEJA_KEY.');

  addMatchPageOptions(matches.command('list').description('List your matches, newest first.'))
    .option('--session <ref>', 'of this session')
    .option('--status <status>', 'pending, completed or voided')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja matches list --session night-42 --limit 100\n')
    .action(async (options: ListOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'matches'), {
        query: { ...pageQuery(options), session_external_ref: options.session, status: options.status },
      });
      printList(context, options, body, matchHeadings, matchRow);
    });

  matches
    .command('show')
    .description('Show a match.')
    .argument('<id>', 'the match’s id')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja matches show 019de4f2-a340-8f34-a99b-71224f08972d\n')
    .action(async (id: string, options: AnswerOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'matches', id));
      printAnswer(context, options, body, matchText);
    });

  addSubmit(matches, context);
  addTransitions(matches, context);
  addAudit(matches, context);
}

function addSubmit(matches: Command, context: CommandContext): void {
  matches
    .command('submit')
    .description('Submit one match, a JSON file as POST /v1/matches takes it (“-” for standard input).')
    .argument('<file>', 'the file')
    .option('--dry-run', 'check everything, store nothing')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja matches submit match.json --dry-run\n')
    .action(async (file: string, options: AnswerOptions & { dryRun?: boolean }) => {
      const isInput = file === STANDARD_INPUT;
      const text = await whole(isInput ? textOfBytes(context.terminal.input, 'standard input') : fileText(file));
      const { body } = await partnerClient(context).request('POST', pathOf('v1', 'matches'), {
        query: { dry_run: options.dryRun ? 'true' : undefined },
        bodyText: text,
      });
      printAnswer(context, options, body, matchText);
      if (options.dryRun && !options.json) context.terminal.err('Checked; nothing was stored.\n');
    });
}

async function whole(text: AsyncIterable<string>): Promise<string> {
  const joined = (await Array.fromAsync(text)).join('');
  if (joined.trim() === '') throw wrongUse('The file is empty; it should hold one match as a JSON object.');
  return joined;
}

function addTransitions(matches: Command, context: CommandContext): void {
  matches
    .command('confirm')
    .description('Confirm a pending match. Once it is confirmed, doing so again changes nothing.')
    .argument('<id>', 'the match’s id')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja matches confirm 019de4f2-a340-8f34-a99b-71224f08972d\n')
    .action(async (id: string, options: AnswerOptions) => {
      const path = pathOf('v1', 'matches', id, 'confirm');
      const { body } = await partnerClient(context).request('POST', path, { isRepeatable: true });
      printAnswer(context, options, body, matchText);
    });

  matches
    .command('void')
    .description('Void a match for good; ratings become as if it had never been.')
    .argument('<id>', 'the match’s id')
    .requiredOption('--reason <text>', 'why; it stands in the match and in its audit trail')
    .option('--json', 'print the API’s answer')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja matches void 019de4f2-a340-8f34-a99b-71224f08972d --reason "entered twice"\n',
    )
    .action(async (id: string, options: AnswerOptions & { reason: string }) => {
      const path = pathOf('v1', 'matches', id, 'void');
      const body = { reason: options.reason };
      const answer = await partnerClient(context).request('POST', path, { body, isRepeatable: true });
      printAnswer(context, options, answer.body, matchText);
    });
}

function addAudit(matches: Command, context: CommandContext): void {
  addPageOptions(
    matches
      .command('audit')
      .description('Show what happened to a match, and who did it. “bandeja audit verify” proves the whole chain.')
      .argument('<id>', 'the match’s id'),
  )
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja matches audit 019de4f2-a340-8f34-a99b-71224f08972d\n')
    .action(async (id: string, options: AnswerOptions & PageOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'matches', id, 'audit'), {
        query: pageQuery(options),
      });
      printList(context, options, body, ['seq', 'at', 'action', 'revision', 'actor', 'hash'], (entry) => [
        cellOf(entry['seq']),
        cellOf(entry['at']),
        cellOf(entry['action']),
        cellOf(entry['revision']),
        cellOf(entry['actor']),
        textOf(entry['hash'])?.slice(0, 16),
      ]);
    });
}
