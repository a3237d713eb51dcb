/** Matches are sent while backups are made; each backup is restored elsewhere and has to have what was acknowledged before it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runCli } from '@bandeja/cli/test/run-cli';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const OPERATOR_TOKEN = 'backup-run-operator-token';
const PLAYERS = 24;
const CONNECTIONS = 8;

export interface BackupRunOptions {
  readonly backups: number;
  /** Additional backups during which the service is killed. */
  readonly kills: number;
  /** How long matches are sent before each backup, ms. */
  readonly pauseMs: () => number;
}

export interface BackupRunResult {
  readonly backups: number;
  readonly kills: number;
  readonly acknowledged: number;
  /** Sums over all backups: matches acknowledged before the backup's moment, and matches found in the backup. */
  readonly before: number;
  readonly found: number;
  readonly slowestBackupMs: number;
  readonly largestMb: number;
  /** The slowest submission during a backup, and the slowest between backups, ms. */
  readonly slowestDuring: number;
  readonly slowestElsewhere: number;
}

interface MadeBackup {
  readonly file: string;
  readonly momentMs: number;
  /** References of the matches acknowledged before that moment. */
  readonly before: readonly string[];
}

/** Runs `bandeja-service restore`. */
export async function runRestore(
  ...args: readonly string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, '../../src/restore.ts');
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, ['--liftoff-only', program, ...args])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

export async function backupRun(options: BackupRunOptions): Promise<BackupRunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-backups-'));
  try {
    return await new BackupRun(folder, options).run();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

class BackupRun {
  readonly #folder: string;
  readonly #options: BackupRunOptions;
  /** By reference, when the acknowledgement came, ms since 1970. */
  readonly #acknowledged = new Map<string, number>();
  #next = 0;
  #isStopping = false;
  #isBackingUp = false;
  #slowest = { during: 0, elsewhere: 0 };

  constructor(folder: string, options: BackupRunOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async run(): Promise<BackupRunResult> {
    let service = await this.#start(join(this.#folder, 'data'));
    const key = await prepare(service);
    const made: MadeBackup[] = [];
    let [slowestBackupMs, largest] = [0, 0];
    let sending = this.#send(service, key);
    const { backups, kills, pauseMs } = this.#options;
    // Killed ones are spread among the others.
    const rounds = Array.from({ length: backups + kills }, (_, round) => (round * kills) % (backups + kills) < kills);
    for (const [round, isKilled] of rounds.entries()) {
      await sleep(pauseMs());
      const file = join(this.#folder, `backup-${round}.tar.gz`);
      if (isKilled) {
        await this.#killDuringBackup(service, file);
        await sending;
        service = await this.#start(join(this.#folder, 'data'));
        sending = this.#send(service, key);
        continue;
      }
      const startedAt = performance.now();
      this.#isBackingUp = true;
      const run = await this.#backup(service.url, file);
      this.#isBackingUp = false;
      assert.equal(run.exitCode, 0, run.stderr);
      const note = JSON.parse(run.stdout) as { moment: string; size_bytes: number };
      const momentMs = Date.parse(note.moment);
      slowestBackupMs = Math.max(slowestBackupMs, performance.now() - startedAt);
      largest = Math.max(largest, note.size_bytes);
      const before = [...this.#acknowledged].flatMap(([ref, at]) => (at < momentMs ? [ref] : []));
      made.push({ file, momentMs, before });
    }
    this.#isStopping = true;
    await sending;
    assert.equal(await service.stop(), 0);
    let found = 0;
    for (const backup of made) found += await this.#checkRestored(backup, key);
    return {
      backups,
      kills,
      acknowledged: this.#acknowledged.size,
      before: made.reduce((sum, { before }) => sum + before.length, 0),
      found,
      slowestBackupMs,
      largestMb: largest / 1e6,
      slowestDuring: this.#slowest.during,
      slowestElsewhere: this.#slowest.elsewhere,
    };
  }

  #start(dataDirectory: string): Promise<ServiceProcess> {
    return startServiceProcess({
      environment: { OPERATOR_TOKEN, DATA_DIR: dataDirectory, LOG_LEVEL: 'fatal', RATE_LIMITS: 'off' },
    });
  }

  #backup(url: string, file: string) {
    return runCli(['backup', file, '--json'], { url, operatorToken: OPERATOR_TOKEN });
  }

  /** No file may look like a backup afterwards. */
  async #killDuringBackup(service: ServiceProcess, file: string): Promise<void> {
    const running = this.#backup(service.url, file);
    while (!existsSync(`${file}.unfinished`)) await sleep(1);
    await sleep(Math.random() * 200);
    await service.kill();
    const { exitCode } = await running;
    // The backup may have been complete just before.
    if (exitCode === 0) return;
    assert.equal(exitCode, 3);
    assert.deepEqual(
      readdirSync(this.#folder).filter((name) => file.endsWith(name.replace('.unfinished', ''))),
      [],
    );
  }

  /** Sends matches over some connections until the service is gone or the run ends. */
  async #send(service: ServiceProcess, key: string): Promise<void> {
    const connection = async (): Promise<void> => {
      while (!this.#isStopping) {
        const number = this.#next++;
        const ref = `match-${number}`;
        const sentAt = performance.now();
        const answer = await post(service.url, key, '/v1/matches', matchOf(ref, number)).catch(() => null);
        if (answer === null || answer.status >= 500) return;
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        this.#acknowledged.set(ref, Date.now());
        const kind = this.#isBackingUp ? 'during' : 'elsewhere';
        this.#slowest[kind] = Math.max(this.#slowest[kind], performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  }

  /** @returns how many matches are in it. */
  async #checkRestored({ file, before }: MadeBackup, key: string): Promise<number> {
    const dataDirectory = join(this.#folder, 'restored');
    const { code, stdout, stderr } = await runRestore(file, '--data-dir', dataDirectory, '--check');
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, / 0 differences/);
    assert.match(stdout, / 0 faults/);
    assert.ok(!existsSync(join(dataDirectory, 'operator-token')));
    const service = await this.#start(dataDirectory);
    const refs = new Set(await storedRefs(service.url, key));
    const missing = before.filter((ref) => !refs.has(ref));
    assert.deepEqual(missing, [], `${missing.length} of ${before.length} acknowledged matches are missing`);
    // It goes on from there.
    const next = await post(service.url, key, '/v1/matches', matchOf('after-restore', 1e6));
    assert.equal(next.status, 201);
    assert.equal(await service.stop(), 0);
    rmSync(dataDirectory, { recursive: true });
    return refs.size;
  }
}

async function prepare(service: ServiceProcess): Promise<string> {
  const partner = await post(service.url, OPERATOR_TOKEN, '/admin/v1/partners', { name: 'Backups', plan: 'pro' });
  const scopes = ['write:matches', 'read:players', 'write:players'];
  const key = await post(service.url, OPERATOR_TOKEN, `/admin/v1/partners/${partner.body['id']}/keys`, { scopes });
  const text = String(key.body['key']);
  for (let player = 0; player < PLAYERS; player++) {
    assert.equal((await post(service.url, text, '/v1/players', { username: `player-${player}` })).status, 201);
  }
  return text;
}

/** Four players that depend on the number; later numbers are played later. */
function matchOf(ref: string, number: number): object {
  const first = (number * 5) % PLAYERS;
  return {
    external_ref: ref,
    played_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    winning_team: number % 2 === 0 ? 'A' : 'B',
    trust_tier: 'partner_attested',
    participants: [0, 1, 2, 3].map((slot) => ({
      username: `player-${(first + slot * 6) % PLAYERS}`,
      team: slot < 2 ? 'A' : 'B',
    })),
  };
}

async function storedRefs(url: string, key: string): Promise<string[]> {
  const refs: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/matches?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    const page = (await answer.json()) as {
      data: { external_ref: string }[];
      pagination: { next_cursor: string | null };
    };
    refs.push(...page.data.map((match) => match.external_ref));
    cursor = page.pagination.next_cursor;
  }
  return refs;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function post(url: string, token: string, path: string, body: object): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
