import type { Api } from '@bandeja/client';
import { InvalidArgumentError } from 'commander';
import { command } from '../command.ts';
import { wrongUse } from '../exit.ts';
import { choice, option, type PageOptions, pageOptions, pageQuery, utcOption } from '../options.ts';
import { type Layout, time } from '../print.ts';
import { withSuggestions } from '../suggestions.ts';

export const startingLevelSources = ['self', 'coach', 'other_app'] as const;
type Source = (typeof startingLevelSources)[number];

export interface StartingLevelOptions {
  /** False removes it. */
  readonly startingLevel?: number | boolean;
  readonly source?: Source;
}

function levelNumber(text: string): number {
  if (!/^\d(\.\d{1,2})?$/.test(text))
    throw new InvalidArgumentError('Must be a level such as 3.5, with at most two decimals.');
  return Number(text);
}

export const startingLevelOptions = [
  option('--starting-level <level>', 'The level stated before the first match, such as 3.5', levelNumber),
  choice('--source <source>', 'Who states it (default: self)', [...startingLevelSources]),
];
export const noStartingLevelOption = option('--no-starting-level', 'Remove the starting level');

/** The starting level of the options; null removes it, undefined does not change it. */
export function startingLevelOf({
  startingLevel: value,
  source,
}: StartingLevelOptions): Api.NewStartingLevel | null | undefined {
  if (typeof value === 'number') return { value, source: source ?? 'self' };
  if (source !== undefined) throw wrongUse('--source goes with --starting-level.');
  return value === false ? null : undefined;
}

export const startingLevelText = ({ starting_level: level }: Pick<Api.Player, 'starting_level'>): string | null => {
  if (level === null) return null;
  const source = level.source === null ? '' : `, ${level.source}`;
  return `${level.value}${level.scale === 'level' ? ` (${level.service_score} points)` : ' points'}${source}`;
};

/** `bandeja players audit` */
export const playerAuditCommand = command<PageOptions>({
  use: 'audit <username>',
  routes: ['GET /v1/players/{username}/audit'],
  description: 'Show the changes of the starting level of a player that you created.',
  options: [...pageOptions, utcOption],
  examples: ['players audit ines.carvalho'],
  run: async (call, username) => {
    const client = call.partner;
    const read = () => client.players.audit(username, pageQuery(call.options));
    call.list(await withSuggestions(client, [username], read), auditLayout, 'No entries.');
  },
});

const auditLayout: Layout<Api.AuditEntry> = [
  ['seq', 'seq'],
  ['at', ({ at }) => time(at)],
  ['by', 'actor'],
  ['before', ({ changes: [change] }) => stated(change?.before)],
  ['after', ({ changes: [change] }) => stated(change?.after)],
];

function stated(value: unknown): string | null {
  const level = value as Api.StatedLevel | null | undefined;
  return level == null ? null : `${level.value} ${level.scale}, ${level.source}`;
}
