/**
 * `npm run drill:backup`: backs up the embedded database at random moments during writes and kills the service during some backups.
 * Every backup is restored elsewhere and must contain all acknowledged matches.
 */
import { parseArgs } from 'node:util';
import { backupRun } from '@bandeja/service/test/support/backup-run';

const HELP = `npm run drill:backup -- [options]

  --backups N   default 10
  --kills N     backups in which the service is killed, default 5
`;

const { values } = parseArgs({
  options: {
    backups: { type: 'string', default: '10' },
    kills: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const result = await backupRun({
  backups: Number(values.backups),
  kills: Number(values.kills),
  pauseMs: () => 500 + Math.random() * 3_000,
});
process.stdout.write(
  `${result.backups} backups while matches came in, each restored and verified; ${result.kills} more in which the service was killed, none of ` +
    `which left a file that looks like a backup.\n` +
    `${result.acknowledged} matches acknowledged. The backups had to have ${result.before} in all and have ${result.found}: none is missing.\n` +
    `Slowest backup ${Math.round(result.slowestBackupMs)} ms, largest file ${result.largestMb.toFixed(1)} MB. Slowest submission during ` +
    `a backup ${Math.round(result.slowestDuring)} ms, otherwise ${Math.round(result.slowestElsewhere)} ms.\n`,
);
