/** The matches that a merge of two players changes, and those that its undo changes back. */
import { type Api, type Bandeja, BandejaError } from '@bandeja/client';
import { hasPlayer, lineupOf, lineupText, replaced } from './lineup.ts';
import type { MergedMatch } from './report.ts';

/** A player of a merge. */
export interface MergePlayer
  extends Pick<Api.Player, 'id' | 'username' | 'display_name'>,
    Partial<Pick<Api.Player, 'profile_is_public'>> {
  /** Another partner has made the player private. */
  readonly isHidden?: boolean;
}

/** The matches of a player. */
export interface MatchesOfPlayer {
  /** Those of this partner that can be amended, newest first. */
  readonly live: readonly Api.Match[];
  readonly voided: number;
  /** Completed matches of other partners. */
  readonly foreign: number;
}

export async function matchesOf(
  client: Bandeja,
  { id, isHidden = false }: Pick<MergePlayer, 'id' | 'isHidden'>,
): Promise<MatchesOfPlayer> {
  const live: Api.Match[] = [];
  let voided = 0;
  for await (const match of client.matches.list({ player: id, limit: 100 })) {
    if (match.status === 'voided') voided++;
    else live.push(match);
  }
  let foreign = 0;
  if (isHidden) return { live, voided, foreign };
  for await (const match of client.players.matches(id, { limit: 100 })) if (match.id === null) foreign++;
  return { live, voided, foreign };
}

/** The matches that both players were in. If there are any, they are two people. */
export const commonMatches = (live: readonly Api.Match[], into: MergePlayer): readonly Api.Match[] =>
  live.filter((match) => hasPlayer(match, into.id));

/** A match to amend. */
export interface MatchToMerge extends MergedMatch {
  readonly match: Api.Match;
}

/** A match of `from` with the players that it will have. */
export async function matchToMerge(
  client: Bandeja,
  match: Api.Match,
  from: MergePlayer,
  into: MergePlayer,
): Promise<MatchToMerge> {
  const before = await lineupOf(client, match);
  const { id, external_ref, played_at } = match;
  return { match, id, external_ref, played_at, before, after: replaced(before, from.id, into.id) };
}

/** A match of a report with its stored version; `changed`: its players are neither those before the merge nor those after it. */
export interface FoundMatch {
  readonly merged: MergedMatch;
  readonly match: Api.Match | null;
  readonly state: 'merged' | 'before' | 'changed' | 'voided' | 'missing';
}

export async function findMerged(client: Bandeja, merged: MergedMatch): Promise<FoundMatch> {
  try {
    const match = await client.matches.get(merged.id);
    const players = lineupText(await lineupOf(client, match));
    const isMerged = players === lineupText(merged.after);
    const isBefore = players === lineupText(merged.before);
    const state = match.status === 'voided' ? 'voided' : isMerged ? 'merged' : isBefore ? 'before' : 'changed';
    return { merged, match, state };
  } catch (error) {
    if (!(error instanceof BandejaError) || error.code !== 'match_not_found') throw error;
    return { merged, match: null, state: 'missing' };
  }
}

/** The matches that an undo of the merge changes back. */
export function matchesToUndo(found: readonly FoundMatch[]): readonly MatchToMerge[] {
  return found.flatMap(({ merged, match, state }) =>
    match === null || state !== 'merged' ? [] : [{ ...merged, match, before: merged.after, after: merged.before }],
  );
}
