/** What a repair shows before it changes anything. */
import type { Api } from '@bandeja/client';
import { countOf, grouped } from '@bandeja/importer/counts';
import type { Call } from '../command.ts';
import { scoreText, teamOf, usernameOf } from '../commands/match-text.ts';
import { printable } from '../terminal.ts';

const SESSIONS_SHOWN = 3;
const MATCHES_SHOWN = 5;

/** `played 2026-05-01 19:10 to 2026-05-08 21:40; sessions: night-42 (14), night-43 (12)` */
export function spanText(call: Call<object>, matches: readonly Api.Match[]): string {
  const times = matches.map(({ played_at }) => played_at).toSorted();
  const [first = '', last = ''] = [times[0], times.at(-1)];
  const [from, to] = [call.timeText(first), call.timeText(last)];
  const counts = new Map<string, number>();
  for (const { session_external_ref: session } of matches) {
    if (session !== null) counts.set(session, (counts.get(session) ?? 0) + 1);
  }
  const sessions = [...counts].slice(0, SESSIONS_SHOWN).map(([name, count]) => `${name} (${grouped(count)})`);
  const more = counts.size > SESSIONS_SHOWN ? [`${grouped(counts.size - SESSIONS_SHOWN)} more`] : [];
  const played = `played ${from === to ? from : `${from} to ${to}`}`;
  return sessions.length === 0 ? played : `${played}; sessions: ${[...sessions, ...more].join(', ')}`;
}

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

/** `14 matches: 12 completed, 2 pending` */
export function statusText(matches: readonly Api.Match[]): string {
  const counts = (['completed', 'pending'] as const)
    .map((status) => ({ status, count: matches.filter((match) => match.status === status).length }))
    .filter(({ count }) => count > 0);
  const parts = counts.map(({ status, count }) => `${grouped(count)} ${status}`);
  return `${countOf(matches.length, 'match', 'matches')}: ${parts.join(', ')}`;
}
