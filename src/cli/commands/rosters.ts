import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printDone, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, partnerClient } from '../command-context.ts';
import { cellOf, countCell, type JsonObject } from '../json-value.ts';
import { fields } from '../table.ts';
import { addPageOptions, type PageOptions, pageQuery } from './page-options.ts';

/** `bandeja rosters …` */
export function addRosters(program: Command, context: CommandContext): void {
  const rosters = program.command('rosters').description('Your named groups of players. Needs BANDEJA_KEY.');

  addPageOptions(rosters.command('list').description('List your rosters.'))
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters list\n')
    .action(async (options: AnswerOptions & PageOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'rosters'), {
        query: pageQuery(options),
      });
      printList(context, options, body, ['slug', 'name', 'members', 'created'], (roster) => [
        cellOf(roster['slug']),
        cellOf(roster['name']),
        countCell(roster['members']),
        cellOf(roster['created_at']),
      ]);
    });

  rosters
    .command('show')
    .description('Show a roster.')
    .argument('<slug>')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters show thursday\n')
    .action(async (slug: string, options: AnswerOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'rosters', slug));
      printAnswer(context, options, body, rosterText);
    });

  rosters
    .command('put')
    .description('Create a roster, or rename the one that is there.')
    .argument('<slug>', '1 to 64 of a–z, 0–9 and “-”')
    .option('--name <name>', 'the name to show')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters put thursday --name "Thursday americano"\n')
    .action(async (slug: string, { name, json = false }: AnswerOptions & { name?: string }) => {
      const { body } = await partnerClient(context).request('PUT', pathOf('v1', 'rosters', slug), { body: { name } });
      printAnswer(context, { json }, body, rosterText);
    });

  rosters
    .command('delete')
    .description('Delete a roster. Its players stay.')
    .argument('<slug>')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters delete thursday\n')
    .action(async (slug: string, options: AnswerOptions) => {
      const { body } = await partnerClient(context).request('DELETE', pathOf('v1', 'rosters', slug));
      printDone(context, options, body, `The roster ${slug} is deleted.`);
    });

  addMembership(rosters, context);
}

function addMembership(rosters: Command, context: CommandContext): void {
  addPageOptions(rosters.command('members').description('List a roster’s players.').argument('<slug>'))
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters members thursday\n')
    .action(async (slug: string, options: AnswerOptions & PageOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'rosters', slug, 'members'), {
        query: pageQuery(options),
      });
      printList(context, options, body, ['username', 'name', 'public', 'added'], (member) =>
        ['username', 'display_name', 'profile_is_public', 'added_at'].map((name) => cellOf(member[name])),
      );
    });

  rosters
    .command('add')
    .description('Put a player on a roster.')
    .argument('<slug>')
    .argument('<username>', 'a player whom you may see')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters add thursday ana.martins\n')
    .action(async (slug: string, username: string, options: AnswerOptions) => {
      const path = pathOf('v1', 'rosters', slug, 'members', username);
      const { body } = await partnerClient(context).request('PUT', path);
      printDone(context, options, body, `${username} is on the roster ${slug}.`);
    });

  rosters
    .command('remove')
    .description('Take a player off a roster.')
    .argument('<slug>')
    .argument('<username>')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja rosters remove thursday ana.martins\n')
    .action(async (slug: string, username: string, options: AnswerOptions) => {
      const path = pathOf('v1', 'rosters', slug, 'members', username);
      const { body } = await partnerClient(context).request('DELETE', path);
      printDone(context, options, body, `${username} is off the roster ${slug}.`);
    });
}

function rosterText(roster: JsonObject): string {
  return fields([
    ['slug', cellOf(roster['slug'])],
    ['name', cellOf(roster['name'])],
    ['members', countCell(roster['members'])],
    ['created', cellOf(roster['created_at'])],
  ]);
}
