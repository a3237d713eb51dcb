/**
 * `npm run dev`: the service, which starts again after a change, and the console's sources in a browser, which reloads. The first start
 * fills the club of `npm run seed`. Everything is in `data/dev`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
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
      next();
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
const served = run(['--watch', '--watch-preserve-output', 'packages/service/src/main.js'], {
  PORT: String(SERVICE_PORT),
  PUBLIC_URL: url,
  DATA_DIR: folder,
  DEMO: 'off',
});
const ended = once(served, 'exit').then(() => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => served.kill(signal));
const pages = await createServer({
  configFile: false,
  envDir: false,
  root: join(root, 'packages/console/src'),
  base: '/console/',
  // With the tables of all its pages, so that one server has them all.
  plugins: [addresses, textsInDevelopment()],
  server: {
    port: PORT,
    strictPort: true,
    proxy: { '^/(?!console)': { target: service, changeOrigin: false } },
  },
});
await pages.listen();
while (!(await isReady())) await Promise.race([sleep(200), ended]);
if (isNew) await once(run(['scripts/seed.ts', '--url', url, '--token-file', join(folder, 'operator-token')]), 'exit');
