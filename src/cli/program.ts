import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { CommandContext } from './command-context.ts';
import { addAudit } from './commands/audit.ts';
import { addImport } from './commands/import.ts';
import { addKeys } from './commands/keys.ts';
import { addMatches } from './commands/matches.ts';
import { addPartners } from './commands/partners.ts';
import { addPlayers } from './commands/players.ts';
import { addRating } from './commands/rating.ts';
import { addRatings } from './commands/ratings.ts';
import { addRosters } from './commands/rosters.ts';
import { addSessions } from './commands/sessions.ts';
import { addTasks } from './commands/tasks.ts';

const HELP = `
Environment:
  BANDEJA_URL             address of the service (http://127.0.0.1:8080)
  BANDEJA_KEY             your API key
  BANDEJA_OPERATOR_TOKEN  the operator token, for partners, keys, ratings and tasks

In a checkout the command is “npm run --silent bandeja --”, and “npm run --silent bandeja -- import --help”
tells all about the import.

Example:
  $ bandeja import examples/club-night.json --register
`;

/** The whole command line. Its parsing errors are thrown, not turned into an exit. */
export function makeProgram(context: CommandContext): Command {
  const program = new Command('bandeja')
    .description('A client of the padel results and rating service.')
    .version(packageJson.version)
    .showHelpAfterError('(--help tells more)')
    .configureOutput({ writeOut: context.terminal.out, writeErr: context.terminal.err })
    .addHelpText('after', HELP)
    .exitOverride();
  for (const add of [
    addImport,
    addMatches,
    addPlayers,
    addRosters,
    addSessions,
    addRating,
    addAudit,
    addPartners,
    addKeys,
    addRatings,
    addTasks,
  ]) {
    add(program, context);
  }
  return program;
}
