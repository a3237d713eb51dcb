/** The rated history as the database holds it, and the verbs that change it, without HTTP around them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Context, type KeyActor, serviceContext } from '../../../src/domain/context.ts';
import { Problem } from '../../../src/domain/errors/index.ts';
import { isRated, type RatedMatch, ratedMatch, stateOfPlayer } from '../../../src/domain/ledger/index.ts';
import { matchId } from '../../../src/domain/matches/index.ts';
import { readSubmission } from '../../../src/domain/matches/submission.ts';
import type { Database } from '../../../src/store/engine/database.ts';
import { insertKey } from '../../../src/store/keys.ts';
import { readLedgerWithin } from '../../../src/store/ledger/ledger.ts';
import { lockPlayerRatings } from '../../../src/store/ledger/ratings.ts';
import type { MatchStatus } from '../../../src/store/matches/match-rows.ts';
import { insertPartner } from '../../../src/store/partners.ts';
import { insertPlayer } from '../../../src/store/players/players.ts';
import { withBits } from '../../rating/bits.ts';
import { keyActor } from '../../support/context.ts';
import type { MatchBody } from '../../support/matches.ts';
import type { Ledger } from './histories.ts';

/** The clock of these tests. */
export const NOW = Date.UTC(2026, 5, 1);

/** An id that is the same in every database for the same text. */
export function fixedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** @param closureMax what a change may reach to be settled within its request. */
export function contextOf(database: Database, closureMax?: number): Context {
  return { ...serviceContext(database, () => NOW), ...(closureMax === undefined ? {} : { closureMax }) };
}

/** Makes a partner with a key. */
export async function foundPartner(database: Database, name: string): Promise<KeyActor> {
  const partnerId = fixedId(`partner ${name}`);
  const keyId = fixedId(`key ${name}`);
  await database.transaction(async (transaction) => {
    await insertPartner(transaction, { id: partnerId, name, plan: 'pro', suspended: false, created_at: NOW });
    await insertKey(transaction, {
      id: keyId,
      partner_id: partnerId,
      public_id: name,
      key_hash: createHash('sha256').update(name).digest(),
      name: null,
      mode: 'live',
      scopes: ['write:matches'],
      expires_at: null,
      created_at: NOW,
    });
  });
  return keyActor({ partnerId, keyId, plan: 'pro' });
}

/** Makes public players of a partner; returns their ids. */
export async function foundPlayers(
  database: Database,
  { partnerId }: KeyActor,
  usernames: readonly string[],
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    const ids: string[] = [];
    for (const username of usernames) {
      const id = fixedId(`player ${username}`);
      ids.push(id);
      const names = { username, display_name: username, country_code: null, profile_is_public: true };
      await insertPlayer(transaction, { id, ...names, creator_partner_id: partnerId, created_at: NOW });
    }
    return ids;
  });
}

/** The id of a match by what was first submitted. */
export function idOf(partnerId: string, { external_ref, played_at }: MatchBody): string {
  return matchId(partnerId, external_ref, Date.parse(played_at));
}

/**
 * What a submission by id tells the model once it stands in this status; null while it is not rated.
 * @param amendment what was changed of it since; its id stays.
 */
export function ratedMatchOf(
  partnerId: string,
  body: MatchBody,
  status: MatchStatus,
  amendment: Readonly<Record<string, unknown>> = {},
): RatedMatch | null {
  const read = readSubmission({ ...body, ...amendment }, NOW);
  assert.ok(!(read instanceof Problem));
  const { participants, ...facts } = read;
  const player_ids = participants.map((one) => one.profile_id ?? assert.fail('named by username'));
  if (!isRated({ status, outcome: facts.outcome })) return null;
  return ratedMatch({ ...facts, id: idOf(partnerId, body), player_ids });
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Everything that the database holds of the rated history of these players. */
export async function storedLedger(database: Database, playerIds: readonly string[]): Promise<Ledger> {
  const histories = playerIds.map((player_id) => ({
    player_id,
    played_at: 0,
    match_id: BEFORE_ALL,
    until_played_at: null,
    until_match_id: null,
  }));
  const rows = await readLedgerWithin(database, histories, 1_000_000);
  const players = await database.transaction((transaction) => lockPlayerRatings(transaction, playerIds));
  const states = players.flatMap((row) => {
    const state = stateOfPlayer(row);
    return state === null ? [] : [[row.player_id, state] as const];
  });
  const latest = players.flatMap((row) =>
    row.last_match_id === null ? [] : [[row.player_id, row.last_match_id] as const],
  );
  return { rows: new Map(rows.map((row) => [row.match_id, row])), states: new Map(states), latest: new Map(latest) };
}

/** The ledger as one value, every double as its bits, whatever the order in which its parts came. */
export function bitsOfLedger({ rows, states, latest }: Ledger): unknown {
  const sorted = <T>(map: ReadonlyMap<string, T>) => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  return withBits({ rows: sorted(rows), states: sorted(states), latest: sorted(latest) });
}
