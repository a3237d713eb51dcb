import { CommanderError } from 'commander';
import { describeRefusal, Refusal } from './api/refusal.ts';
import { readEnvironment } from './environment.ts';
import { CommandFailure, type ExitCode, exitCodes } from './exit.ts';
import { makeProgram } from './program.ts';
import { printable, processTerminal } from './terminal.ts';

const environment = readEnvironment();
const terminal = processTerminal(environment.isDumbTerminal);

/** Says what went wrong, and gives the exit code for it. A fault of the command itself is thrown on, with its stack. */
function failed(error: unknown): ExitCode {
  // Commander has printed its message by then; help and version are asked for, and no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUse;
  if (error instanceof CommandFailure) {
    terminal.err(`bandeja: ${error.message.split('\n').map(printable).join('\n')}\n`);
    return error.exitCode;
  }
  if (error instanceof Refusal) {
    terminal.err(`bandeja: ${describeRefusal(error)}`);
    if (wantsJson) terminal.out(`${JSON.stringify(error.document, null, 2)}\n`);
    return error.exitCode;
  }
  throw error;
}

let exitCode: ExitCode = exitCodes.done;
let wantsJson = false;
const program = makeProgram({
  terminal,
  environment,
  finish: (code) => {
    exitCode = code;
  },
}).hook('preAction', (_, action) => {
  wantsJson = action.opts()['json'] === true;
});
try {
  await program.parseAsync();
} catch (error) {
  exitCode = failed(error);
}
process.exitCode = exitCode;
