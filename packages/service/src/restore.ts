/**
 * `bandeja-service restore`: restores a backup of an embedded database into a data directory, or only checks it. The service must not
 * run. It is not part of the command `bandeja`, which cannot open a database.
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
import { MIGRATIONS_DIRECTORY } from './migrations.ts';
import { endAllSignIns } from './people/sign-ins-store.ts';
import { countOf } from './runtime/count-of.ts';
import { verifyRatings } from './verification/verify.ts';

const HELP = `bandeja-service restore FILE --data-dir DIR [--check]
bandeja-service restore FILE --check

Restores a backup of an embedded database into a data directory (DATA_DIR) that has no database. If the file is incomplete
or damaged, nothing is restored.

  --data-dir DIR   the data directory; created if it does not exist
  --check          opens the restored database, compares every rating with a replay of all matches, and verifies the audit
                   trail; without --data-dir, restores into a temporary folder and removes it

Exit codes: 0 success; 1 the check found faults; 2 wrong usage; 3 the backup cannot be restored.
`;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Options {
  readonly file: string;
  readonly directory: string | null;
  readonly withCheck: boolean;
}

function readOptions(): Options | null {
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
    const withCheck = values.check;
    if (file === undefined || positionals.length > 1 || (directory === null && !withCheck)) return null;
    return { file, directory, withCheck };
  } catch {
    return null;
  }
}

async function restore({ file, directory, withCheck }: Options): Promise<boolean> {
  const temporary = directory === null ? fs.mkdtempSync(path.join(os.tmpdir(), 'bandeja-restore-')) : null;
  try {
    const target = directory ?? temporary ?? '';
    print(summaryOf(await restoreBackup(file, target)));
    const isIntact = await open(target, withCheck);
    if (directory !== null) print(`Restored into ${path.resolve(directory)}. Start the service with this DATA_DIR.`);
    return isIntact;
  } finally {
    if (temporary !== null) fs.rmSync(temporary, { recursive: true, force: true });
  }
}

const summaryOf = ({ moment, service, bytes, files }: BackupManifest): string =>
  `The backup is complete: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, made by version ${service}.\n` +
  `It contains everything that was acknowledged before ${moment}.`;

/** Opens the database, which replays its write-ahead log, ends all sign-ins, and verifies ratings and audit trail if wanted. */
async function open(dataDirectory: string, withCheck: boolean): Promise<boolean> {
  const database = await openDatabase({
    dataDirectory,
    migrationsDirectory: MIGRATIONS_DIRECTORY,
    log: { info: print, warn: print },
  });
  try {
    await endAllSignIns(database);
    if (!withCheck) return true;
    const context = serviceContext(database);
    const ratings = await verifyRatings(context);
    const audit = await verifyAudit(context);
    print(
      `Ratings: compared ${countOf(ratings.matches, 'rated match', 'rated matches')} of ${countOf(ratings.players, 'player')}; ${countOf(ratings.differences, 'difference')}, ` +
        `${countOf(ratings.unsettled, 'match', 'matches')} not settled yet.`,
    );
    print(
      `Audit trail: verified ${countOf(audit.entries, 'entry', 'entries')} of ${countOf(audit.partners, 'partner')}; ${countOf(audit.faults.length, 'fault')}.`,
    );
    for (const { detail } of audit.faults.slice(0, 20)) print(`  ${detail}`);
    return ratings.differences === 0 && audit.faults.length === 0;
  } finally {
    await database.close();
  }
}

const options = readOptions();
if (options === null) {
  process.stderr.write(HELP);
  process.exit(2);
}
try {
  process.exitCode = (await restore(options)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`bandeja: ${error.message}\n`);
  process.exitCode = 3;
}
