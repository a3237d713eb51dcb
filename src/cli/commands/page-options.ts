import type { Command } from 'commander';
import type { RequestOptions } from '../api/client.ts';
import { wholeNumber } from './option-values.ts';

/** The options of commands that list something. */
export interface PageOptions {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
}

/** The options of commands that list matches. */
export interface MatchPageOptions extends PageOptions {
  readonly since?: string;
  readonly until?: string;
}

/** Adds the options that choose a page of a list. */
export function addPageOptions(command: Command): Command {
  return command
    .option('--limit <n>', 'how many', wholeNumber)
    .option('--offset <n>', 'how many to pass over', wholeNumber)
    .option('--cursor <cursor>', 'go on where a list ended');
}

/** Adds the options that choose a part of a list of matches. */
export function addMatchPageOptions(command: Command): Command {
  return addPageOptions(command)
    .option('--since <instant>', 'played at or after it, for example 2026-05-01T00:00:00Z')
    .option('--until <instant>', 'played before it');
}

/** The query that these options ask for. */
export function pageQuery(options: MatchPageOptions): NonNullable<RequestOptions['query']> {
  const { limit, offset, cursor, since, until } = options;
  return { limit, offset, cursor, since, until };
}
