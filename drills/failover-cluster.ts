/** Three PostgreSQL with Patroni, each in its own network namespace, and etcd: a cluster whose machines can be lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BRIDGE, lose, makeBridge, removals, run } from './failover-network.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
/** Of the machine of the services, and of etcd. */
const SERVICES = '10.77.0.254';
const ETCD = '10.77.0.250';
const PASSWORD = 'only-for-drills';
const STARTUP_MS_MAX = 300_000;
/** After it, members that do not run are made again from the primary, as an operator would do. */
const REINITIALIZE_AFTER_MS = 90_000;

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

/** A machine: a network namespace with Patroni and PostgreSQL. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  #patroni: ChildProcess | undefined;

  constructor(number: number, folder: string) {
    this.name = `db${number}`;
    this.address = `10.77.0.${number}`;
    this.#folder = join(folder, this.name);
  }

  get #space(): string {
    return `bandeja-${this.name}`;
  }

  connect(): void {
    const [inside, outside] = [`${this.name}in`, `${this.name}out`];
    run('ip', 'netns', 'add', this.#space);
    run('ip', 'link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', this.#space);
    run('ip', 'link', 'set', outside, 'master', BRIDGE, 'up');
    this.#inside('ip', 'addr', 'add', `${this.address}/24`, 'dev', inside);
    this.#inside('ip', 'link', 'set', inside, 'up');
    this.#inside('ip', 'link', 'set', 'lo', 'up');
  }

  /** Starts Patroni, which starts PostgreSQL. */
  start(): void {
    mkdirSync(this.#folder, { recursive: true });
    const settings = join(this.#folder, 'patroni.yml');
    writeFileSync(settings, this.#settings());
    const { uid, gid } = postgresUser();
    for (const path of [this.#folder, settings]) chownSync(path, uid, gid);
    const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const child = spawn('ip', ['netns', 'exec', this.#space, 'setpriv', ...user, 'patroni', settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: this.#folder,
    });
    const log = createWriteStream(join(this.#folder, 'patroni.log'), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.#patroni = child;
  }

  killPatroni(): void {
    this.#patroni?.kill('SIGKILL');
  }

  /** The main process of PostgreSQL; null if it does not run. */
  get postgres(): number | null {
    const file = join(this.#folder, 'data', 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0;
    return pid > 0 && existsSync(`/proc/${pid}`) ? pid : null;
  }

  killPostgres(): void {
    if (this.postgres !== null) process.kill(this.postgres, 'SIGKILL');
  }

  /** Kills everything on it. */
  kill(): void {
    this.signal('SIGKILL');
  }

  signal(signal: NodeJS.Signals, isPostgresOnly = false): void {
    for (const pid of this.#pids()) {
      if (isPostgresOnly && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    }
  }

  /** Cuts its network, or restores it. */
  setNetwork(isUp: boolean): void {
    run('ip', 'link', 'set', `${this.name}out`, isUp ? 'up' : 'down');
  }

  /** Removes the route to these addresses, or restores it. The machine still gets their packets. */
  setRoute(addresses: readonly string[], isThere: boolean): void {
    for (const address of addresses) this.#inside('ip', 'route', isThere ? 'del' : 'add', 'blackhole', `${address}/32`);
  }

  remove(): void {
    this.kill();
    // With the namespace alone, the other end would go only later.
    run('ip', 'link', 'del', `${this.name}out`);
    run('ip', 'netns', 'del', this.#space);
  }

  #pids(): number[] {
    return run('ip', 'netns', 'pids', this.#space).split('\n').filter(Boolean).map(Number);
  }

  #inside(...command: string[]): string {
    return run('ip', 'netns', 'exec', this.#space, ...command);
  }

  #settings(): string {
    const login = (username: string) => ({ username, password: PASSWORD });
    return JSON.stringify({
      scope: 'bandeja',
      name: this.name,
      restapi: { listen: `${this.address}:8008`, connect_address: `${this.address}:8008` },
      // By version 3 of etcd’s protocol, Patroni 3.0.2 of Debian 12 may lose its watch after a pause, and then names no synchronous standby.
      etcd: { host: `${ETCD}:2379` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 5,
          retry_timeout: 5,
          synchronous_mode: true,
          failsafe_mode: true,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            // Commits wait for a standby that is cut off until the primary gives it up. If it gives up one seconds before the other, Patroni
            // may name the other, and keep its name (docs/operations/cluster.md). So no standby may be heard after the cut: a receiver
            // reports after half of its timeout, and every ten seconds.
            parameters: {
              max_connections: 100,
              wal_log_hints: 'on',
              wal_sender_timeout: '5s',
              wal_receiver_timeout: '20s',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${this.address}:5432`,
        connect_address: `${this.address}:5432`,
        bin_dir: BINARIES,
        data_dir: join(this.#folder, 'data'),
        pgpass: join(this.#folder, 'pgpass'),
        pg_hba: [
          'local all all trust',
          'host all all 10.77.0.0/24 scram-sha-256',
          'host replication all 10.77.0.0/24 scram-sha-256',
        ],
        authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
        basebackup: [{ checkpoint: 'fast' }],
        parameters: { unix_socket_directories: this.#folder, shared_buffers: '64MB' },
      },
    });
  }
}

export class Cluster {
  readonly machines: readonly Machine[];
  readonly #folder: string;
  #etcd: ChildProcess | undefined;
  /** Members that Patroni did not bring back alone. */
  readonly reinitialized: string[] = [];

  /** @param folder empty */
  constructor(folder: string) {
    this.#folder = folder;
    this.machines = [1, 2, 3].map((number) => new Machine(number, folder));
  }

  async start(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    makeBridge([SERVICES, ETCD]);
    this.startEtcd();
    for (const machine of this.machines) machine.connect();
    for (const machine of this.machines) {
      machine.start();
      await this.whole([machine]);
    }
    await this.whole();
    await this.#asSuperuser('postgres', `create role bandeja login password '${PASSWORD}'`);
    await this.#asSuperuser('postgres', 'create database bandeja owner bandeja');
  }

  /** The DATABASE_URL that lists all its servers. */
  get url(): string {
    const hosts = this.machines.map(({ address }) => `${address}:5432`).join(',');
    return `postgres://bandeja:${PASSWORD}@${hosts}/bandeja?target_session_attrs=read-write`;
  }

  startEtcd(): void {
    const urls = `http://${ETCD}:2379`;
    const log = createWriteStream(join(this.#folder, 'etcd.log'), { flags: 'a' });
    const options = [
      '--data-dir',
      join(this.#folder, 'etcd'),
      '--listen-client-urls',
      urls,
      '--advertise-client-urls',
      urls,
    ];
    const peers = ['--listen-peer-urls', `http://${ETCD}:2380`, '--enable-v2'];
    this.#etcd = spawn('etcd', [...options, ...peers], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#etcd.stdout?.pipe(log, { end: false });
    this.#etcd.stderr?.pipe(log, { end: false });
  }

  killEtcd(): void {
    this.#etcd?.kill('SIGKILL');
  }

  /**
   * Cuts the network between a machine and etcd, the other machines or the services; or restores it.
   * @param isOneWay loses only what the machine sends
   */
  cut(machine: Machine, from: 'etcd' | 'machines' | 'services', isCut: boolean, isOneWay = false): void {
    const addresses = { etcd: [ETCD], machines: this.#others(machine), services: [SERVICES] }[from];
    lose(machine.address, addresses, isCut, isOneWay);
  }

  /** Removes a machine's route to the others, or restores it. */
  setRoutes(machine: Machine, areThere: boolean): void {
    machine.setRoute(this.#others(machine), areThere);
  }

  #others(machine: Machine): string[] {
    return this.machines.filter((other) => other !== machine).map(({ address }) => address);
  }

  /** The primary, once there is one. */
  async primary(): Promise<Machine> {
    for (const deadline = performance.now() + STARTUP_MS_MAX; performance.now() < deadline; await sleep(500)) {
      const members = await this.#members();
      const leader = members?.find(({ role, state }) => role === 'leader' && state === 'running');
      const machine = this.machines.find(({ name }) => name === leader?.name);
      if (machine !== undefined) return machine;
    }
    throw new Error('the cluster has no primary');
  }

  /** A synchronous standby. */
  async standby(): Promise<Machine> {
    const members = await this.#members();
    const name = members?.find(({ role }) => role === 'sync_standby')?.name;
    return this.machines.find((machine) => machine.name === name) ?? (this.machines[1] as Machine);
  }

  async ask(machine: Machine, path: 'switchover' | 'restart' | 'reinitialize', body: object): Promise<void> {
    const answer = await fetch(`http://${machine.address}:8008/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Patroni's ${path}: ${answer.status} ${await answer.text()}`);
  }

  /** Waits until a primary and its standbys run, one of them synchronous. @param expected default: all machines */
  async whole(expected: readonly Machine[] = this.machines): Promise<void> {
    const startedAt = performance.now();
    const remade = new Set<Machine>();
    for (;;) {
      const members = await this.#members();
      const running = members?.filter(({ state }) => state === 'running' || state === 'streaming') ?? [];
      const missing = expected.filter(({ name }) => !running.some((member) => member.name === name));
      const elapsedMs = performance.now() - startedAt;
      for (const machine of missing) {
        if (elapsedMs < REINITIALIZE_AFTER_MS || remade.has(machine)) continue;
        remade.add(machine);
        this.reinitialized.push(machine.name);
        await this.ask(machine, 'reinitialize', { force: true }).catch(() => remade.delete(machine));
      }
      const isOne = running.filter(({ role }) => role === 'leader').length === 1;
      const isSafe = expected.length === 1 || running.some(({ role }) => role === 'sync_standby');
      if (isOne && isSafe && missing.length === 0) return;
      if (elapsedMs > STARTUP_MS_MAX) throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`);
      await sleep(500);
    }
  }

  /** Works after a failed start, too. */
  stop(): void {
    for (const remove of [...this.machines.map((machine) => () => machine.remove()), ...removals]) {
      try {
        remove();
      } catch {
        // It was not made.
      }
    }
    this.killEtcd();
  }

  async #members(): Promise<readonly Member[] | null> {
    for (const { address } of this.machines) {
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // The next one may answer.
      }
    }
    return null;
  }

  async #asSuperuser(database: string, sql: string): Promise<void> {
    const { address } = await this.primary();
    const client = new pg.Client({ host: address, user: 'postgres', password: PASSWORD, database });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
}

export function postgresUser(): { readonly uid: number; readonly gid: number } {
  return { uid: Number(run('id', '-u', 'postgres')), gid: Number(run('id', '-g', 'postgres')) };
}
