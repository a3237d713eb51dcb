/** How the database would run the statements that most requests need. */
import { type Database, type Statement, statement, statementNamed, statementNames } from '../engine/database.ts';

/** They read a few rows by an index, however large the tables are. */
export const HOT_STATEMENTS = [
  'keys_credential',
  'participants_eligible',
  'participants_lock',
  'audit_lock_chain_heads',
  'matches_by_external_ref',
  'matches_by_id',
  'match_lock',
  'player_matches_newest',
  'player_ratings_lock',
  'player_ratings_read',
  'players_visible',
  'roster_slugs_of_players',
  'rosters_by_slug',
  'session_matches',
  'audit_of_match',
  'audit_chain',
  'event_places_from',
] as const;

/** Their text depends on what is asked for: those that were used since the start. */
const HOT_FAMILIES = ['matches_list', 'history_list', 'sessions_list'];

/** A table that a statement reads from start to end. */
export interface WholeTable {
  readonly statement: string;
  readonly table: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

type Explained = { readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] };

const isPrepared = statement('diagnosis_is_prepared', 'select name from pg_prepared_statements where name = $1');

/**
 * Has a statement planned without values, as the service runs it (`plan_cache_mode = force_generic_plan`), and does not run it.
 * Prepared and run under a name, since older servers cannot explain a statement without its values.
 */
async function explain(database: Database, { name, text }: Statement): Promise<PlanNode> {
  const prepared = `diagnosis_of_${name}`;
  const parameters = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const values = Array.from({ length: Math.max(0, ...parameters) }, () => 'null').join(', ');
  const execute = values === '' ? prepared : `${prepared}(${values})`;
  const question = statement(['explain', name].join('_'), `explain (format json) execute ${execute}`);
  return database.transaction(async (transaction) => {
    // One that failed in between has left it behind.
    if ((await transaction.query(isPrepared, [prepared])).length > 0)
      await transaction.script(`deallocate ${prepared}`);
    await transaction.script(`prepare ${prepared} as ${text}`);
    const [row] = await transaction.query<Explained>(question);
    await transaction.script(`deallocate ${prepared}`);
    const [explained] = row?.['QUERY PLAN'] ?? [];
    if (explained === undefined) throw new Error(`${name} has no plan`);
    return explained.Plan;
  });
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Those that this process knows. */
export function hotStatements(): Statement[] {
  const names = statementNames().filter((name) => HOT_FAMILIES.some((family) => name.startsWith(family)));
  return [...HOT_STATEMENTS, ...names].flatMap((name) => statementNamed(name) ?? []);
}

/** The tables among `tables` that one of the hot statements reads whole. */
export async function findWholeTables(database: Database, tables: ReadonlySet<string>): Promise<WholeTable[]> {
  const found: WholeTable[] = [];
  for (const hot of hotStatements()) {
    for (const node of nodesOf(await explain(database, hot))) {
      const table = node['Relation Name'];
      if (node['Node Type'] === 'Seq Scan' && table !== undefined && tables.has(table))
        found.push({ statement: hot.name, table });
    }
  }
  return found;
}
