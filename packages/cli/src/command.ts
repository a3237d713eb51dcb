import type { Bandeja, BandejaOperator, Page } from '@bandeja/client';
import { type Command, Option } from 'commander';
import { operatorClient, partnerClient } from './api/client.ts';
import { type Connection, connectionOf, type Environment } from './environment.ts';
import { type ExitCode, wrongUse } from './exit.ts';
import { Look } from './look.ts';
import { csvOf, fieldsOf, type Layout, tableOf } from './print.ts';
import { printable, type Terminal } from './terminal.ts';
import { type Edge, readTime } from './times.ts';

/** What every command works with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** The value of `--profile`. */
  readonly profileName?: string | undefined;
  /** Sets the exit code of a command that ended without a failure. */
  readonly finish: (exitCode: ExitCode) => void;
}

/** One command. */
export interface Declaration<O extends object> {
  /** Its name and arguments, such as `show <id>`. */
  readonly use: string;
  /** The API operations that it calls, such as `GET /v1/matches/{id}`. Empty if it needs no service or has its own page. */
  readonly routes?: readonly string[];
  /** Its first sentence is shown in lists of commands. */
  readonly description: string;
  /** What the arguments are, by their names. */
  readonly args?: Readonly<Record<string, string>>;
  /** The few values that an argument has, by its name. */
  readonly argumentValues?: Readonly<Record<string, readonly string[]>>;
  readonly options?: readonly Option[];
  /** Commands below it, such as `import undo`. */
  readonly subcommands?: readonly Entry[];
  /** Command lines, without `bandeja`. */
  readonly examples: readonly string[];
  /** What else the help text says, above the examples and below them. */
  readonly notes?: string;
  readonly exitCodes?: string;
  /** What `--json` prints; null for a command without it. Default: the response of the API. */
  readonly json?: string | null;
  /** An optional argument that is not given is empty. */
  readonly run: (call: Call<O>, ...args: string[]) => Promise<void>;
}

/** A command: its full name, such as `matches get`, its description, and the operations of the API that it calls. */
export interface CommandInfo {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly string[];
}

/** A command, or a group of them. */
export interface Entry {
  readonly addTo: (parent: Command, context: CommandContext) => void;
  readonly commands: readonly CommandInfo[];
}

export const profileOption = (): Option => new Option('--profile <name>', 'Use this profile of “bandeja login”');

/** Declares a command. `O` are its options as commander names them. */
export function command<O extends object = object>(declaration: Declaration<O>): Entry {
  const { use, description, routes = [], subcommands = [] } = declaration;
  const [name = ''] = use.split(' ');
  return { addTo: adder(declaration), commands: [{ name, description, routes }, ...commandsBelow(name, subcommands)] };
}

function adder<O extends object>(declaration: Declaration<O>): Entry['addTo'] {
  return (parent, context) => {
    const { use, description, args = {}, options = [], json = 'Print the response of the API' } = declaration;
    const added = parent.command(use).description(description);
    for (const argument of added.registeredArguments) {
      argument.description = args[argument.name()] ?? '';
      const values = declaration.argumentValues?.[argument.name()];
      if (values !== undefined) argument.choices(values);
    }
    for (const option of options) added.addOption(option);
    if (json !== null) added.option('--json', json);
    added.addHelpText('after', helpAfter(declaration));
    if (!options.some(({ long }) => long === '--profile')) added.addOption(profileOption().hideHelp());
    // Otherwise the command would take the options of those below it.
    added.enablePositionalOptions();
    for (const entry of declaration.subcommands ?? []) entry.addTo(added, context);
    added.action(async (...values: unknown[]) => {
      const texts = values.slice(0, added.registeredArguments.length).map(argumentText);
      const { profile: _, ...given } = added.opts();
      if (given['csv'] === true && given['json'] === true) throw wrongUse('--csv and --json exclude each other.');
      await declaration.run(new Call(context, given as O & CommonOptions, added), ...texts);
    });
  };
}

/** Several words are one text. */
function argumentText(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** Declares a group of commands, such as `partners …`. @param alias another name that works, too */
export function group(name: string, description: string, entries: readonly Entry[], alias?: string): Entry {
  return {
    addTo: (parent, context) => {
      const added = parent.command(name).description(description).usage('<command> [options]').helpCommand(false);
      added.addOption(profileOption().hideHelp());
      if (alias !== undefined) added.alias(alias);
      refuseHelpOfUnknown(added);
      for (const entry of entries) entry.addTo(added, context);
    },
    commands: commandsBelow(name, entries),
  };
}

function commandsBelow(name: string, entries: readonly Entry[]): readonly CommandInfo[] {
  return entries.flatMap(({ commands }) =>
    commands.map((command) => ({ ...command, name: `${name} ${command.name}` })),
  );
}

/** Makes `players create --help` an error: commander would print the help of `players`. */
export function refuseHelpOfUnknown(parent: Command): void {
  parent.on('beforeHelp', () => {
    const [name = '-'] = parent.args;
    if (!name.startsWith('-')) parent.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' });
  });
}

function helpAfter<O extends object>({ examples, notes, exitCodes, routes = [] }: Declaration<O>): string {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  const lines = examples.map((example) => `  $ bandeja ${example}\n`).join('');
  const codes = exitCodes === undefined ? '' : `\nExit codes: ${exitCodes}\n`;
  const route = routes.length === 0 ? '' : `\nAPI: ${routes.join(', ')}\n`;
  return `${notes === undefined ? '' : `\n${notes}`}\n${title}:\n${lines}${codes}${route}`;
}

/** Options that several commands have; those without them show no times or no sentences. */
interface CommonOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly columns?: readonly string[];
  readonly utc?: boolean;
  readonly lang?: string;
}

/** One run of a command: its options, the service, and the one way to print. */
export class Call<O extends object> {
  readonly context: CommandContext;
  readonly options: O & CommonOptions;
  /** As commander knows it. */
  readonly command: Command;
  readonly #look: Look;

  constructor(context: CommandContext, options: O & CommonOptions, command: Command) {
    this.command = command;
    this.context = context;
    this.options = options;
    const { terminal } = context;
    this.#look = new Look({ width: terminal.width(), hasColours: terminal.hasColours, zone: () => this.#zone });
  }

  get #zone(): string {
    return this.options.utc ? 'UTC' : this.context.environment.timeZone;
  }

  /** The service and the credentials for it. @throws {CommandFailure} for an unknown profile */
  get connection(): Connection {
    return connectionOf(this.context.environment, this.context.profileName);
  }

  /** The service, called with the partner's key. @throws {CommandFailure} without one */
  get partner(): Bandeja {
    return partnerClient({ ...this.connection, language: this.options.lang ?? this.context.environment.language });
  }

  /** The service, called without a key. */
  get anyone(): Bandeja {
    return partnerClient({ ...this.connection, language: this.context.environment.language }, { needsKey: false });
  }

  /** The service, called with the operator token. @throws {CommandFailure} without one */
  get operator(): BandejaOperator {
    return operatorClient({ ...this.connection, language: this.context.environment.language });
  }

  /** Reads the value of an option as an instant. @param edge what a day alone means; null: it will not do. */
  time(name: string, text: string | undefined, edge: Edge | null): string | undefined {
    return text === undefined ? undefined : readTime(name, text, { zone: this.#zone, now: Date.now(), edge });
  }

  /** An instant in the time zone of the terminal, for texts beside an answer. */
  timeText(instant: string): string {
    return this.#look.times.minute(instant);
  }

  /** Prints a response: with `--json` as the API returned it, otherwise by the layout or function. */
  show<T>(body: T, layout: Layout<T> | ((body: T, look: Look) => string)): void {
    const { terminal } = this.context;
    if (this.options.json) {
      terminal.out(`${JSON.stringify(body, null, 2)}\n`);
      return;
    }
    terminal.out(typeof layout === 'function' ? layout(body, this.#look) : fieldsOf(layout, body, this.#look));
    const { note } = this.#look.times;
    if (note !== null) terminal.out(`\n${this.#look.paint('faint', note)}\n`);
  }

  /** Prints a page of a list, and on standard error how to get the next one. @param empty the text for an empty list */
  list<T>(page: Page<T>, layout: Layout<T>, empty: string): void {
    this.rows(page, page.data, layout, empty);
    this.notePage(page);
  }

  /** Prints the rows of a response: as JSON, as CSV or as a table. With `--csv`, standard output has nothing else. */
  rows<T>(body: unknown, rows: readonly T[], layout: Layout<T>, empty: string): void {
    const { columns, csv = false } = this.options;
    const chosen = columns === undefined ? layout : columnsOf(layout, columns);
    if (!csv) {
      this.show(body, (_, look) => tableOf(chosen, rows, look) || `${empty}\n`);
      return;
    }
    this.context.terminal.out(csvOf(chosen, rows));
    if (rows.length === 0) this.note(empty);
  }

  /** Says how to get the next page, if there is one. */
  notePage({ pagination: { has_more: hasMore, next_cursor: cursor } }: Page<unknown>): void {
    if (hasMore && cursor !== null) this.note(`There are more: --cursor ${printable(cursor)}`);
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

/** The columns with these labels, in this order. */
function columnsOf<T>(layout: Layout<T>, labels: readonly string[]): Layout<T> {
  return labels.map((label) => {
    const field = layout.find(([one]) => one === label);
    if (field !== undefined) return field;
    throw wrongUse(`--columns: unknown column “${label}”. The columns are: ${layout.map(([one]) => one).join(', ')}.`);
  });
}
