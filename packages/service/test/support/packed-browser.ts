/** The files of the packed Chromium, without the library that drives it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
 * Unpacks the browser if it is not there yet. The package itself would write it into the folder for temporary files under its last
 * name, where another process finds half a browser, or one that cannot be executed since it is still written.
 * @returns its file
 */
export async function packedBrowser(): Promise<string> {
  if (!existsSync(UNPACKED)) {
    await mkdir(path.dirname(UNPACKED), { recursive: true });
    const unfinished = await mkdtemp(`${UNPACKED}-`);
    const unpack = "import packed from '@sparticuz/chromium'; await packed.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: unfinished },
    });
    // Another process may have been faster.
    await rename(unfinished, UNPACKED).catch(() => rm(unfinished, { recursive: true }));
  }
  return path.join(UNPACKED, 'chromium');
}
