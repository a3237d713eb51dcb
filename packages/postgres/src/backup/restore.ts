import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { openDataDirectory, POSTGRES_MAJOR } from '../data-directory.ts';
import { StartupError } from '../startup-error.ts';
import { syncTree } from '../sync-files.ts';
import { type BackupManifest, DATABASE_FOLDER, MANIFEST_FILE, SUMS_FILE } from './archive.ts';
import { isFolder, readTar, type TarEntry } from './tar.ts';

/** A path inside the archive that cannot leave the directory. */
const SAFE_PATH = /^(?!.*(^|\/)\.\.?(\/|$))[\w.-]+(\/[\w.-]+)*\/?$/;

/**
 * Restores a backup into a data directory without a database. All or nothing: the folder is renamed to its final name once
 * every file is complete, has the right checksum, and is on the disk.
 * @throws {StartupError} if the file or the directory cannot be used; its message contains the fix.
 */
export async function restoreBackup(file: string, dataDirectory: string): Promise<BackupManifest> {
  const { databaseDirectory, isNew, release } = await openDataDirectory(dataDirectory);
  const unfinished = `${databaseDirectory}.unfinished`;
  try {
    if (!isNew) {
      throw new StartupError(`${databaseDirectory} already exists: move it away, or name another directory`);
    }
    fs.rmSync(unfinished, { recursive: true, force: true });
    const note = await unpack(file, unfinished);
    syncTree(unfinished);
    fs.renameSync(unfinished, databaseDirectory);
    syncTree(dataDirectory, { isDeep: false });
    return note;
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error instanceof StartupError ? error : new StartupError(explain(file, error as Error), { cause: error });
  } finally {
    release();
  }
}

function explain(file: string, error: Error): string {
  const { message, code, path: failedPath } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && failedPath === file) return `${file}: there is no such file`;
  if (code === 'EACCES' && failedPath === file) {
    return `${file} cannot be read by this user: make this user the owner, or give it a copy`;
  }
  return `${file} cannot be restored: ${message}. Try another backup, or copy this one again from where it was made`;
}

async function unpack(file: string, directory: string): Promise<BackupManifest> {
  const sums = new Map<string, string>();
  const notes = new Map<string, string>();
  const write = async (entry: TarEntry, content: AsyncIterable<Buffer>): Promise<void> => {
    if (!SAFE_PATH.test(entry.path)) throw new Error(`it contains an unsafe path: ${JSON.stringify(entry.path)}`);
    if (entry.path === SUMS_FILE || entry.path === MANIFEST_FILE) {
      notes.set(entry.path, Buffer.concat(await Array.fromAsync(content)).toString());
      return;
    }
    const [folder, ...rest] = entry.path.split('/');
    if (folder !== DATABASE_FOLDER) throw new Error(`it contains an unexpected file: ${entry.path}`);
    const target = path.join(directory, ...rest);
    if (isFolder(entry)) fs.mkdirSync(target, { recursive: true, mode: 0o700 });
    else sums.set(entry.path, await writeFile(target, content));
  };
  const bytes = fs.createReadStream(file, { highWaterMark: 1024 * 1024 });
  const archive = createGunzip({ chunkSize: 1024 * 1024 });
  bytes.on('error', (error) => archive.destroy(error));
  await readTar(bytes.pipe(archive), write);
  return checked(sums, notes);
}

async function writeFile(target: string, content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const handle = await fs.promises.open(target, 'wx', 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      // Not `write`: on a full disk, it may write a part without an error.
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** @throws {Error} if a file is missing or changed, or if the backup is of an incompatible version. */
function checked(sums: ReadonlyMap<string, string>, notes: ReadonlyMap<string, string>): BackupManifest {
  const text = notes.get(MANIFEST_FILE);
  if (text === undefined) throw new Error('it is incomplete: it has no backup.json');
  const note = JSON.parse(text) as BackupManifest;
  const lines = (notes.get(SUMS_FILE) ?? '').split('\n').filter((line) => line !== '');
  const wrong = lines.map((line) => line.split('  ')).filter(([sum, name]) => sums.get(name ?? '') !== sum);
  if (wrong.length > 0) throw new Error(`it is damaged: ${wrong[0]?.[1]} has the wrong checksum`);
  if (lines.length !== sums.size || note.files !== sums.size) throw new Error('it is damaged: files are missing');
  if (note.format !== 1 || note.postgres !== POSTGRES_MAJOR) {
    throw new Error(`it was made by version ${note.service} of the service, whose files this version cannot read`);
  }
  return note;
}
