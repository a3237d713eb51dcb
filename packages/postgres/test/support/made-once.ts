import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a file or a folder if it is not there yet, under another name, and renames it: another process must not use
 * half of it.
 * @param finished where it is kept
 * @returns `finished`
 */
export async function madeOnce(finished: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  if (fs.existsSync(finished)) return finished;
  fs.mkdirSync(path.dirname(finished), { recursive: true, mode: 0o700 });
  const unfinished = fs.mkdtempSync(`${finished}-`);
  await make(path.join(unfinished, 'made'));
  try {
    fs.renameSync(path.join(unfinished, 'made'), finished);
  } catch (error) {
    // A folder that another process has finished first is not replaced.
    if (!fs.existsSync(finished)) throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true });
  }
  return finished;
}
