/** What the exit code of the command says. */
export const exitCodes = {
  done: 0,
  /** The work went through, but the service (or a row's own content) refused some of it. */
  rejections: 1,
  /** Wrong use or bad input: the command line or the file has to be corrected. */
  wrongUse: 2,
  /** The service cannot be reached, or does not allow it. */
  unreachable: 3,
  /** 128 + SIGINT, as shells expect of an interrupted command. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An end that the command foresaw: a sentence for the person at the terminal, and the exit code that goes with it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** How the work of a command ended: an expected failure is a value, because the summary is printed before it. */
export type End = 'complete' | 'interrupted' | CommandFailure;

/** The end that a failure brings. */
export const endOf = (failure: CommandFailure): End =>
  failure.exitCode === exitCodes.interrupted ? 'interrupted' : failure;

/** The command line or the input is wrong; `message` names what was found and what to do. */
export function wrongUse(message: string, options?: ErrorOptions): CommandFailure {
  return new CommandFailure(exitCodes.wrongUse, message, options);
}

/** The service cannot be reached or used; `message` says what to do. */
export function unreachable(message: string, options?: ErrorOptions): CommandFailure {
  return new CommandFailure(exitCodes.unreachable, message, options);
}
