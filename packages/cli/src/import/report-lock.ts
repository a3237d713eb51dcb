/** One import at a time writes a report. */
import { open, readFile, rm, stat } from 'node:fs/promises';
import { wrongUse } from '../exit.ts';
import { written } from './report-file.ts';

/**
 * @param path null for no report
 * @throws {CommandFailure} while another import writes the report, or if it cannot be written
 */
export async function withReportLock<T>(path: string | null, work: () => Promise<T>): Promise<T> {
  const there = path === null ? null : await stat(path).catch(() => null);
  if (path === null || (there !== null && !there.isFile())) return await work();
  const unlock = await written(path, () => lock(path));
  try {
    return await work();
  } finally {
    await unlock();
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  const name = `${path}.lock`;
  for (;;) {
    try {
      const file = await open(name, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rm(name, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = Number(await readFile(name, 'utf8').catch(() => ''));
    if (owner === 0 || isRunning(owner)) {
      throw wrongUse(
        `--report ${path}: another import is writing this report. Wait for it, or choose another name. If none is, delete ${name}.`,
      );
    }
    // A killed import left it.
    await rm(name, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
