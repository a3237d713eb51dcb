/** The matches that an import created, for its undo. */
import { type Queryable, statement } from '@bandeja/postgres/database';

const count = statement(
  'imports_count_created',
  `select count(*) filter (where m.status <> 'voided' and m.revision = 1)::integer as stored,
     count(*) filter (where m.status <> 'voided' and m.revision > 1)::integer as changed,
     count(*) filter (where m.status = 'voided')::integer as voided
   from import_rows r join matches m on m.id = r.match_id where r.import_id = $1 and r.state = 'created'`,
);

/** What the matches are now that an import created. */
export interface CreatedCounts {
  readonly stored: number;
  readonly changed: number;
  readonly voided: number;
}

export async function countCreated(database: Queryable, importId: string): Promise<CreatedCounts> {
  const [counted] = await database.query<CreatedCounts>(count, [importId]);
  if (counted === undefined) throw new Error('the count returned no row');
  return counted;
}

const next = statement(
  'imports_next_created',
  `select match_id as id from import_rows
   where import_id = $1 and state = 'created' and match_id < $2::uuid order by match_id desc limit $3`,
);

/** Sorts after every id. */
const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The next matches that an import created, the last played first: their ids begin with the instant. @param before null: the last ones */
export async function findCreated(
  database: Queryable,
  importId: string,
  before: string | null,
  size: number,
): Promise<string[]> {
  const found = await database.query<{ id: string }>(next, [importId, before ?? AFTER_ALL_IDS, size]);
  return found.map(({ id }) => id);
}
