/** Matches, as a command shows them before it changes any. */
import type { Api } from '@bandeja/client';
import type { Call } from '../command.ts';
import { countOf } from '../counts.ts';
import { printable } from '../terminal.ts';
import { scoreText, teamOf, usernameOf } from './match-text.ts';

const MATCHES_SHOWN = 5;

/** The first matches, a line each. */
export function matchLines(call: Call<object>, matches: readonly Api.Match[]): string[] {
  const lines = matches.slice(0, MATCHES_SHOWN).map((match) => {
    const teams = (['A', 'B'] as const).map((name) => teamOf(match, name).map(usernameOf).join(' / '));
    const played = call.timeText(match.played_at);
    return `  ${played}  ${teams.join(' v. ')}  ${scoreText(match) ?? ''}  ${match.external_ref}`;
  });
  const more = matches.length - lines.length;
  return more > 0 ? [...lines, `  … and ${countOf(more, 'more', 'more')}`] : lines;
}

/** Prints the lines; false is a line that does not apply. */
export function showLines({ context: { terminal } }: Call<object>, lines: readonly (string | false)[]): void {
  for (const line of lines) if (line !== false) terminal.err(`${printable(line)}\n`);
}
