import type { CommandContext } from './command-context.ts';
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from './json-value.ts';
import { type Cell, table } from './table.ts';
import { printable } from './terminal.ts';

/** The options that every command that prints an answer has. */
export interface AnswerOptions {
  readonly json?: boolean;
}

/** Prints an answer: as the API gave it with `--json`, else as `render` makes it readable. */
export function printAnswer(
  context: CommandContext,
  { json }: AnswerOptions,
  body: unknown,
  render: (body: JsonObject) => string,
): void {
  context.terminal.out(json ? `${JSON.stringify(body, null, 2)}\n` : render(objectOf(body)));
}

/** Prints a list: a row per entry, and on standard error how to get at the rest. */
export function printList(
  context: CommandContext,
  options: AnswerOptions,
  body: unknown,
  headings: readonly string[],
  row: (entry: JsonObject) => readonly Cell[],
): void {
  printAnswer(context, options, body, ({ data }) => table(headings, objectsOf(data).map(row)));
  const page = objectOf(objectOf(body)['pagination']);
  if (options.json || page['has_more'] !== true) return;
  const cursor = textOf(page['next_cursor']);
  const offset = (numberOf(page['offset']) ?? 0) + (numberOf(page['limit']) ?? 0);
  context.terminal.err(`There are more: ${cursor === null ? `--offset ${offset}` : `--cursor ${printable(cursor)}`}\n`);
}

/** Prints one line that says what was done; with `--json`, the API's answer instead. */
export function printDone(context: CommandContext, { json }: AnswerOptions, body: unknown, sentence: string): void {
  context.terminal.out(json ? `${JSON.stringify(body, null, 2)}\n` : `${printable(sentence)}\n`);
}
