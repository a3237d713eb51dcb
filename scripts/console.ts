/**
 * Builds the web console into `packages/console/dist`, which the service serves under `/console`. `scripts/prepare.js` runs it at the
 * end of `npm ci`. It does nothing if the sources are unchanged, or without development packages.
 *
 *     node scripts/console.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'packages/console/src');
const folder = join(root, 'packages/console/dist');
const inputsFile = join(folder, '.inputs');

/** Preact in place of React, for the pages that players open on the network of a hall: a third of the code (docs/decisions/0031). */
const PREACT = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
];

/** A hash of everything that the built files depend on. */
function hashInputs(): string {
  const sources = globSync(
    ['packages/{client,console,contract,importer,rating}/src/**/*.*', 'scripts/console.ts', 'package-lock.json'],
    {
      cwd: root,
    },
  );
  const hash = createHash('sha256');
  for (const path of sources.toSorted()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** The pages of the console that work without a network. The others are loaded when they are opened. */
const KEPT_PAGES = ['pages/tonight/Nights.tsx', 'pages/plan/NightPlan.tsx'];

/** The files of these pages that `index.html` does not name. */
function lazyFiles(output: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set<string>();
  function add(chunk: Rolldown.OutputChunk | undefined): void {
    if (chunk === undefined || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) add(output.find(({ fileName }) => fileName === name));
  }
  for (const page of KEPT_PAGES) add(output.find(({ facadeModuleId }) => facadeModuleId?.endsWith(page)));
  return [...found].map((name) => `/console/${name}`);
}

/** Lists the files of the pages in their service worker. */
function listFilesInWorker(lazy: readonly string[]): void {
  const namedIn = (page: string) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
  const files = { night: namedIn('night.html'), index: [...new Set([...namedIn('index.html'), ...lazy])] };
  const worker = join(folder, 'worker.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replaceAll('BUILT_FILES', JSON.stringify(files)));
}

/** Writes a `.gz` and a `.br` beside each file, so that the service never compresses. */
async function compressAll(): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = readFileSync(path);
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content));
    }),
  );
}

async function main(): Promise<void> {
  const vite = await import('vite').catch(() => null);
  if (vite === null) {
    process.stdout.write('The web console is not built: Vite is not installed.\n');
    return;
  }
  const inputs = hashInputs();
  if (existsSync(inputsFile) && readFileSync(inputsFile, 'utf8') === inputs) return;
  const build = (names: readonly string[], { forPhones }: { readonly forPhones: boolean }) =>
    vite.build({
      configFile: false,
      envDir: false,
      root: source,
      base: '/console/',
      logLevel: 'error',
      ...(forPhones && { resolve: { alias: PREACT } }),
      build: {
        outDir: folder,
        emptyOutDir: !forPhones,
        target: 'es2022',
        // The content security policy allows no inline content.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        reportCompressedSize: false,
        license: { fileName: `.vite/license-${names[0]}.md` },
        rolldownOptions: {
          input: names.map((name) => join(source, name)),
          // The address of a service worker cannot change.
          output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
        },
      },
    });
  const built = (await build(['index.html'], { forPhones: false })) as Rolldown.RolldownOutput;
  // Alone, since a file shared with the console has parts that these pages do not need.
  await build(['night.html', 'worker.ts'], { forPhones: true });
  await build(['confirmation.html'], { forPhones: true });
  listFilesInWorker(lazyFiles(built.output.filter((one) => one.type === 'chunk')));
  await compressAll();
  writeFileSync(inputsFile, inputs);
}

await main();
