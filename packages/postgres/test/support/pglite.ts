/**
 * Embedded databases that begin from files made earlier. A new one costs `initdb`, 2.9 s of processor time; from a
 * snapshot in memory it is 0.8 s, from a copied directory 0.4 s. What is made is kept between runs in the folder for
 * temporary files, under a name made of all that it depends on.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate, readMigrations } from '../../src/migrate.ts';
import { openPglite, type PgliteDatabase } from '../../src/pglite.ts';

/** The folder of migrations that a database has when it is opened; null if it has no table. */
type Beginning = string | null;

const { version } = JSON.parse(
  fs.readFileSync(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), 'utf8'),
) as { readonly version: string };

/** V8 compiles a module once for all threads that have it: so every database of a process but the first starts in half the time. */
let compiled: Promise<unknown> | undefined;

function keepCompiled(): Promise<unknown> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(fs.readFileSync(file));
}

/** The types of Node leave it out. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

/** Opens a fresh database in memory. Closing it is the caller's. */
export async function openPgliteInMemory(migrations: Beginning): Promise<PgliteDatabase> {
  compiled ??= keepCompiled();
  await compiled;
  return openPglite({ directory: null, snapshot: fs.readFileSync(await prepareSnapshot(migrations)) });
}

/** Fills a data directory, which must not have a database yet, as if the service had run on it before. */
export async function fillDataDirectory(dataDirectory: string, migrations: Beginning): Promise<void> {
  const template = await prepare(migrations, 'directory', async (unfinished) => {
    const database = await openPglite({ directory: unfinished });
    if (migrations !== null) await migrate(database, migrations);
    await database.close();
  });
  fs.cpSync(template, path.join(dataDirectory, 'database'), { recursive: true });
}

/** Makes the snapshot unless it is there; returns its file. */
export function prepareSnapshot(migrations: Beginning): Promise<string> {
  return prepare(migrations, 'snapshot.tar', async (unfinished) => {
    const database = await openPglite({ directory: null });
    if (migrations !== null) await migrate(database, migrations);
    fs.writeFileSync(unfinished, await database.dump());
    await database.close();
  });
}

/** Made under another name and renamed, since test files run at once and none may use half of it. */
async function prepare(
  migrations: Beginning,
  name: string,
  make: (unfinished: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(os.tmpdir(), `bandeja-pglite-${process.getuid?.() ?? 0}-${await fingerprint(migrations)}`);
  const finished = path.join(folder, name);
  if (fs.existsSync(finished)) return finished;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${finished}.${process.pid}`;
  await make(unfinished);
  if (fs.existsSync(finished)) fs.rmSync(unfinished, { recursive: true });
  else fs.renameSync(unfinished, finished);
  return finished;
}

async function fingerprint(directory: Beginning): Promise<string> {
  const hash = createHash('sha256').update(version);
  const migrations = directory === null ? [] : await readMigrations(directory);
  for (const migration of migrations) hash.update(`${migration.version}${migration.checksum}`);
  return hash.digest('hex').slice(0, 16);
}
