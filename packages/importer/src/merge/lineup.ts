/** The players of a match, as an amendment sends them. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { objectOf, objectsOf } from '../json-value.ts';

interface LineupPlayer {
  readonly profile_id: string;
  readonly team: 'A' | 'B';
  readonly court_position: 'left' | 'right' | null;
}

/** Four players in the order of the match. */
export type Lineup = readonly LineupPlayer[];

/** The players of one of your matches. The ids of erased and hidden players are read from the audit trail of the match. */
export async function lineupOf(client: Bandeja, match: Api.Match): Promise<Lineup> {
  const shown = match.participants.flatMap(({ profile_id, team, court_position }): LineupPlayer[] =>
    profile_id === null ? [] : [{ profile_id, team, court_position }],
  );
  return shown.length === match.participants.length ? shown : await auditedLineup(client, match.id);
}

async function auditedLineup(client: Bandeja, matchId: string): Promise<Lineup> {
  let latest: unknown = null;
  for await (const { changes } of client.matches.audit(matchId)) {
    for (const { pointer, after } of changes) {
      if (pointer === '') latest = objectOf(after)['participants'];
      else if (pointer === '/participants') latest = after;
    }
  }
  return objectsOf(latest).flatMap(({ profile_id: id, team, court_position: side }) => playerOf(id, team, side) ?? []);
}

function playerOf(id: unknown, team: unknown, side: unknown): LineupPlayer | null {
  if (typeof id !== 'string' || (team !== 'A' && team !== 'B')) return null;
  return { profile_id: id, team, court_position: side === 'left' || side === 'right' ? side : null };
}

/** Replaces a player of a lineup. */
export function replaced(lineup: Lineup, from: string, into: string): Lineup {
  return lineup.map((player) => (player.profile_id === from ? { ...player, profile_id: into } : player));
}

/** One text for the same players in the same places, such as `A:<id>:left A:<id> B:<id> B:<id>`. */
export function lineupText(lineup: Lineup): string {
  const texts = lineup.map(
    ({ profile_id: id, team, court_position: side }) => `${team}:${id}${side ? `:${side}` : ''}`,
  );
  return texts.join(' ');
}

/** @returns null for a text that {@link lineupText} did not write */
export function readLineup(text: string): Lineup | null {
  const players = text.split(' ').map((part) => {
    const [team, id, side] = part.split(':');
    return playerOf(id, team, side);
  });
  const lineup = players.filter((player) => player !== null);
  return lineup.length === 4 && lineupText(lineup) === text ? lineup : null;
}

/** The result of {@link moveLineup}. `changed`: the match has other players than either, and was not amended. */
export interface Move {
  readonly moved: 'amended' | 'already' | 'changed' | 'voided';
  readonly warnings: readonly Api.MatchWarning[];
}

const NO_WARNINGS = { warnings: [] };

const ATTEMPTS_MAX = 3;

/**
 * Amends the players of a match if they are still `before`. If someone changes the match at the same time, or the response is lost, the
 * match is read again.
 */
export async function moveLineup(client: Bandeja, read: Api.Match, before: Lineup, after: Lineup): Promise<Move> {
  for (let match = read, attempt = 1; ; attempt++) {
    const players = lineupText(await lineupOf(client, match));
    if (match.status === 'voided') return { moved: 'voided', ...NO_WARNINGS };
    if (players === lineupText(after)) return { moved: attempt === 1 ? 'already' : 'amended', ...NO_WARNINGS };
    if (players !== lineupText(before)) return { moved: 'changed', ...NO_WARNINGS };
    try {
      const { revision } = match;
      const { warnings } = await client.matches.amend(match.id, { revision, participants: after });
      return { moved: 'amended', warnings };
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !mayBeDone(error)) throw error;
    }
    match = await client.matches.get(match.id);
  }
}

/** The client does not repeat an amendment with a revision, because the first attempt may have succeeded. */
function mayBeDone(error: unknown): boolean {
  if (!(error instanceof BandejaError)) return false;
  return error.code === 'revision_conflict' || error.code === 'no_answer' || error.status >= 500;
}

/** Whether a player is in the match. */
export function hasPlayer({ participants }: Api.Match, id: string): boolean {
  return participants.some(({ profile_id }) => profile_id === id);
}
