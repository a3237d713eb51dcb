/**
 * `npm run bandeja -- rating predict`: reads matches as CSV from standard input, and predicts each match from those above it. It is not
 * in the package of the command: clubs rate their matches with the service.
 */
import { CommandFailure, exitCodes } from '@bandeja/cli/exit';
import { fileFailure } from '@bandeja/cli/import/texts';
import { printable, type Terminal } from '@bandeja/cli/terminal';
import { neededColumns, optionalColumns } from './predict/columns.ts';
import { predictMatches } from './predict/forecast.ts';

const HELP = `Usage: npm run --silent bandeja -- rating predict < results.csv

Prints one line per match: the probability that team A wins. Needs no service.

Columns are found by name. Rows are in the order of play:
  required   ${neededColumns.slice(0, 6).join(', ')},
             ${neededColumns.slice(6).join(', ')}
  optional   ${optionalColumns.join(', ')}

played_at needs a time zone. winner is A or B. Write set_scores like “6-4 3-6 10-8”, team A first,
or leave it empty. unit is games (default) or points. std is the number of units in a standard match
(20 games, 120 points). length is the planned length relative to a standard match: above 0, at most
1 (default). competition_type only determines whether teammates chose each other: yes in a
tournament (default) or a league, not necessarily in a social or training match.

Each line is a probability from 0 to 1, in full precision. It is computed only from the rows above;
the winner and set_scores of the row itself are not used.

Exit codes: 0: done; 2: the header or a row is invalid; the lines for the rows above it are printed
`;

/** @returns the exit code */
export async function predict(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.length > 0) {
    const isHelp = args[0] === '--help' || args[0] === '-h';
    (isHelp ? terminal.out : terminal.err)(HELP);
    return isHelp ? exitCodes.done : exitCodes.wrongUse;
  }
  try {
    await predictMatches(terminal);
    return exitCodes.done;
  } catch (error) {
    const failure = error instanceof Error && error.name === 'ImportFault' ? fileFailure(error, 'en') : error;
    if (!(failure instanceof CommandFailure)) throw error;
    terminal.err(`bandeja: ${printable(failure.message)}\n`);
    return failure.exitCode;
  }
}
