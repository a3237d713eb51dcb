/**
 * `npm run drill:crash`: kills the service during writes, five times on each engine, and once more together with the PostgreSQL
 * server. Every acknowledged match must be stored, and a reader of the events must have received each event once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, startPostgres } from '@bandeja/postgres/test/support/postgres';
import { type CrashRunResult, crashRun } from '@bandeja/service/test/support/crash-run';

const KILLS = 5;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function embedded(): Promise<CrashRunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-crash-'));
  try {
    return await crashRun({ database: { DATA_DIR: join(folder, 'data') }, kills: KILLS, acknowledgedBeforeKill: 300 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function postgres(withServer: boolean): Promise<CrashRunResult> {
  const server = await startPostgres();
  try {
    const { url } = await createDatabase({ server });
    const alsoCrash = (moment: 'kill' | 'restart'): Promise<void> =>
      moment === 'kill' ? server.crash() : server.restart();
    return await crashRun({
      database: { DATABASE_URL: url },
      kills: KILLS,
      acknowledgedBeforeKill: 600,
      ...(withServer ? { alsoCrash } : {}),
    });
  } finally {
    await server.stop();
  }
}

const rows: [string, CrashRunResult][] = [];
for (const [name, run] of [
  ['embedded, service killed', embedded],
  ['PostgreSQL, service killed', () => postgres(false)],
  ['PostgreSQL, server and service killed', () => postgres(true)],
] as const) {
  print(`${name} …`);
  rows.push([name, await run()]);
}
print('');
for (const [name, result] of rows) {
  print(
    `${name}: ${result.kills} kills, ${result.acknowledged} matches acknowledged and all there under their ids, ` +
      `${result.unanswered} without an answer, ${result.stored} stored, none twice; ${result.events} events read on the way, none lost or twice; slowest start ${Math.round(result.slowestStartMs)} ms`,
  );
}
