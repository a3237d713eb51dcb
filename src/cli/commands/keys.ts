import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printDone, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { cellOf, type JsonObject, listOf } from '../json-value.ts';
import { fields } from '../table.ts';
import { someMore, wholeNumber } from './option-values.ts';
import { addPageOptions, type PageOptions, pageQuery } from './page-options.ts';

interface IssueOptions extends AnswerOptions {
  readonly scope: readonly string[];
  readonly name?: string;
  readonly expiresAt?: string;
}

/** `bandeja keys …`: what partners authenticate with. */
export function addKeys(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys of the partners. Needs BANDEJA_OPERATOR_TOKEN.');
  addIssue(keys, context);

  addPageOptions(
    keys
      .command('list')
      .description('List a partner’s keys, without the secrets, which are not kept.')
      .argument('<partner-id>', 'the partner’s id'),
  )
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja keys list 0190a0b0-1111-7222-8333-444455556666\n')
    .action(async (partnerId: string, options: AnswerOptions & PageOptions) => {
      const path = pathOf('admin', 'v1', 'partners', partnerId, 'keys');
      const { body } = await operatorClient(context).request('GET', path, { query: pageQuery(options) });
      printList(context, options, body, ['id', 'name', 'scopes', 'expires', 'last used', 'created'], (key) => [
        cellOf(key['id']),
        cellOf(key['name']),
        listOf(key['scopes']).join(' '),
        cellOf(key['expires_at']),
        cellOf(key['last_used_at']),
        cellOf(key['created_at']),
      ]);
    });

  keys
    .command('rotate')
    .description('Issue a new key with the same rights; the old one ends after the overlap.')
    .argument('<key-id>', 'the key’s id (not the key itself)')
    .option('--overlap <seconds>', 'how long the old key still works', wholeNumber)
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja keys rotate 0190a0b0-1111-7222-8333-444455556666 --overlap 86400\n')
    .action(async (keyId: string, options: AnswerOptions & { overlap?: number }) => {
      const { body } = await operatorClient(context).request('POST', pathOf('admin', 'v1', 'keys', keyId, 'rotate'), {
        body: { overlap_seconds: options.overlap },
      });
      printKey(context, options, body);
    });

  keys
    .command('revoke')
    .description('End a key. Holds everywhere within seconds.')
    .argument('<key-id>', 'the key’s id (not the key itself)')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja keys revoke 0190a0b0-1111-7222-8333-444455556666\n')
    .action(async (keyId: string, options: AnswerOptions) => {
      const { body } = await operatorClient(context).request('DELETE', pathOf('admin', 'v1', 'keys', keyId));
      printDone(context, options, body, `The key ${keyId} is revoked.`);
    });
}

function addIssue(keys: Command, context: CommandContext): void {
  keys
    .command('issue')
    .description('Issue a key. It is shown this once and kept nowhere.')
    .argument('<partner-id>', 'the partner’s id')
    .requiredOption(
      '--scope <scope>',
      'what it may be used for: write:matches, read:players, read:intelligence, write:players, manage:webhooks; may be repeated, or given with commas',
      someMore,
    )
    .option('--name <name>', 'what to call it')
    .option('--expires-at <instant>', 'when it ends, for example 2027-01-31T00:00:00Z')
    .option('--json', 'print the API’s answer')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja keys issue 0190a0b0-1111-7222-8333-444455556666 --scope write:matches,read:players,write:players\n',
    )
    .action(async (partnerId: string, { scope, name, expiresAt, json = false }: IssueOptions) => {
      const { body } = await operatorClient(context).request(
        'POST',
        pathOf('admin', 'v1', 'partners', partnerId, 'keys'),
        {
          body: { scopes: scope, name, expires_at: expiresAt },
        },
      );
      printKey(context, { json }, body);
    });
}

function printKey(context: CommandContext, options: AnswerOptions, body: unknown): void {
  printAnswer(context, options, body, keyText);
  if (!options.json) context.terminal.err('Keep the key now: it cannot be shown again.\n');
}

function keyText(key: JsonObject): string {
  return fields([
    ['key', cellOf(key['key'])],
    ['id', cellOf(key['id'])],
    ['name', cellOf(key['name'])],
    ['scopes', listOf(key['scopes']).join(' ')],
    ['expires', cellOf(key['expires_at'])],
  ]);
}
