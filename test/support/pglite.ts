/**
 * Embedded databases that begin from files made earlier. A new one costs `initdb`, 2.9 s of processor time; from a
 * snapshot in memory it is 0.8 s, from a copied directory 0.4 s. What is made is kept between runs in the folder for
 * temporary files, under a name made of all that it depends on.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { migrate, readMigrations } from '../../src/store/engine/migrate.ts';
import { openPglite, type PgliteDatabase } from '../../src/store/engine/pglite.ts';
import { MIGRATIONS_DIRECTORY } from '../../src/store/migrations.ts';

/** `empty` is a database without any table, `migrated` one with the schema. */
export type Beginning = 'empty' | 'migrated';

/** V8 compiles a module once for all threads that have it: so every database of a process but the first starts in half the time. */
let compiled: Promise<unknown> | undefined;

function keepCompiled(): Promise<unknown> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(fs.readFileSync(file));
}

/** The types of Node leave it out. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

/** Opens a fresh database in memory. Closing it is the caller's. */
export async function openPgliteInMemory(beginning: Beginning): Promise<PgliteDatabase> {
  compiled ??= keepCompiled();
  await compiled;
  return openPglite({ directory: null, snapshot: fs.readFileSync(await prepareSnapshot(beginning)) });
}

/** Fills a data directory, which must not have a database yet, as if the service had run on it before. */
export async function fillDataDirectory(dataDirectory: string, beginning: Beginning): Promise<void> {
  const template = await prepare(`${beginning}-directory`, async (unfinished) => {
    const database = await openPglite({ directory: unfinished });
    if (beginning === 'migrated') await migrate(database, MIGRATIONS_DIRECTORY);
    await database.close();
  });
  fs.cpSync(template, path.join(dataDirectory, 'database'), { recursive: true });
}

/** Makes the snapshot unless it is there; returns its file. */
export function prepareSnapshot(beginning: Beginning): Promise<string> {
  return prepare(`${beginning}.tar`, async (unfinished) => {
    const database = await openPglite({ directory: null });
    if (beginning === 'migrated') await migrate(database, MIGRATIONS_DIRECTORY);
    fs.writeFileSync(unfinished, await database.dump());
    await database.close();
  });
}

/** Made under another name and renamed, since test files run at once and none may use half of it. */
async function prepare(name: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const folder = path.join(os.tmpdir(), `bandeja-pglite-${process.getuid?.() ?? 0}-${await fingerprint()}`);
  const finished = path.join(folder, name);
  if (fs.existsSync(finished)) return finished;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${finished}.${process.pid}`;
  await make(unfinished);
  if (fs.existsSync(finished)) fs.rmSync(unfinished, { recursive: true });
  else fs.renameSync(unfinished, finished);
  return finished;
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(packageFile.dependencies['@electric-sql/pglite']);
  for (const { version, checksum } of await readMigrations(MIGRATIONS_DIRECTORY)) hash.update(`${version}${checksum}`);
  return hash.digest('hex').slice(0, 16);
}
