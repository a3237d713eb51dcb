import type { RowNow, RowState } from '@bandeja/contract/import-enums';
import { rowStates } from '@bandeja/contract/import-enums';
import type { ImportedPlayer, ImportRow } from '@bandeja/contract/import-rows';
import type { MatchStatus } from '@bandeja/contract/match-enums';
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts } from '@bandeja/postgres/packed';
import { boolean, integer, jsonb, nullable, oneOf, type RowOf, table, text, uuid } from '@bandeja/postgres/table';
import type { Page } from '../paging/page.ts';
import { visibleTo } from '../players/visibility-store.ts';

/** The texts of a row. Empty lists are left out. */
export type RowTexts = Partial<Pick<ImportRow, 'problems' | 'differences' | 'warnings'>>;

const importRows = table('import_rows', {
  line: integer,
  state: oneOf(rowStates),
  external_ref: nullable(text),
  match_id: nullable(uuid),
  texts: nullable(jsonb<RowTexts>()),
});

/** The record of a row. */
export interface RowRecord extends RowOf<typeof importRows> {}

const ofLines = statement(
  'import_rows_of_lines',
  `select ${importRows.select('r')} from import_rows r where r.import_id = $1 and r.line = any($2::integer[])`,
);

/** The records of these lines. */
export async function readLines(database: Queryable, importId: string, lines: readonly number[]): Promise<RowRecord[]> {
  return database.query<RowRecord>(ofLines, [importId, lines]);
}

// The import is locked, so the rows from before are those that are replaced. A line that created a match is not changed.
const changeOf = (state: RowState): string =>
  `${state} = i.${state} + (select count(*) from put where put.state = '${state}')
       - (select count(*) from replaced where replaced.state = '${state}')`;
const put = statement(
  'import_rows_put',
  `with sent as (
     ${importRows.source(4)}
   ), replaced as (
     select r.state from import_rows r join sent on sent.line = r.line where r.import_id = $1 and r.state <> 'created'
   ), put as (
     insert into import_rows (import_id, batch, ${importRows.select()})
     select $1, i.batches + 1, ${importRows.select('sent')} from sent join imports i on i.id = $1
     on conflict (import_id, line) do update set batch = excluded.batch, ${importRows.without('line').assignments('excluded')}
       where import_rows.state <> 'created'
     returning state
   )
   update imports i set last_row_at = $2, batches = i.batches + 1, players_registered = i.players_registered + $3,
     ${rowStates.map(changeOf).join(',\n     ')}
   where i.id = $1`,
);

/**
 * Records rows and counts them. The import is locked.
 * @param registered the number of players that were registered with the rows
 * @throws {RangeError} synchronously, before anything is sent, for values that cannot be stored
 */
export function putRows(
  transaction: Transaction,
  importId: string,
  rows: readonly RowRecord[],
  { registered, at }: { readonly registered: number; readonly at: number },
): Promise<unknown> {
  return transaction.query(put, [importId, instant(at), registered, ...importRows.values(rows)]);
}

const importPlayers = table('import_players', { import_id: uuid, key: text, player_id: uuid, registered: boolean });

/** A player that a key of an import means. */
export interface KeyedPlayer {
  readonly key: string;
  readonly player_id: string;
  readonly username: string;
  readonly registered: boolean;
  /** False if its creator has hidden it since the key was stored. */
  readonly is_visible: boolean;
}

const KEYED_PLAYERS = 'import_players k join players p on p.id = k.player_id and p.erased_at is null';

const ofKeys = statement(
  'import_players_of_keys',
  `select k.key, k.player_id, p.username, k.registered, ${visibleTo('p', '$1')} as is_visible
   from ${KEYED_PLAYERS} where k.import_id = $2 and k.key = any($3::text[])`,
);

/** The players that these keys mean since a row with them was stored. */
export async function readKeys(
  database: Queryable,
  partnerId: string,
  importId: string,
  keys: readonly string[],
): Promise<KeyedPlayer[]> {
  if (keys.length === 0) return [];
  return database.query<KeyedPlayer>(ofKeys, [partnerId, importId, packTexts(keys)]);
}

// A key of a player who was erased at the same time is free again.
const insertKeys = statement(
  'import_players_insert',
  `${importPlayers.insert()}
   on conflict (import_id, key) do update set player_id = excluded.player_id, registered = excluded.registered`,
);

/** @throws {RangeError} synchronously, before anything is sent, for values that cannot be stored */
export function insertImportPlayers(
  transaction: Transaction,
  rows: readonly RowOf<typeof importPlayers>[],
): Promise<unknown> {
  return transaction.query(insertKeys, importPlayers.values(rows));
}

/** A listed row, with the state of its match. */
export interface ListedRow extends RowRecord {
  readonly status: MatchStatus | null;
  readonly revision: number | null;
}

export interface RowFilter {
  readonly state: RowState | null;
  readonly now: RowNow | null;
  /** Only rows with warnings. */
  readonly isWarned: boolean;
}

const IN_NOW: Readonly<Record<RowNow, string>> = {
  stored: `r.state = 'created' and m.status <> 'voided' and m.revision = 1`,
  changed: `r.state = 'created' and m.status <> 'voided' and m.revision > 1`,
  voided: `r.state = 'created' and m.status = 'voided'`,
};

/** The cursor of a list of rows: the last line of the page. */
export interface LineKey {
  readonly line: number;
}

/** The rows of an import, by line. */
export async function listRows(
  database: Queryable,
  importId: string,
  { state, now, isWarned }: RowFilter,
  { after, limit, offset }: Page<LineKey>,
): Promise<ListedRow[]> {
  // Literals instead of parameters, so that the planner can use the partial indexes; a limit, so that it looks up each match.
  const conditions = [
    ...(state === null ? [] : [`and r.state = '${state}'`]),
    ...(now === null ? [] : [`and ${IN_NOW[now]}`]),
    ...(isWarned ? [`and r.texts is not null and r.texts ? 'warnings'`] : []),
  ];
  const list = statement(
    ['import_rows_list', state ?? [], now === null ? [] : `now_${now}`, isWarned ? 'warned' : []].flat().join('_'),
    `select ${importRows.select('r')}, m.status, m.revision
     from import_rows r
     left join lateral (select status, revision from matches where id = r.match_id limit 1) m on true
     where r.import_id = $1 and r.line > $2 ${conditions.join(' ')}
     order by r.line limit $3 offset $4`,
  );
  return database.query<ListedRow>(list, [importId, after?.line ?? 0, limit, offset]);
}

/** The cursor of a list of players: the last key of the page. */
export interface PlayerKey {
  readonly key: string;
}

// A hidden player has the name that the partner's matches show.
const listKeys = statement(
  'import_players_list',
  `select k.key, k.player_id as profile_id, p.username, k.registered,
     case when ${visibleTo('p', '$1')} then p.display_name else p.username end as display_name
   from ${KEYED_PLAYERS}
   where k.import_id = $2 and k.key > $3 order by k.key limit $4 offset $5`,
);

/** The players that stored rows of an import name by key. */
export async function listImportPlayers(
  database: Queryable,
  partnerId: string,
  importId: string,
  { after, limit, offset }: Page<PlayerKey>,
): Promise<ImportedPlayer[]> {
  return database.query<ImportedPlayer>(listKeys, [partnerId, importId, after?.key ?? '', limit, offset]);
}
