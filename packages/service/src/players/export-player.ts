import { Problem } from '@bandeja/contract/errors/problem';
import type { Held, HeldMatch } from '@bandeja/contract/export';
import { formatInstant } from '@bandeja/contract/instant';
import { canonicalUsername } from '@bandeja/contract/username';
import { inSnapshot } from '@bandeja/postgres/snapshot';
import type { PartnerContext } from '../context.ts';
import type { HistoryCursor } from '../matches/history-store.ts';
import { matchView } from '../matches/view.ts';
import { jsonBytes, type PageOf, readPage } from '../runtime/list-page.ts';
import type { Page } from '../runtime/page.ts';
import {
  type HeldMatch as HeldMatchRow,
  readHeldEntries,
  readHeldMatches,
  readHeldOthers,
  readHeldPlayer,
  readMemberships,
} from './export-store.ts';
import { NOT_THE_CREATOR } from './players.ts';
import { readShares } from './shares-store.ts';
import { playerView } from './view.ts';

/** A page of an export: everything but the matches, and a page of those. */
export interface ExportPage {
  readonly held: Held;
  readonly page: PageOf<HeldMatch, HistoryCursor>;
}

/**
 * Everything that is held about a player that the caller created. Of other people it has what the caller may see of them. Each page is
 * of one moment.
 * @throws {Problem} `player_not_found` if the caller did not create the player.
 */
export function exportPlayer(
  { actor, language, now, readDatabase }: PartnerContext,
  username: string,
  page: Page<HistoryCursor>,
): Promise<ExportPage> {
  const { partnerId } = actor;
  return inSnapshot(readDatabase, async (snapshot) => {
    const player = await readHeldPlayer(snapshot, partnerId, canonicalUsername(username));
    if (player === undefined) throw new Problem('player_not_found', NOT_THE_CREATOR);
    const isFirst = page.after === null && page.offset === 0;
    const [rosters, shares, others] = await Promise.all([
      readMemberships(snapshot, partnerId, player.id),
      readShares(snapshot, player.id),
      isFirst ? readHeldOthers(snapshot, partnerId, player.id) : [],
    ]);
    const views = async (rows: readonly HeldMatchRow[]): Promise<HeldMatch[]> => {
      const entries = await readHeldEntries(
        snapshot,
        rows.map((row) => row.match_id),
      );
      const ofMatch = Map.groupBy(entries, (entry) => entry.match_id);
      return rows.map((row) => heldMatch(row, ofMatch.get(row.match_id) ?? []));
    };
    const { mean, variance, shown } = player;
    const held: Held = {
      exported_at: formatInstant(now()),
      player: {
        ...playerView(player, now(), language),
        registered_at: formatInstant(player.created_at),
        registered_by: partnerId,
        state: stateOf([mean, variance, shown]),
        model_version: player.model_version,
      },
      rosters: rosters.map(({ added_at, ...roster }) => ({ ...roster, added_at: formatInstant(added_at) })),
      partners_with_roster: player.partners_with_roster,
      shares: shares.map((share) => ({
        created_at: formatInstant(share.created_at),
        expires_at: formatInstant(share.expires_at),
        redeemed_at: share.redeemed_at === null ? null : formatInstant(share.redeemed_at),
      })),
      not_completed: fitting(await views(others)),
    };
    const taken = Buffer.byteLength(JSON.stringify(held));
    const { bytesMax = Number.POSITIVE_INFINITY } = page;
    const matches = await readPage(
      { ...page, bytesMax: bytesMax - taken },
      async (batch) => {
        const rows = await readHeldMatches(snapshot, partnerId, player.id, batch);
        const seen = await views(rows);
        return rows.map(({ played_at, seen: place }, index) => ({
          played_at,
          seen: place,
          view: seen[index] as HeldMatch,
        }));
      },
      ({ view }) => view,
      ({ played_at, seen }) => ({ played_at, seen }),
    );
    return { held, page: matches };
  });
}

/** Half of what an answer may have. */
const NOT_COMPLETED_BYTES = 512 * 1024;

/** The first of them, so that there is room for a page of others; all, unless many have long scorelines. */
function fitting(matches: readonly HeldMatch[]): HeldMatch[] {
  let bytes = 0;
  return matches.filter((match) => {
    bytes += jsonBytes(match);
    return bytes <= NOT_COMPLETED_BYTES;
  });
}

type Entry = Awaited<ReturnType<typeof readHeldEntries>>[number];

const heldMatch = (row: HeldMatchRow, entries: readonly Entry[]): HeldMatch => ({
  match: matchView(row),
  state_before: stateOf(row.own_before),
  state_after: stateOf(row.own_after),
  history: entries.map(({ at, action, revision }) => ({ at: formatInstant(at), action, revision })),
});

/** Null for a player without a rated match. Its numbers are null, or NaN in an array. */
function stateOf(numbers: readonly (number | null)[] | null): HeldMatch['state_before'] {
  const [mean, variance, shown] = numbers ?? [];
  const isRated = mean != null && variance != null && shown != null && !Number.isNaN(shown);
  return isRated ? { mean, variance, shown } : null;
}
