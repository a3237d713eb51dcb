/**
 * `npm run dev`: the service, which starts again after a change, and the console's sources in a browser, which reloads. The first start
 * fills the club of `npm run seed`. Everything is in `data/dev`.
 *
 * `node --watch` would miss the changes of a file that an editor has replaced, so the watcher of the console watches the service, too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { textsInDevelopment } from './console-texts.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'data/dev');
const PORT = Number(process.env['PORT'] ?? 8080);
const SERVICE_PORT = PORT + 1;
const service = `http://localhost:${SERVICE_PORT}`;
const url = `http://localhost:${PORT}`;

/** As the service serves them. */
const PAGES: readonly (readonly [path: RegExp, page: string])[] = [
  [/^\/console\/night$|^\/n\/[^/]+$/, 'night.html'],
  [/^\/console\/confirmation$/, 'confirmation.html'],
  [/^\/console(\/[^.]*)?$/, 'index.html'],
];

const addresses: Plugin = {
  name: 'console-addresses',
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [path = '', query] = request.url?.split('?') ?? [];
      const page = PAGES.find(([pattern]) => pattern.test(path))?.[1];
      // Without the service worker, every load is of the sources.
      if (path === '/console/worker.js') {
        response.writeHead(404).end();
        return;
      }
      const isOpened = request.headers.accept?.includes('text/html') === true;
      if (page !== undefined && isOpened) request.url = `/console/${page}${query === undefined ? '' : `?${query}`}`;
      if (path.startsWith('/console')) next();
      else void isUp.then(() => next());
    });
  },
};

async function isReady(): Promise<boolean> {
  return fetch(`${service}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });

const isNew = !existsSync(folder);
let served: ChildProcess;
/** Requests wait for it. */
let isUp = Promise.resolve();

function start(): void {
  served = run(['packages/service/src/main.js'], {
    PORT: String(SERVICE_PORT),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  isUp = untilUp(served);
}

/** Also ends if the process does. */
async function untilUp(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && !(await isReady())) await sleep(100);
}

async function stop(): Promise<void> {
  const { exitCode, signalCode } = served;
  if (exitCode !== null || signalCode !== null) return;
  served.kill();
  await once(served, 'exit');
}

let pending: NodeJS.Timeout | undefined;
let restarted = Promise.resolve();
/** One save may change several files. */
function restartSoon(path: string): void {
  if (!/[/\\]packages[/\\](?!console[/\\]).*\.(ts|js|json|sql)$/.test(path)) return;
  clearTimeout(pending);
  pending = setTimeout(() => {
    restarted = restarted.then(stop).then(start);
  }, 100);
}

start();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop().then(() => process.exit()));
const pages = await createServer({
  configFile: false,
  envDir: false,
  root: join(root, 'packages/console/src'),
  base: '/console/',
  cacheDir: join(folder, 'vite'),
  // With the tables of all its pages, so that one server has them all.
  plugins: [addresses, textsInDevelopment()],
  server: {
    port: PORT,
    strictPort: true,
    proxy: { '^/(?!console)': { target: service, changeOrigin: false } },
  },
});
await pages.listen();
pages.watcher.add(globSync('packages/!(console)/{src,migrations}', { cwd: root }).map((path) => join(root, path)));
pages.watcher.on('all', (_, path) => restartSoon(path));
await isUp;
if (isNew) await once(run(['scripts/seed.ts', '--url', url, '--token-file', join(folder, 'operator-token')]), 'exit');
else process.stdout.write(`\nThe console: ${url}/console (to begin again, delete data/dev)\n`);
