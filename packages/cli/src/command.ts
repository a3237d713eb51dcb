import { type Command, InvalidArgumentError, Option } from 'commander';
import { Client } from './api/client.ts';
import type { Environment } from './environment.ts';
import type { ExitCode } from './exit.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from './json-value.ts';
import { languageTag } from './language.ts';
import { Look } from './look.ts';
import { type Field, fieldsOf, tableOf } from './print.ts';
import { printable, type Terminal } from './terminal.ts';
import { type Edge, readTime, TIME_FORMS } from './times.ts';

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
  /** The operations of the API that it calls, such as `GET /v1/matches/{id}`; none: it needs no service, or has a page of its own. */
  readonly routes?: readonly string[];
  readonly description: string;
  /** For the list of commands, where the description is too long. */
  readonly summary?: string;
  /** What the arguments are, by their names. */
  readonly args?: Readonly<Record<string, string>>;
  /** The few values that an argument has, by its name. */
  readonly argumentValues?: Readonly<Record<string, readonly string[]>>;
  readonly options?: readonly Option[];
  /** Command lines, without `bandeja`. */
  readonly examples: readonly string[];
  /** What else the help text says, above the examples and below them. */
  readonly notes?: string;
  readonly exitCodes?: string;
  /** What `--json` prints; null for a command without it. Default: the API’s answer. */
  readonly json?: string | null;
  /** An optional argument that is not given is empty. */
  readonly run: (call: Call<O>, ...args: string[]) => Promise<void>;
}

/** A command by its full name, such as `matches show`, and the operations of the API that it calls. */
export interface CommandRoutes {
  readonly name: string;
  readonly routes: readonly string[];
}

/** A command, or a group of them. */
export interface Entry {
  readonly addTo: (parent: Command, context: CommandContext) => void;
  readonly commands: readonly CommandRoutes[];
}

/** Declares a command. `O` are its options as commander names them. */
export function command<O extends object = object>(declaration: Declaration<O>): Entry {
  const [name = ''] = declaration.use.split(' ');
  return { addTo: adder(declaration), commands: [{ name, routes: declaration.routes ?? [] }] };
}

function adder<O extends object>(declaration: Declaration<O>): Entry['addTo'] {
  return (parent, context) => {
    const { use, description, summary, args = {}, options = [], json = 'print the API’s answer' } = declaration;
    const added = parent.command(use).description(description);
    if (summary !== undefined) added.summary(summary);
    for (const argument of added.registeredArguments) {
      argument.description = args[argument.name()] ?? '';
      const values = declaration.argumentValues?.[argument.name()];
      if (values !== undefined) argument.choices(values);
    }
    for (const option of options) added.addOption(option);
    if (json !== null) added.option('--json', json);
    added.addHelpText('after', helpAfter(declaration));
    added.action(async (...values: unknown[]) => {
      const texts = values.slice(0, added.registeredArguments.length).map(argumentText);
      await declaration.run(new Call(context, added.opts<O & CommonOptions>(), added), ...texts);
    });
  };
}

/** Several words are one text. */
function argumentText(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}

/** Declares a group of commands, such as `partners …`. */
export function group(name: string, description: string, entries: readonly Entry[]): Entry {
  return {
    addTo: (parent, context) => {
      const added = parent.command(name).description(description);
      for (const entry of entries) entry.addTo(added, context);
    },
    commands: entries.flatMap(({ commands }) =>
      commands.map((command) => ({ ...command, name: `${name} ${command.name}` })),
    ),
  };
}

function helpAfter<O extends object>({ examples, notes, exitCodes, routes = [] }: Declaration<O>): string {
  const title = examples.length === 1 ? 'Example' : 'Examples';
  const lines = examples.map((example) => `  $ bandeja ${example}\n`).join('');
  const codes = exitCodes === undefined ? '' : `\nExit codes: ${exitCodes}\n`;
  const route = routes.length === 0 ? '' : `\nRoute: ${routes.join(', ')}\n`;
  return `${notes === undefined ? '' : `\n${notes}`}\n${title}:\n${lines}${codes}${route}`;
}

const valuesByOption = new WeakMap<Option, readonly string[]>();

/** Options that several commands have; those without them show no times or no sentences. */
interface CommonOptions {
  readonly json?: boolean;
  readonly utc?: boolean;
  readonly lang?: string;
}

/** For commands that show or read times. */
export const utcOption = option('--utc', 'show and read times in UTC; default: in your time zone');
/** For commands that show sentences of the service. */
export const languageOption = withValues(
  option(
    '--lang <language>',
    'of the service’s sentences and pictures: en, es or pt; default: your terminal’s. The command’s own labels are English.',
    languageTag,
  ),
  ['en', 'es', 'pt'],
);

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
    this.#look = new Look({ width: terminal.width(), hasColours: terminal.hasColours, zone: this.#zone });
  }

  get #zone(): string {
    return this.options.utc ? 'UTC' : this.context.environment.timeZone;
  }

  /** The service, called with the partner's key. @throws {CommandFailure} when there is none. */
  get partner(): Client {
    const { url, key, language } = this.context.environment;
    return new Client({ url, token: key, credential: 'BANDEJA_KEY', language: this.options.lang ?? language });
  }

  /** The service, called without credentials. */
  get anyone(): Client {
    return new Client({ url: this.context.environment.url, credential: null });
  }

  /** The service, called with the operator token. @throws {CommandFailure} when there is none. */
  get operator(): Client {
    return operatorClient(this.context);
  }

  /** Reads the value of an option as an instant. @param edge what a day alone means; null: it will not do. */
  time(name: string, text: string | undefined, edge: Edge | null): string | undefined {
    return text === undefined ? undefined : readTime(name, text, { zone: this.#zone, now: Date.now(), edge });
  }

  /** An instant in the time zone of the terminal, for texts beside an answer. */
  timeText(instant: string): string {
    return this.#look.times.minute(instant);
  }

  /** Prints an answer: as the API gave it with `--json`, else as the layout or function makes it readable. */
  show(body: unknown, layout: readonly Field[] | ((body: JsonObject, look: Look) => string)): void {
    const { terminal } = this.context;
    const render = typeof layout === 'function' ? layout : (entry: JsonObject) => fieldsOf(layout, entry, this.#look);
    if (this.options.json) {
      terminal.out(`${JSON.stringify(body, null, 2)}\n`);
      return;
    }
    terminal.out(render(objectOf(body), this.#look));
    const { note } = this.#look.times;
    if (note !== null) terminal.out(`\n${this.#look.paint('faint', note)}\n`);
  }

  /** Prints a page of a list, and on standard error how to get the next one. @param empty what to say if it has no entries. */
  list(body: unknown, layout: readonly Field[], empty: string): void {
    this.show(body, ({ data }, look) => tableOf(layout, objectsOf(data), look) || `${empty}\n`);
    this.notePage(body);
  }

  /** Says how to get the next page, if there is one. */
  notePage(body: unknown): void {
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
  const { url, operatorToken: token, language } = environment;
  return new Client({ url, token, credential: 'BANDEJA_OPERATOR_TOKEN', language, isPatient });
}

/** An option. @param read reads its value; default: the text as it is. */
export function option<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  const made = new Option(flags, description);
  return read === undefined ? made : made.argParser(read);
}

/** An option of which the shell can complete these values. They are said in its description, too. What it takes is decided elsewhere. */
export function withValues(one: Option, values: readonly string[]): Option {
  valuesByOption.set(one, values);
  return one;
}

/** The values that an option takes, if they are few. */
export function valuesOf(one: Option): readonly string[] {
  return one.argChoices ?? valuesByOption.get(one) ?? [];
}

/** An option that must be given. */
export function required<T>(flags: string, description: string, read?: (text: string, earlier: T) => T): Option {
  return option(flags, description, read).makeOptionMandatory();
}

/** Reads an option's value as a whole number; commander names the option in the message. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number of at most nine digits.');
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
  option('--since <time>', `played then or later: ${TIME_FORMS}`),
  option('--until <time>', 'played before then; a day alone is included'),
  utcOption,
];

/** The query that these options ask for. */
export function pageQuery({ limit, offset, cursor }: PageOptions) {
  return { limit, offset, cursor };
}

/** The same with the times between which matches were played. */
export function matchPageQuery(call: Call<MatchPageOptions>) {
  return { ...pageQuery(call.options), ...sinceUntil(call) };
}

/** The times that `--since` and `--until` name. */
export function sinceUntil(call: Call<{ readonly since?: string; readonly until?: string }>) {
  const { since, until } = call.options;
  return { since: call.time('--since', since, 'begin'), until: call.time('--until', until, 'end') };
}
