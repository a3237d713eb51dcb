/**
 * Embedded databases that start from cached files. A new database runs `initdb`, which takes 2.9 s of processor time. A
 * snapshot in memory takes 0.5 s, as does a copied directory. The cache is in the folder for temporary files; its name is a
 * hash of everything that the files depend on.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { statement } from '../../src/database.ts';
import { migrate, readMigrations } from '../../src/migrate.ts';
import { openPglite, type PgliteDatabase } from '../../src/pglite.ts';
import { madeOnce } from './made-once.ts';

/** The folder of migrations that are applied to a database; null for an empty database. */
type Migrations = string | null;

const { version } = JSON.parse(
  fs.readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'),
) as { readonly version: string };

/** V8 shares compiled code between threads: the second and later databases of a process start in half the time. */
let compiled: Promise<unknown> | undefined;

async function keepCompiled(): Promise<void> {
  compiled ??= WebAssembly.compile(
    fs.readFileSync(new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
  await compiled;
}

/** Missing in the types of Node. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

/** Opens a fresh database in memory. The caller closes it. */
export async function openPgliteInMemory(migrations: Migrations): Promise<PgliteDatabase> {
  await keepCompiled();
  return openPglite({ directory: null, snapshot: fs.readFileSync(await prepareSnapshot(migrations)) });
}

/** Creates a migrated database in a data directory that has none. */
export async function fillDataDirectory(dataDirectory: string, migrations: Migrations): Promise<void> {
  const template = await prepare(migrations, 'directory', async (unfinished) => {
    const database = await openPglite({ directory: unfinished });
    await fill(database, migrations);
    await database.close();
  });
  await keepCompiled();
  fs.cpSync(template, path.join(dataDirectory, 'database'), { recursive: true });
}

/** Creates the snapshot if it isn't cached. @returns its file */
export function prepareSnapshot(migrations: Migrations): Promise<string> {
  return prepare(migrations, 'snapshot.tar', async (unfinished) => {
    const database = await openPglite({ directory: null });
    await fill(database, migrations);
    fs.writeFileSync(unfinished, await database.dump());
    await database.close();
  });
}

/** Nothing is ever copied from PostgreSQL's template databases, which are two thirds of the files. */
async function fill(database: PgliteDatabase, migrations: Migrations): Promise<void> {
  await database.script('update pg_database set datistemplate = false');
  await database.query(statement('drop_template0', 'drop database template0'));
  await database.query(statement('drop_template1', 'drop database template1'));
  if (migrations !== null) await migrate(database, migrations);
}

async function prepare(
  migrations: Migrations,
  name: string,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(os.tmpdir(), `bandeja-pglite-${process.getuid?.() ?? 0}-${await fingerprint(migrations)}`);
  return madeOnce(path.join(folder, name), make);
}

async function fingerprint(directory: Migrations): Promise<string> {
  const hash = createHash('sha256').update(version).update(String(fill));
  const migrations = directory === null ? [] : await readMigrations(directory);
  for (const migration of migrations) hash.update(`${migration.version}${migration.checksum}`);
  return hash.digest('hex').slice(0, 16);
}
