import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, operatorClient } from '../command-context.ts';
import { wrongUse } from '../exit.ts';
import { cellOf, type JsonObject } from '../json-value.ts';
import { fields } from '../table.ts';
import { addPageOptions, type PageOptions, pageQuery } from './page-options.ts';

interface PartnerOptions extends AnswerOptions {
  readonly name?: string;
  readonly plan?: string;
  readonly suspend?: boolean;
  readonly resume?: boolean;
}

/** `bandeja partners …`: the operator's view of the API's clients. */
export function addPartners(program: Command, context: CommandContext): void {
  const partners = program
    .command('partners')
    .description('Partners, the clients of the API. Needs BANDEJA_OPERATOR_TOKEN.');

  partners
    .command('create')
    .description('Create a partner.')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--plan <plan>', 'starter, pro or enterprise')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja partners create --name "Club Norte" --plan pro\n')
    .action(async ({ name, plan, json = false }: PartnerOptions) => {
      const { body } = await operatorClient(context).request('POST', pathOf('admin', 'v1', 'partners'), {
        body: { name, plan },
      });
      printAnswer(context, { json }, body, partnerText);
    });

  addPageOptions(partners.command('list').description('List the partners.'))
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja partners list\n')
    .action(async (options: AnswerOptions & PageOptions) => {
      const { body } = await operatorClient(context).request('GET', pathOf('admin', 'v1', 'partners'), {
        query: pageQuery(options),
      });
      printList(context, options, body, ['id', 'name', 'plan', 'suspended', 'created'], (partner) =>
        ['id', 'name', 'plan', 'suspended', 'created_at'].map((member) => cellOf(partner[member])),
      );
    });

  partners
    .command('show')
    .description('Show a partner.')
    .argument('<id>', 'the partner’s id')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja partners show 0190a0b0-1111-7222-8333-444455556666\n')
    .action(async (id: string, options: AnswerOptions) => {
      const { body } = await operatorClient(context).request('GET', pathOf('admin', 'v1', 'partners', id));
      printAnswer(context, options, body, partnerText);
    });

  addUpdate(partners, context);
}

function addUpdate(partners: Command, context: CommandContext): void {
  partners
    .command('update')
    .description(
      'Change a partner’s name or plan, suspend it, or lift the suspension. Holds everywhere within seconds.',
    )
    .argument('<id>', 'the partner’s id')
    .option('--name <name>', 'a new name')
    .option('--plan <plan>', 'starter, pro or enterprise')
    .option('--suspend', 'refuse all its keys from now on')
    .option('--resume', 'accept its keys again')
    .option('--json', 'print the API’s answer')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja partners update 0190a0b0-1111-7222-8333-444455556666 --plan enterprise\n',
    )
    .action(async (id: string, { name, plan, suspend, resume, json = false }: PartnerOptions) => {
      if (suspend && resume) throw wrongUse('--suspend and --resume contradict each other.');
      const suspended = suspend ? true : resume ? false : undefined;
      if (name === undefined && plan === undefined && suspended === undefined) {
        throw wrongUse('Nothing to change: give --name, --plan, --suspend or --resume.');
      }
      const { body } = await operatorClient(context).request('PATCH', pathOf('admin', 'v1', 'partners', id), {
        body: { name, plan, suspended },
      });
      printAnswer(context, { json }, body, partnerText);
    });
}

function partnerText(partner: JsonObject): string {
  return fields([
    ['id', cellOf(partner['id'])],
    ['name', cellOf(partner['name'])],
    ['plan', cellOf(partner['plan'])],
    ['suspended', cellOf(partner['suspended'])],
    ['created', cellOf(partner['created_at'])],
  ]);
}
