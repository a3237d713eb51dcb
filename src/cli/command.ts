import { type Command, InvalidArgumentError, Option } from 'commander';
import { Client, type Query } from './api/client.ts';
import type { Environment } from './environment.ts';
import type { ExitCode } from './exit.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from './json-value.ts';
import { type Field, fieldsOf, tableOf } from './print.ts';
import { printable, type Terminal } from './terminal.ts';

/** What every command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Sets the exit code of a command that ended without a failure. */
  readonly finish: (exitCode: ExitCode) => void;
}

/** One command. */
export interface Declaration<O extends object> {
  /** Its name and arguments, such as `show <id>`. */
  readonly use: string;
  readonly description: string;
  /** For the list of commands, where the description is too long. */
  readonly summary?: string;
  /** What the arguments are, by their names. */
  readonly args?: Readonly<Record<string, string>>;
  readonly options?: readonly Option[];
  /** Command lines, without `bandeja`. */
  readonly examples: readonly string[];
  /** What else the help text says, above the examples and below them. */
  readonly notes?: string;
  readonly exitCodes?: string;
  /** What `--json` prints; null for a command without it. Default: the API’s answer. */
  readonly json?: string | null;
  readonly run: (call: Call<O>, ...args: string[]) => Promise<void>;
}

/** Adds a command, or a group of them, to a program. */
export type AddCommand = (parent: Command, context: CommandContext) => void;

/** Declares a command. `O` are its options as commander names them. */
export function command<O extends object = object>(declaration: Declaration<O>): AddCommand {
  return (parent, context) => {
    const { use, description, summary, args = {}, options = [], json = 'print the API’s answer' } = declaration;
    const added = parent.command(use).description(description);
    if (summary !== undefined) added.summary(summary);
    for (const argument of added.registeredArguments) argument.description = args[argument.name()] ?? '';
    for (const option of options) added.addOption(option);
    if (json !== null) added.option('--json', json);
    added.addHelpText('after', helpAfter(declaration));
    added.action(async (...values: unknown[]) => {
      const texts = values.slice(0, added.registeredArguments.length).map(String);
      await declaration.run(new Call(context, added.opts<O & JsonOption>()), ...texts);
    });
  };
}

/** Declares a group of commands, such as `partners …`. */
export function group(name: string, description: string, commands: readonly AddCommand[]): AddCommand {
  return (parent, context) => {
    const added = parent.command(name).description(description);
    for (const add of commands) add(added, context);
  };
}

function helpAfter<O extends object>({ examples, notes, exitCodes }: Declaration<O>): string {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  const lines = examples.map((example) => `  $ bandeja ${example}\n`).join('');
  const codes = exitCodes === undefined ? '' : `\nExit codes: ${exitCodes}\n`;
  return `${notes === undefined ? '' : `\n${notes}`}\n${title}:\n${lines}${codes}`;
}

interface JsonOption {
  readonly json?: boolean;
}

/** One run of a command: its options, the service, and the one way to print. */
export class Call<O extends object> {
  readonly context: CommandContext;
  readonly options: O & JsonOption;

  constructor(context: CommandContext, options: O & JsonOption) {
    this.context = context;
    this.options = options;
  }

  /** The service, called with the partner's key. @throws {CommandFailure} when there is none. */
  get partner(): Client {
    const { url, key } = this.context.environment;
    return new Client({ url, token: key, credential: 'BANDEJA_KEY' });
  }

  /** The service, called with the operator token. @throws {CommandFailure} when there is none. */
  get operator(): Client {
    return operatorClient(this.context);
  }

  /** Prints an answer: as the API gave it with `--json`, else as the layout or function makes it readable. */
  show(body: unknown, layout: readonly Field[] | ((body: JsonObject) => string)): void {
    const render = typeof layout === 'function' ? layout : (entry: JsonObject) => fieldsOf(layout, entry);
    this.context.terminal.out(this.options.json ? `${JSON.stringify(body, null, 2)}\n` : render(objectOf(body)));
  }

  /** Prints a page of a list, and on standard error how to get the next one. */
  list(body: unknown, layout: readonly Field[]): void {
    this.show(body, ({ data }) => tableOf(layout, objectsOf(data)));
    const page = objectOf(objectOf(body)['pagination']);
    if (page['has_more'] !== true) return;
    const cursor = textOf(page['next_cursor']);
    const offset = (numberOf(page['offset']) ?? 0) + (numberOf(page['limit']) ?? 0);
    this.note(`There are more: ${cursor === null ? `--offset ${offset}` : `--cursor ${printable(cursor)}`}`);
  }

  /** Prints what was done. */
  done(body: unknown, sentence: string): void {
    this.show(body, () => `${printable(sentence)}\n`);
  }

  /** Prints a line for people on standard error; nothing with `--json`. */
  note(sentence: string): void {
    if (!this.options.json) this.context.terminal.err(`${sentence}\n`);
  }
}

/** A client with the operator token. @param isPatient whether it keeps trying while the service restarts. */
export function operatorClient({ environment }: CommandContext, isPatient = false): Client {
  const { url, operatorToken: token } = environment;
  return new Client({ url, token, credential: 'BANDEJA_OPERATOR_TOKEN', isPatient });
}

/** An option. @param read reads its value; default: the text as it is. */
export function option<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  const made = new Option(flags, description);
  return read === undefined ? made : made.argParser(read);
}

/** An option that must be given. */
export function required<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  return option(flags, description, read).makeOptionMandatory();
}

/** Reads an option's value as a whole number; commander names the option in the message. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

/** The options that choose a page of a list. */
export interface PageOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

export const pageOptions: readonly Option[] = [
  option('--limit <n>', 'how many', wholeNumber),
  option('--offset <n>', 'how many to skip', wholeNumber),
  option('--cursor <cursor>', 'continue where a page ended'),
];

/** The options that choose a page of a list of matches. */
export interface MatchPageOptions extends PageOptions {
  readonly since?: string;
  readonly until?: string;
}

export const matchPageOptions: readonly Option[] = [
  ...pageOptions,
  option('--since <instant>', 'played at or after it, for example 2026-05-01T00:00:00Z'),
  option('--until <instant>', 'played before it'),
];

/** The query that these options ask for. */
export function pageQuery({ limit, offset, cursor, since, until }: MatchPageOptions): Query {
  return { limit, offset, cursor, since, until };
}
