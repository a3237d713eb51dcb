/** The ways to the primary of a cluster besides a list of hosts: HAProxy with Patroni's health check, and PgBouncer before it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cluster, postgresUser } from './failover-cluster.ts';

export type Way = 'hosts' | 'haproxy' | 'pgbouncer';

export interface Proxies {
  /** DATABASE_URL by the way to the primary. */
  readonly urls: Readonly<Record<Way, string>>;
  stop(): void;
}

const [HAPROXY_PORT, PGBOUNCER_PORT] = [57_321, 57_322];

export function startProxies(cluster: Cluster, folder: string): Proxies {
  const servers = cluster.machines
    .map(({ name, address }) => `  server ${name} ${address}:5432 maxconn 90 check port 8008`)
    .join('\n');
  const haproxy = join(folder, 'haproxy.cfg');
  writeFileSync(
    haproxy,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${HAPROXY_PORT}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`,
  );
  const pooled = join(folder, 'pgbouncer');
  mkdirSync(pooled, { recursive: true });
  const credentials = new URL(cluster.url.replace(/@[^/]*/, '@localhost'));
  writeFileSync(join(pooled, 'users.txt'), `"${credentials.username}" "${credentials.password}"\n`);
  writeFileSync(
    join(pooled, 'pgbouncer.ini'),
    `[databases]
bandeja = host=127.0.0.1 port=${HAPROXY_PORT} dbname=bandeja
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PGBOUNCER_PORT}
auth_type = scram-sha-256
auth_file = ${join(pooled, 'users.txt')}
pool_mode = session
default_pool_size = 40
server_login_retry = 1
server_fast_close = 1
unix_socket_dir =
logfile = ${join(pooled, 'pgbouncer.log')}
`,
  );
  // It refuses to run as root.
  const { uid, gid } = postgresUser();
  for (const path of [pooled, join(pooled, 'users.txt'), join(pooled, 'pgbouncer.ini')]) {
    chownSync(path, uid, gid);
  }
  const children: ChildProcess[] = [
    spawn('haproxy', ['-f', haproxy], { stdio: 'ignore' }),
    spawn(
      'setpriv',
      ['--reuid=postgres', '--regid=postgres', '--clear-groups', 'pgbouncer', join(pooled, 'pgbouncer.ini')],
      {
        stdio: 'ignore',
      },
    ),
  ];
  const address = (port: number): string =>
    `postgres://${credentials.username}:${credentials.password}@127.0.0.1:${port}/bandeja`;
  return {
    urls: { hosts: cluster.url, haproxy: address(HAPROXY_PORT), pgbouncer: address(PGBOUNCER_PORT) },
    stop: () => {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
