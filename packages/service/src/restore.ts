/**
 * `npm run restore`: puts a backup of an embedded database into a data directory, or tries whether it could be: offline, without a
 * service. It is a program of the service and not of the command `bandeja`, since only the service can open a database.
 */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupManifest } from '@bandeja/postgres/backup/archive';
import { restoreBackup } from '@bandeja/postgres/backup/restore';
import { openDatabase } from '@bandeja/postgres/open';
import { StartupError } from '@bandeja/postgres/startup-error';
import { verifyAudit } from './audit/verify.ts';
import { serviceContext } from './context.ts';
import { verifyRatings } from './ledger/verify.ts';
import { MIGRATIONS_DIRECTORY } from './migrations.ts';

const HELP = `npm run --silent restore -- FILE --data-dir DIR [--check]
npm run --silent restore -- FILE --check

Puts a backup of an embedded database into a data directory (DATA_DIR) that has no database. The file is checked whole
first: either all of it is there, or nothing.

  --data-dir DIR   where to; made if it is not there
  --check          then opens the database, compares every rating with a replay of all matches, and verifies the audit
                   trail; without --data-dir in a folder for temporary files, which is removed

Exit codes: 0 done, and nothing is wrong; 1 the check found something; 2 wrong use; 3 it cannot be restored.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Wish {
  readonly file: string;
  readonly directory: string | null;
  readonly isToCheck: boolean;
}

function readWish(): Wish | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'data-dir': { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    const [file] = positionals;
    const directory = values['data-dir'] ?? null;
    const isToCheck = values.check;
    if (file === undefined || positionals.length > 1 || (directory === null && !isToCheck)) return null;
    return { file, directory, isToCheck };
  } catch {
    return null;
  }
}

async function restore({ file, directory, isToCheck }: Wish): Promise<boolean> {
  const temporary = directory === null ? fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-restore-')) : null;
  try {
    const target = directory ?? temporary ?? '';
    const note = await restoreBackup(file, target);
    print(noteText(note));
    const isWell = isToCheck ? await check(target) : true;
    if (directory !== null) print(`Restored into ${path.resolve(directory)}. Start the service with this DATA_DIR.`);
    return isWell;
  } finally {
    if (temporary !== null) fs.rmSync(temporary, { recursive: true, force: true });
  }
}

const noteText = ({ moment, service, bytes, files }: BackupManifest): string =>
  `The backup is whole: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, made by version ${service}.\n` +
  `Whatever was acknowledged before ${moment} is in it.`;

/** Opens the database, which replays its log, and verifies what is in it. */
async function check(dataDirectory: string): Promise<boolean> {
  const database = await openDatabase({
    dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    log: { info: print, warn: print },
  });
  try {
    const context = serviceContext(database);
    const ratings = await verifyRatings(context);
    const audit = await verifyAudit(context);
    print(
      `Ratings: ${ratings.matches} rated matches of ${ratings.players} players compared, ${ratings.differences} differences, ` +
        `${ratings.unsettled} matches not settled yet.`,
    );
    print(`Audit trail: ${audit.entries} entries of ${audit.partners} partners, ${audit.faults.length} faults.`);
    for (const { detail } of audit.faults.slice(0, 20)) print(`  ${detail}`);
    return ratings.differences === 0 && audit.faults.length === 0;
  } finally {
    await database.close();
  }
}

const wish = readWish();
if (wish === null) {
  process.stderr.write(HELP);
  process.exit(2);
}
try {
  process.exitCode = (await restore(wish)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`bandeja: ${error.message}\n`);
  process.exitCode = 3;
}
