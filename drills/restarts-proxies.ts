/** The proxies of the drill "restarts": the files in `ops/proxy`, with this machine's ports, certificate and folders. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CERTIFICATE, CERTIFICATE_KEY } from '@bandeja/service/test/support/certificate';

export const PROXIES = ['nginx', 'caddy', 'haproxy'] as const;
export type ProxyName = (typeof PROXIES)[number];

const READY_MS_MAX = 20_000;

interface Place {
  /** The checkout with the files. */
  readonly checkout: string;
  /** For everything that the proxy writes. */
  readonly folder: string;
  /** The ports of the processes. */
  readonly processes: readonly number[];
  readonly port: number;
  /** For the redirect to TLS. */
  readonly plainPort: number;
}

export interface RunningProxy {
  readonly name: ProxyName;
  readonly version: string;
  /** Its TLS port. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Ports that nothing listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** A file of the checkout. @throws if it lacks one of the texts to replace */
function adapted(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no “${from}”`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const toProcesses = (processes: readonly number[]): [string, string][] =>
  processes.map((port, index) => [`127.0.0.1:${8080 + index}`, `127.0.0.1:${port}`]);

function nginx({ checkout, folder, processes, port, plainPort }: Place): string[] {
  const site = adapted(join(checkout, 'ops/proxy/nginx.conf'), [
    ...toProcesses(processes),
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['/etc/ssl/bandeja.example.pem', join(folder, 'certificate.pem')],
    ['/etc/ssl/private/bandeja.example.key', join(folder, 'key.pem')],
    ['/var/log/nginx/bandeja.log', join(folder, 'access.log')],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const main = [
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${join(folder, 'error.log')};`,
    'events {}',
    'http {',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, kind)};`),
    'include site.conf;',
    '}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  return ['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
}

function caddy({ checkout, folder, processes, port }: Place): string[] {
  const site = adapted(join(checkout, 'ops/proxy/Caddyfile'), [
    ...toProcesses(processes),
    [
      'bandeja.example {',
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\nhttps://localhost:${port} {\n\ttls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`,
    ],
    ['/var/log/caddy/bandeja.log', join(folder, 'access.log')],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), site);
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
}

function haproxy({ checkout, folder, processes, port, plainPort }: Place): string[] {
  const file = adapted(join(checkout, 'ops/proxy/haproxy.cfg'), [
    ...toProcesses(processes),
    ['bind :443 ', `bind 127.0.0.1:${port} `],
    ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
    ['/etc/haproxy/bandeja.example.pem', join(folder, 'both.pem')],
    ['log /dev/log local0', 'log stdout format raw local0'],
    ['  user haproxy\n  group haproxy\n', ''],
  ]);
  writeFileSync(join(folder, 'haproxy.cfg'), file);
  return ['haproxy', '-f', join(folder, 'haproxy.cfg'), '-db'];
}

const COMMANDS: Readonly<Record<ProxyName, (place: Place) => string[]>> = { nginx, caddy, haproxy };
const VERSION: Readonly<Record<ProxyName, string>> = { nginx: '-v', caddy: 'version', haproxy: '-v' };

/** @throws if the program is not installed */
export function versionOf(name: ProxyName): string {
  const { error, stdout, stderr } = spawnSync(name, [VERSION[name]], { encoding: 'utf8' });
  if (error !== undefined)
    throw new Error(`${name} is not on the PATH. Debian: apt-get install --no-install-recommends ${PROXIES.join(' ')}`);
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'unknown';
}

export async function startProxy(name: ProxyName, place: Place): Promise<RunningProxy> {
  const version = versionOf(name);
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(join(place.folder, 'certificate.pem'), CERTIFICATE);
  writeFileSync(join(place.folder, 'key.pem'), CERTIFICATE_KEY);
  writeFileSync(join(place.folder, 'both.pem'), CERTIFICATE + CERTIFICATE_KEY);
  const [command = '', ...args] = COMMANDS[name](place);
  const home = { HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder };
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
    });
  }
  const stop = (): Promise<void> => end(child);
  try {
    await untilReady(child, place.port);
  } catch (error) {
    await stop();
    throw new Error(`${name} does not pass requests on: ${(error as Error).message}\n${printed}`);
  }
  return { name, version, port: place.port, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const agent = new Agent({ rejectUnauthorized: false });
  for (const deadline = performance.now() + READY_MS_MAX; ; await sleep(100)) {
    const answer = await ask(agent, port, { method: 'GET', path: '/health/ready' }).catch(String);
    if (typeof answer === 'object' && answer.status === 200) return;
    const why = typeof answer === 'string' ? answer : `status ${answer.status}`;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(why);
  }
}

const FOR_OPERATORS = ['/admin/v1/partners', '/%61dmin/v1/partners', '//admin/v1/partners', '/metrics', '/%6detrics'];

/** @throws if the proxy passes on what only operators may read, or loses the id of a request */
export async function checkRules(port: number): Promise<void> {
  const agent = new Agent({ rejectUnauthorized: false });
  for (const path of FOR_OPERATORS) {
    const { status } = await ask(agent, port, { method: 'GET', path });
    if (status !== 404) throw new Error(`the proxy answers ${status} for ${path}`);
  }
  const { headers } = await ask(agent, port, { method: 'GET', path: '/health/live', requestId: 'of-the-drill' });
  if (headers['x-request-id'] !== 'of-the-drill') throw new Error('the proxy loses X-Request-Id');
  const unnamed = await ask(agent, port, { method: 'GET', path: '/health/live' });
  if (unnamed.headers['x-request-id'] === undefined) throw new Error('the proxy creates no X-Request-Id');
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
  readonly requestId?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request through a proxy, once. */
export function ask(agent: Agent, port: number, { method, path, key, body, requestId }: Asked): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const content = body && JSON.stringify(body);
  const headers = {
    host: `localhost:${port}`,
    ...(requestId && { 'x-request-id': requestId }),
    ...(key && { authorization: `Bearer ${key}` }),
    ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
  };
  const sent = request({ agent, host: '127.0.0.1', servername: 'localhost', port, method, path, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    answer.on('error', reject);
  });
  sent.on('error', reject);
  sent.end(content);
  return promise;
}
