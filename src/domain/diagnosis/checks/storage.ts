import { findWholeTables, hotStatements } from '../../../store/diagnosis/plans.ts';
import { readServerSettings } from '../../../store/diagnosis/server.ts';
import { readExpectedIndexes, readIndexes, readTableStatistics } from '../../../store/diagnosis/tables.ts';
import { type Check, fine, lengthText, problem, sizeText, warning } from '../check.ts';

const FREE_PROBLEM = 256e6;
const FREE_WARNING = 2e9;

/** Room on the disk of the embedded database. A server's disk cannot be seen from here. */
export const disk: Check = {
  code: 'disk',
  async look({ database }) {
    const { database_bytes } = await readServerSettings(database);
    const free_bytes = database.freeBytes();
    const values = { free_bytes, database_bytes };
    if (free_bytes === null) {
      return fine(
        `The database has ${sizeText(database_bytes)}. Room on the disk of its server is monitored there.`,
        values,
      );
    }
    const text = `${sizeText(free_bytes)} are free on the disk of the database, which has ${sizeText(database_bytes)}.`;
    const advice = 'Make room, or move DATA_DIR to a larger disk while the service is stopped.';
    if (free_bytes < FREE_PROBLEM) return problem(text, advice, values);
    return free_bytes < Math.max(FREE_WARNING, database_bytes / 4) ? warning(text, advice, values) : fine(text, values);
  },
};

const ROWS_TO_ANALYZE = 10_000;
const DEAD_ROWS_MIN = 100_000;

/** Without statistics the planner guesses; without vacuum tables grow. */
export const statistics: Check = {
  code: 'statistics',
  async look({ database }) {
    const tables = await readTableStatistics(database);
    const unknown = tables.filter(
      ({ planned_rows, live_rows, was_analyzed }) =>
        !was_analyzed && Math.max(planned_rows, live_rows) > ROWS_TO_ANALYZE,
    );
    const bloated = tables.filter(({ dead_rows, live_rows }) => dead_rows > DEAD_ROWS_MIN && dead_rows > live_rows);
    const values = { never_analyzed: unknown.map(({ name }) => name), bloated };
    const turnOn = 'See that autovacuum is on (show autovacuum).';
    if (unknown.length > 0) {
      const names = unknown.map(({ name }) => name).join(', ');
      return warning(
        `The database has never counted what is in ${names}, so it may choose slow plans.`,
        `Run: analyze ${names}; ${turnOn}`,
        values,
      );
    }
    if (bloated.length > 0) {
      const names = bloated.map(({ name }) => name).join(', ');
      return warning(`More rows are dead than alive in ${names}.`, `Run: vacuum analyze ${names}; ${turnOn}`, values);
    }
    return fine('The database has counted its tables, and few rows are dead.', values);
  },
};

/** The upkeep that a server does by itself. */
export const upkeep: Check = {
  code: 'upkeep',
  engine: 'pglite',
  async look({ database }) {
    const failing = (await database.health(1_000)).upkeep.filter(({ failingMs }) => failingMs !== null);
    const [first] = failing;
    if (first === undefined) return fine('The upkeep of the embedded database works.');
    return problem(
      `The upkeep of the embedded database fails: ${first.chore}, for ${lengthText((first.failingMs ?? 0) / 1000)}.`,
      'The log of the service says why. It is tried again every 20 s; until then the database grows or becomes slow.',
      { failing },
    );
  },
};

/** Indexes that the schema has. One may have been dropped by hand, or its building may have failed. */
export const indexes: Check = {
  code: 'indexes',
  async look({ database }) {
    const found = await readIndexes(database);
    const names = new Set(found.map(({ name }) => name));
    const missing = (await readExpectedIndexes()).filter((name) => !names.has(name));
    const unusable = found.filter(({ is_usable }) => !is_usable).map(({ name }) => name);
    const values = { missing, unusable };
    if (missing.length > 0) {
      return problem(
        `The database lacks indexes of the schema: ${missing.join(', ')}.`,
        'Make them again as migrations/schema.sql has them.',
        values,
      );
    }
    if (unusable.length > 0) {
      return problem(
        `The database has indexes that it cannot use: ${unusable.join(', ')}.`,
        `Build them again: ${unusable.map((name) => `reindex index concurrently ${name};`).join(' ')}`,
        values,
      );
    }
    return fine('All indexes of the schema are there.', values);
  },
};

/** From here on reading a whole table for one request is slow. */
const LARGE_ROWS = 10_000;

/** How the database would run what most requests need, with the statistics that it has now. */
export const plans: Check = {
  code: 'plans',
  async look({ database }) {
    const tables = await readTableStatistics(database);
    const large = tables.filter(({ planned_rows, live_rows }) => Math.max(planned_rows, live_rows) > LARGE_ROWS);
    const whole = await findWholeTables(database, new Set(large.map(({ name }) => name)));
    const count = hotStatements().length;
    if (whole.length === 0) {
      return fine(`The ${count} statements that most requests need read no large table from start to end.`, { count });
    }
    const shown = whole.map(({ statement, table }) => `${statement} (${table})`).join(', ');
    return warning(
      `The database reads large tables from start to end for single requests: ${shown}.`,
      `Run: analyze ${[...new Set(whole.map(({ table }) => table))].join(', ')}; if that does not help, look for missing indexes.`,
      { whole },
    );
  },
};

const BACKUP_OLD_S = 48 * 3600;

/** The last backup that was made by the service. */
export const backup: Check = {
  code: 'backup',
  async look({ database, now }) {
    if (database.backups === null) {
      return fine('Backups of this database are made without the service, so it does not know of them.');
    }
    const last = database.backups.last();
    const advice = 'Make one every night: bandeja backup FILE.';
    if (last === null) return warning('No backup has been made of this data directory.', advice);
    const seconds = (now() - Date.parse(last.moment)) / 1000;
    const text = `The last backup was made ${lengthText(seconds)} ago.`;
    return seconds > BACKUP_OLD_S ? warning(text, advice, { last }) : fine(text, { last });
  },
};
