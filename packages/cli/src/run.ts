import { BandejaError, version } from '@bandeja/client';
import { Command, CommanderError } from 'commander';
import { failureOf } from './api/client.ts';
import { describeRefusal, exitCodeOf } from './api/refusal.ts';
import { type CommandContext, type Entry, profileOption, refuseHelpOfUnknown } from './command.ts';
import { api } from './commands/api.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { completion } from './commands/completion.ts';
import { doctor } from './commands/doctor.ts';
import { erasures } from './commands/erasures.ts';
import { events } from './commands/events.ts';
import { health } from './commands/health.ts';
import { importCommand } from './commands/import.ts';
import { keys } from './commands/keys.ts';
import { links } from './commands/links.ts';
import { login, logout, profiles } from './commands/login.ts';
import { matches } from './commands/matches.ts';
import { mcp } from './commands/mcp.ts';
import { operators } from './commands/operators.ts';
import { partners } from './commands/partners.ts';
import { people } from './commands/people.ts';
import { players } from './commands/players.ts';
import { ratings } from './commands/ratings.ts';
import { rosters } from './commands/rosters.ts';
import { sandbox } from './commands/sandbox.ts';
import { scale } from './commands/scale.ts';
import { sessions } from './commands/sessions.ts';
import { tasks } from './commands/tasks.ts';
import { usage } from './commands/usage.ts';
import { webhooks } from './commands/webhooks.ts';
import { completionLines } from './completion.ts';
import type { Environment } from './environment.ts';
import { type CommandFailure, type ExitCode, exitCodes } from './exit.ts';
import { optionOf } from './option-names.ts';
import { describeOption, firstSentence } from './options.ts';
import { parserErrorText } from './parser-errors.ts';
import { printable, type Terminal } from './terminal.ts';

/** The commands, in the sections of the help text. */
export const sections: readonly (readonly [heading: string, entries: readonly Entry[]])[] = [
  [
    'Commands for partners',
    [importCommand, matches, players, rosters, sessions, links, events, webhooks, audit, tasks, sandbox],
  ],
  ['Commands for operators', [partners, keys, people, operators, usage, ratings, scale, erasures, backup, doctor]],
  ['Other commands', [login, logout, profiles, api, mcp, health, completion]],
];

/** All commands. */
export const commands: readonly Entry[] = sections.flatMap(([, entries]) => entries);

const HELP = `
Environment variables, instead of “bandeja login”:
  BANDEJA_URL             the address of the service (default: http://127.0.0.1:8080)
  BANDEJA_KEY             the API key, for partner commands
  BANDEJA_OPERATOR_TOKEN  the operator token, for operator commands

Example:
  $ bandeja import examples/club-night.json --register

“bandeja <command> --help” shows the options and examples of a command.
`;

/** Width of the help text if standard output is not a terminal. */
const HELP_WIDTH = 80;
/** Descriptions are wrapped into columns as narrow as this; commander's own limit is 40. */
const HELP_TEXT_MIN = 12;

const BLANKS_HINT = 'A file name or another text with blanks needs quotes: "liga de mayo.csv".\n';

/**
 * Runs one command line to its end.
 * @param args what follows `bandeja`.
 * @returns the exit code; a failure has been printed on the terminal.
 * @throws errors that are a fault of the command itself.
 */
export async function run(args: readonly string[], terminal: Terminal, environment: Environment): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  let wantsJson = false;
  let given: (option: string) => boolean = () => false;
  const finish = (code: ExitCode) => {
    exitCode = code;
  };
  const context: { -readonly [K in keyof CommandContext]: CommandContext[K] } = { terminal, environment, finish };
  const program = makeProgram(context).hook('preAction', (_, action) => {
    context.profileName = action.optsWithGlobals<{ profile?: string }>().profile;
    wantsJson = action.opts()['json'] === true;
    given = (name) =>
      action.options.some(
        (option) => option.long === `--${name}` && action.getOptionValue(option.attributeName()) !== undefined,
      );
  });
  if (args[0] === '__complete') {
    terminal.out(completionLines(program, args.slice(1)));
    return exitCode;
  }
  try {
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its message already. Help and version are not failures.
    if (error instanceof CommanderError) {
      if (error.code === 'commander.excessArguments' && !error.message.includes('Expected 0'))
        terminal.err(BLANKS_HINT);
      return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    }
    const failure = failureOf(error) ?? (await fileFailureOf(error, environment.language));
    if (failure !== null) {
      terminal.err(`bandeja: ${failure.message.split('\n').map(printable).join('\n')}\n`);
      return failure.exitCode;
    }
    if (!(error instanceof BandejaError)) throw error;
    terminal.err(`bandeja: ${describeRefusal(error, (place) => optionOf(place, given))}`);
    if (wantsJson) terminal.out(`${JSON.stringify(error.problem, null, 2)}\n`);
    return exitCodeOf(error);
  }
}

/** A file that cannot be read, as an error of the command; null for another error. */
async function fileFailureOf(error: unknown, language: string): Promise<CommandFailure | null> {
  if (!(error instanceof Error) || error.name !== 'ImportFault') return null;
  const { fileFailure } = await import('./import/texts.ts');
  return fileFailure(error, language);
}

/** The whole command line. Parsing errors are thrown; they do not end the process. */
function makeProgram(context: CommandContext): Command {
  const program = new Command('bandeja')
    .description('Work with the padel results and rating service from the command line.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .addOption(profileOption())
    // A command with others below it must not take their options.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: context.terminal.out,
      writeErr: context.terminal.err,
      outputError: (text, write) => write(parserErrorText(text)),
      getOutHelpWidth: () => context.terminal.width() ?? HELP_WIDTH,
    })
    .configureHelp({
      minWidthToWrap: HELP_TEXT_MIN,
      subcommandTerm: (command) => command.name(),
      subcommandDescription: (command) => firstSentence(command.description()),
      optionDescription: describeOption,
    })
    .addHelpText('after', HELP)
    .exitOverride();
  for (const [heading, entries] of sections) {
    program.commandsGroup(`${heading}:`);
    for (const entry of entries) entry.addTo(program, context);
  }
  refuseHelpOfUnknown(program);
  showHelpOf(program, 'bandeja');
  return program;
}

/** Makes an error of the parser name the command whose help explains it. */
function showHelpOf(command: Command, name: string): void {
  command.showHelpAfterError(`See: ${name} --help`);
  for (const below of command.commands) showHelpOf(below, `${name} ${below.name()}`);
}
