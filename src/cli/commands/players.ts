import type { Command } from 'commander';
import { type AnswerOptions, printAnswer, printList } from '../answer.ts';
import { pathOf } from '../api/client.ts';
import { type CommandContext, partnerClient } from '../command-context.ts';
import { wrongUse } from '../exit.ts';
import { matchHeadings, matchRow } from './match-text.ts';
import { wholeNumber } from './option-values.ts';
import { addMatchPageOptions, type MatchPageOptions, pageQuery } from './page-options.ts';
import { playerHeadings, playerRow, playerText } from './player-text.ts';

interface ProfileOptions extends AnswerOptions {
  readonly displayName?: string;
  readonly country?: string | false;
  readonly public?: boolean;
  readonly private?: boolean;
  readonly roster?: string;
}

/** `bandeja players …` */
export function addPlayers(program: Command, context: CommandContext): void {
  const players = program.command('players').description('Players and their ratings. Needs BANDEJA_KEY.');
  addRegister(players, context);
  addUpdate(players, context);

  players
    .command('show')
    .description('Show a player with the rating.')
    .argument('<username>')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja players show ana.martins\n')
    .action(async (username: string, options: AnswerOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'players', username));
      printAnswer(context, options, body, playerText);
    });

  players
    .command('search')
    .description('Find public players by the beginning of their username.')
    .argument('<prefix>', 'at least two characters')
    .option('--limit <n>', 'how many, at most 50', wholeNumber)
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja players search ana --limit 5\n')
    .action(async (prefix: string, options: AnswerOptions & { limit?: number }) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'players', 'search'), {
        query: { q: prefix, limit: options.limit },
      });
      printList(context, options, body, playerHeadings, playerRow);
    });

  addMatchPageOptions(
    players.command('matches').description('List a player’s completed matches, newest first.').argument('<username>'),
  )
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja players matches ana.martins --limit 10\n')
    .action(async (username: string, options: AnswerOptions & MatchPageOptions) => {
      const { body } = await partnerClient(context).request('GET', pathOf('v1', 'players', username, 'matches'), {
        query: pageQuery(options),
      });
      printList(context, options, body, matchHeadings, matchRow);
    });
}

function addRegister(players: Command, context: CommandContext): void {
  players
    .command('register')
    .description('Register a player. One who is there already is left as is, and joins the roster.')
    .argument('<username>')
    .option('--display-name <name>', 'the name to show; the username if not given')
    .option('--country <code>', 'two-letter country code, for example PT')
    .option('--public', 'visible to every partner')
    .option('--private', 'visible to you alone, and to whom you share the player with')
    .option('--roster <slug>', 'put the player on this roster; makes a new player private unless --public')
    .option('--json', 'print the API’s answer')
    .addHelpText(
      'after',
      '\nExample:\n  $ bandeja players register ana.martins --display-name "Ana Martins" --country PT --private\n',
    )
    .action(async (username: string, options: ProfileOptions) => {
      const body = { username, ...profileBody(options), roster_slug: options.roster };
      const answer = await partnerClient(context).request('POST', pathOf('v1', 'players'), {
        body,
        isRepeatable: true,
      });
      printAnswer(context, options, answer.body, playerText);
      if (!options.json) context.terminal.err(answer.status === 201 ? 'Registered.\n' : 'Was there already.\n');
    });
}

function addUpdate(players: Command, context: CommandContext): void {
  players
    .command('update')
    .description('Change a player whom you created.')
    .argument('<username>')
    .option('--display-name <name>', 'the name to show')
    .option('--country <code>', 'two-letter country code')
    .option('--no-country', 'no country')
    .option('--public', 'visible to every partner')
    .option('--private', 'visible to you alone, and to whom you share the player with')
    .option('--json', 'print the API’s answer')
    .addHelpText('after', '\nExample:\n  $ bandeja players update ana.martins --public\n')
    .action(async (username: string, options: ProfileOptions) => {
      const profile = profileBody(options);
      if (Object.values(profile).every((value) => value === undefined)) {
        throw wrongUse('Nothing to change: give --display-name, --country, --public or --private.');
      }
      const { body } = await partnerClient(context).request('PATCH', pathOf('v1', 'players', username), {
        body: profile,
      });
      printAnswer(context, options, body, playerText);
    });
}

/** The fields of a profile that were given; undefined ones do not reach the wire. */
function profileBody({ displayName, country, ...options }: ProfileOptions): Record<string, unknown> {
  if (options.public && options.private) throw wrongUse('--public and --private contradict each other.');
  const isPublic = options.public ? true : options.private ? false : undefined;
  // Commander makes a `--no-country` of its own out of absence: true stands for "not given".
  const code = typeof country === 'string' ? country.toUpperCase() : country === false ? null : undefined;
  return { display_name: displayName, country_code: code, profile_is_public: isPublic };
}
