import { CommanderError } from 'commander';
import { describeRefusal, Refusal } from './api/refusal.ts';
import type { Environment } from './environment.ts';
import { CommandFailure, type ExitCode, exitCodes } from './exit.ts';
import { makeProgram } from './program.ts';
import { printable, type Terminal } from './terminal.ts';

/**
 * Runs one command line to its end.
 * @param args what follows `bandeja`.
 * @returns the exit code; what went wrong has been said on the terminal.
 * @throws what is a fault of the command itself.
 */
export async function run(args: readonly string[], terminal: Terminal, environment: Environment): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  let wantsJson = false;
  const finish = (code: ExitCode) => {
    exitCode = code;
  };
  const program = makeProgram({ terminal, environment, finish }).hook('preAction', (_, action) => {
    wantsJson = action.opts()['json'] === true;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its message by then; help and version are asked for, and no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
    if (error instanceof CommandFailure) {
      terminal.err(`bandeja: ${error.message.split('\n').map(printable).join('\n')}\n`);
      return error.exitCode;
    }
    if (!(error instanceof Refusal)) throw error;
    terminal.err(`bandeja: ${describeRefusal(error)}`);
    if (wantsJson) terminal.out(`${JSON.stringify(error.document, null, 2)}\n`);
    return error.exitCode;
  }
}
