/** Fills an empty, migrated database with partners, players and matches, including ratings and audit chains. */
import { createHash } from 'node:crypto';
import { linkAuditEvents } from '@bandeja/service/audit/chain';
import { submittedEvent } from '@bandeja/service/audit/events';
import { auditEntries, type ChainHead, storedAuditRow } from '@bandeja/service/audit/store';
import { matchRatings } from '@bandeja/service/history/ledger-store';
import { type MatchRow, NOT_PLANNED, newMatches } from '@bandeja/service/history/match-row';
import { nameColumns } from '@bandeja/service/players/name-words';
import pg from 'pg';
import { withBareTables } from './bare-tables.ts';
import { CopyStream, type CopyValue, copyValues, namesOf } from './copy.ts';
import { SeedLedger, seededRatings } from './ledger.ts';
import { nightsOf } from './nights.ts';
import {
  FIRST_COME_AT,
  inOrderOfIds,
  type Population,
  partnerOf,
  populationOf,
  registrationOf,
  type SeedSize,
  usernameOf,
} from './population.ts';

const HISTORY_COLUMNS = ['player_id', 'played_at', 'match_id', 'result'] as const;
const SESSION_COLUMNS = ['partner_id', 'session_external_ref', 'started_at', 'ended_at', 'matches'] as const;
const TABLES = ['matches', 'player_matches', 'sessions', 'match_ratings', 'audit_entries', 'player_ratings'];

const ROSTER = 'ladder';
const ROSTER_MEMBERS = 200;

/** Batch size for rating. */
const BLOCK = 6_000;

export interface SeedOptions {
  readonly url: string;
  readonly size: SeedSize;
  /** The start of the last night, in ms. */
  readonly until: number;
  /** Called with the number of matches so far and the current step. */
  readonly onProgress: (matches: number, what: string) => void;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** @returns the partners and players of the database */
export async function fill({ url, size, until, onProgress }: SeedOptions): Promise<Population> {
  const population = populationOf(size);
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set timezone = 'UTC'`);
      return client;
    }),
  );
  const [main, ...writers] = clients as [pg.Client, ...pg.Client[]];
  try {
    await fillPeople(main, population);
    const rebuilt = (what: string): void => onProgress(size.matches, what);
    await withBareTables(main, TABLES, () => fillMatches(writers, population, until, onProgress), rebuilt);
    await main.query('analyze players');
    await main.query('checkpoint');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return population;
}

async function fillPeople(client: pg.Client, population: Population): Promise<void> {
  const { partnerIds, keyIds, playerIds } = population;
  const at = iso(FIRST_COME_AT);
  const partners = new CopyStream(client, 'partners', ['id', 'name', 'plan', 'created_at']);
  for (const [index, id] of partnerIds.entries()) await partners.write([id, `Club ${index}`, 'pro', at]);
  await partners.end();
  const keys = new CopyStream(client, 'api_keys', [
    'id',
    'partner_id',
    'public_id',
    'key_hash',
    'mode',
    'scopes',
    'created_at',
  ]);
  for (const [index, id] of keyIds.entries()) {
    const hash = createHash('sha256').update(`no key opens seed ${index}`).digest('hex');
    await keys.write([id, partnerIds[index] ?? '', `seed${index}`, `\\x${hash}`, 'live', ['write:matches'], at]);
  }
  await keys.end();
  const players = new CopyStream(client, 'players', [
    'id',
    'username',
    'display_name',
    'profile_is_public',
    'creator_partner_id',
    'created_at',
    'sort_name',
    'name_words',
  ]);
  for (const [index, id] of inOrderOfIds(playerIds)) {
    // As in a typical club, one in four is private.
    const partner = partnerIds[partnerOf(population.size, index)] ?? '';
    const isPublic = index % 4 === 3 ? 'f' : 't';
    const player = { username: usernameOf(index), display_name: `Player ${index}` };
    const { sort_name, name_words } = nameColumns(player);
    const { username, display_name } = player;
    await players.write([
      id,
      username,
      display_name,
      isPublic,
      partner,
      iso(registrationOf(id)),
      sort_name,
      name_words,
    ]);
  }
  await players.end();
  await fillRosters(client, population, at);
}

/** Each partner gets a roster of its first players. */
async function fillRosters(client: pg.Client, population: Population, at: string): Promise<void> {
  const { partnerIds, playerIds } = population;
  const rosters = new CopyStream(client, 'rosters', ['partner_id', 'slug', 'created_at']);
  for (const id of partnerIds) await rosters.write([id, ROSTER, at]);
  await rosters.end();
  const members = new CopyStream(client, 'roster_members', ['partner_id', 'slug', 'player_id', 'added_at']);
  const counts = new Map<string, number>();
  for (const [index, playerId] of playerIds.entries()) {
    const partnerId = partnerIds[partnerOf(population.size, index)] ?? '';
    const count = counts.get(partnerId) ?? 0;
    if (count === ROSTER_MEMBERS) continue;
    counts.set(partnerId, count + 1);
    await members.write([partnerId, ROSTER, playerId, iso(registrationOf(playerId))]);
  }
  await members.end();
}

async function fillMatches(
  writers: readonly pg.Client[],
  population: Population,
  until: number,
  onProgress: SeedOptions['onProgress'],
): Promise<void> {
  const [first, second, third, fourth, fifth] = writers as [pg.Client, pg.Client, pg.Client, pg.Client, pg.Client];
  const streams = {
    matches: new CopyStream(first, 'matches', namesOf(newMatches)),
    histories: new CopyStream(second, 'player_matches', HISTORY_COLUMNS),
    ledger: new CopyStream(third, 'match_ratings', namesOf(matchRatings)),
    audit: new CopyStream(fourth, 'audit_entries', namesOf(auditEntries)),
    sessions: new CopyStream(fifth, 'sessions', SESSION_COLUMNS),
  };
  const ledger = new SeedLedger(population);
  const keyOf = new Map(population.partnerIds.map((id, index) => [id, population.keyIds[index] ?? '']));
  const heads = new Map<string, ChainHead>(
    population.partnerIds.map((id) => [id, { partner_id: id, seq: 0, hash: new Uint8Array(32) }]),
  );
  let block: MatchRow[] = [];
  let done = 0;
  // The ledger is ordered by time and id, and nights may overlap. So matches after the start of the latest night are held back until
  // all earlier matches are known.
  const flush = async (before: number): Promise<void> => {
    const rows = block.filter((row) => row.played_at < before);
    rows.sort((a, b) => a.played_at - b.played_at || (a.id < b.id ? -1 : 1));
    for (const row of ledger.rate(rows)) await streams.ledger.write(copyValues(matchRatings, row));
    done += rows.length;
    block = block.filter((row) => row.played_at >= before);
    onProgress(done, 'matches');
  };
  for (const night of nightsOf(population, until)) {
    for (const row of night) {
      await streams.matches.write(copyValues(newMatches, { ...row, ...NOT_PLANNED }));
      for (const [place, player] of row.player_ids.entries()) {
        await streams.histories.write([player, iso(row.played_at), row.id, resultOf(row, place)]);
      }
    }
    await streams.sessions.write(sessionOf(night));
    const events = night.map((row) => submittedEvent(row, `key:${keyOf.get(row.partner_id) ?? ''}`, row.created_at));
    for (const entry of linkAuditEvents(events, heads)) {
      heads.set(entry.partner_id, entry);
      await streams.audit.write(copyValues(auditEntries, storedAuditRow(entry)));
    }
    block.push(...night);
    if (block.length >= BLOCK) await flush(night[0]?.played_at ?? 0);
  }
  await flush(Number.POSITIVE_INFINITY);
  await Promise.all(Object.values(streams).map((stream) => stream.end()));
  await fillEnds(first, ledger, heads);
}

/** Writes current ratings and audit chain heads, which are known only after the last match. */
async function fillEnds(client: pg.Client, ledger: SeedLedger, heads: ReadonlyMap<string, ChainHead>): Promise<void> {
  const players = new CopyStream(client, 'player_ratings', namesOf(seededRatings));
  for (const row of ledger.ratings()) await players.write(copyValues(seededRatings, row));
  await players.end();
  const chains = new CopyStream(client, 'audit_chains', ['partner_id', 'seq', 'hash']);
  for (const { partner_id: id, seq, hash } of heads.values()) await chains.write([id, seq, hexOf(hash)]);
  await chains.end();
}

/** As `result_of` of the database. */
function resultOf({ outcome, winning_team, teams }: MatchRow, place: number): number | null {
  if (outcome === 'walkover') return null;
  if (winning_team === null) return 0;
  return teams[place] === winning_team ? 1 : -1;
}

function sessionOf(night: readonly MatchRow[]): CopyValue[] {
  const times = night.map((row) => row.played_at);
  const [{ partner_id: partnerId = '', session_external_ref: ref = null } = {}] = night;
  return [partnerId, ref, iso(Math.min(...times)), iso(Math.max(...times)), night.length];
}

const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;
