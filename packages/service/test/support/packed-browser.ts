/** The files of the packed Chromium, without the library that drives it. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { madeOnce } from '@bandeja/postgres/test/support/made-once';

/** The reason to skip tests in a browser, or false if one is available. */
export const browserAbsence: string | false =
  process.platform === 'linux' && process.arch === 'x64' ? false : 'the packed Chromium is for Linux on x64';

const manifest = readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '', 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

/** The browser, and Open Sans in `fonts`. */
export const UNPACKED = fileURLToPath(
  new URL(`../../../../node_modules/.cache/bandeja-chromium-${version}`, import.meta.url),
);

/**
 * Unpacks the browser if it is not there yet. The package itself would write it under its last name into the folder for temporary files,
 * where another process finds half of it, or cannot execute it since it is still written.
 * @returns its file
 */
export async function packedBrowser(): Promise<string> {
  await madeOnce(UNPACKED, async (unfinished) => {
    await mkdir(unfinished);
    const unpack = "import packed from '@sparticuz/chromium'; await packed.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unfinished },
    });
  });
  return path.join(UNPACKED, 'chromium');
}
