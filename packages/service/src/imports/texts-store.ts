/** Emptying the texts of imports, which may name people. Codes, pointers and ids stay. */
import { instant, type Queryable, statement, type Transaction } from '@bandeja/postgres/database';
import { packTexts } from '@bandeja/postgres/packed';
import { matchesOf } from '../matches/nearby-store.ts';

const firstDue = statement(
  'imports_texts_due',
  'select id from imports where closed_at < $1 and not is_emptied order by closed_at limit 1',
);

/** The id of the import that was closed first, before this time, and still has its texts. */
export async function findDueTexts(database: Queryable, closedBefore: number): Promise<string | undefined> {
  return (await database.query<{ id: string }>(firstDue, [instant(closedBefore)]))[0]?.id;
}

/** About 50 ms. On the embedded database all requests wait for a piece. */
const PIECE_ROWS = 500;

const PIECE = `piece as materialized (
     select line, match_id, texts from import_rows
     where import_id = $1 and line > $2 and texts is not null order by line limit ${PIECE_ROWS}
   )`;

/**
 * Empties these lines of the import $1. They are locked in order of line, as batches of rows write them, so that no two transactions deadlock. Arrays, because
 * without statistics the planner would compare each row with each line.
 */
const emptied = (lines: string): string => `locked as materialized (
     select line, texts, emptied_texts(texts) as emptied from import_rows
     where import_id = $1 and line = any(${lines}) order by line for no key update
   ), emptied as (
     update import_rows r set texts = locked.emptied from locked
     where r.import_id = $1 and r.line = any(${lines}) and r.line = locked.line and locked.texts <> locked.emptied
   )`;

const empty = statement(
  'import_rows_empty_texts',
  `with ${PIECE}, ${emptied('array(select line from piece)')} select max(line) as line from piece`,
);

/** Empties the next texts of a closed import. @returns the line after which to go on; null at the end */
export async function emptyTexts(database: Queryable, importId: string, after: number): Promise<number | null> {
  const [piece] = await database.query<{ line: number | null }>(empty, [importId, after]);
  return piece?.line ?? null;
}

const endEmpty = statement('imports_end_emptying', 'update imports set is_emptied = true where id = $1');

/** Records that an import has lost its texts. */
export async function endEmptying(database: Queryable, importId: string): Promise<void> {
  await database.query(endEmpty, [importId]);
}

/** A player that texts may name. */
export interface NamedInTexts {
  readonly id: string;
  readonly partner_id: string;
  readonly username: string;
  readonly display_name: string;
}

/** An import, and how many batches of rows it had when its texts were searched. */
export interface SearchedImport {
  readonly id: string;
  readonly batches: number;
}

const withTexts = statement(
  'imports_with_texts',
  `select id, batches from imports i
   where partner_id = $1 and not is_emptied
     and exists (select from import_rows where import_id = i.id and texts is not null)`,
);

/** The imports of a partner that have texts. */
export async function findImportsWithTexts(database: Queryable, partnerId: string): Promise<SearchedImport[]> {
  return database.query<SearchedImport>(withTexts, [partnerId]);
}

// The collation makes every database fold all letters in the same way. Upper case first: “ς” and “σ” have one capital.
const folded = (sql: string): string => `lower(upper(${sql} collate "pg_c_utf8"))`;

const holds = (column: string, names: string, patterns: string): string => `exists (
     select from (select ${folded(`${column}::text`)} as json offset 0) f, unnest(${names}::text[], ${patterns}::text[]) as n(name, pattern)
     where position(${folded('n.name')} in f.json) > 0 and f.json ~ ${folded('n.pattern')})`;

const emptyNamed = statement(
  'import_rows_empty_named',
  `with ${PIECE}, named as materialized (
     select line from piece where ${holds('piece.texts', '$3', '$4')} or exists (
       select from matches m where m.id = piece.match_id and $5::uuid = any(m.player_ids))
   ), ${emptied('array(select line from named)')}
   select max(line) as line from piece`,
);

/** Empties those of the next texts of an import that name a player or are about its matches. @returns as {@link emptyTexts} */
export async function emptyNamedTexts(
  database: Queryable,
  importId: string,
  after: number,
  player: NamedInTexts,
): Promise<number | null> {
  const values = [importId, after, ...namesOf(player), player.id];
  const [piece] = await database.query<{ line: number | null }>(emptyNamed, values);
  return piece?.line ?? null;
}

// A match may have got the player after its row was searched. "offset 0" makes the planner look up the rows of each import and match.
const findLeft = statement(
  'import_rows_left_to_empty',
  `select r.import_id, array_agg(r.line) as lines
   from (
     select r.import_id, r.line
     from imports i left join unnest($4::uuid[], $5::integer[]) as searched(id, batches) on searched.id = i.id
       cross join lateral (
         select import_id, line, texts from import_rows
         where import_id = i.id and batch > coalesce(searched.batches, 0) and texts is not null offset 0) r
     where i.partner_id = $1 and i.batches > coalesce(searched.batches, 0) and ${holds('r.texts', '$2', '$3')}
     union all
     select r.import_id, r.line
     from (${matchesOf('$6')}) m
       cross join lateral (
         select import_id, line, texts from import_rows where match_id = m.id and texts is not null offset 0) r
     where (select partner_id from imports where id = r.import_id) = $1 and r.texts <> emptied_texts(r.texts)
   ) r group by r.import_id`,
);
const emptyLines = statement('import_rows_empty_lines', `with ${emptied('$2::integer[]')} select`);
const removeReadings = statement(
  'imports_erase_player',
  `update imports set reading = null where partner_id = $1 and reading is not null and ${holds('reading', '$2', '$3')}`,
);
const removeKeys = statement('import_players_erase_player', 'delete from import_players where player_id = $1');

/** The text in its form within JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Scripts that separate words. A name in another one may be followed by a letter of the next word. */
const SEPARATED = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{N}]';
const BEGINS_WORD = new RegExp(`^${SEPARATED}`, 'u');
const ENDS_WORD = new RegExp(`${SEPARATED}$`, 'u');

/** Matches the name in JSON, but not within a longer word. The letter of an escaped line break belongs to no word. */
function wordPattern(name: string): string {
  const before = BEGINS_WORD.test(name) ? '(^|[^[:alnum:]]|\\\\[bfnrt]|\\\\u00[01][0-9a-f])' : '';
  const after = ENDS_WORD.test(name) ? '($|[^[:alnum:]])' : '';
  return `${before}${inJson(name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}${after}`;
}

/** The names of a player in JSON, and patterns of them. */
function namesOf({ username, display_name }: NamedInTexts) {
  // A file may have letters and accents as separate characters.
  const names = [...new Set([username, display_name, display_name.normalize('NFC'), display_name.normalize('NFD')])];
  return [packTexts(names.map(inJson)), packTexts(names.map(wordPattern))] as const;
}

/**
 * Empties the remaining texts about an erased player in its creator's imports after their texts were searched, and drops its keys. The transaction
 * has locked the partner's audit chain, so no batch of rows is stored at the same time.
 */
export async function removeFromImports(
  transaction: Transaction,
  player: NamedInTexts,
  searched: readonly SearchedImport[],
): Promise<void> {
  const { id, partner_id } = player;
  const named = [partner_id, ...namesOf(player)];
  const batches = [searched.map((one) => one.id), searched.map((one) => one.batches)];
  const [left] = await Promise.all([
    transaction.query<{ import_id: string; lines: number[] }>(findLeft, [...named, ...batches, id]),
    transaction.query(removeReadings, named),
    transaction.query(removeKeys, [id]),
  ]);
  for (const { import_id, lines } of left) await transaction.query(emptyLines, [import_id, lines]);
}
