/**
 * Builds the web console into `packages/console/dist`, which the service serves under `/console`. `scripts/prepare.js` runs it at the
 * end of `npm ci`. It does nothing if the sources are unchanged, or without development packages.
 *
 *     node scripts/console.ts [--out DIR] [--locales DIR] [--uncompressed]
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Rolldown } from 'vite';
import { ConsoleTexts, LANGUAGE } from './console-texts.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'packages/console/src');
const { values: options } = parseArgs({
  options: { out: { type: 'string' }, locales: { type: 'string' }, uncompressed: { type: 'boolean' } },
});
const folder = resolve(options.out ?? join(root, 'packages/console/dist'));
const inputsFile = join(folder, '.inputs');

/** Preact in place of React, for the pages that players open on the network of a hall: a third of the code (docs/decisions/console.md). */
const PREACT = [
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: 'react-dom/client', replacement: 'preact/compat/client' },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
];

/** A hash of everything that the built files depend on. */
function hashInputs(): string {
  const sources = globSync(
    [
      'packages/{client,console,contract,importer,messages,rating}/src/**/*.*',
      'packages/messages/locales/*.json',
      'scripts/console*.ts',
      'package-lock.json',
    ],
    { cwd: root },
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
  return [...found].map(addressOf);
}

const addressOf = (file: string): string => `/console/${file}`;

interface Built {
  readonly texts: ConsoleTexts;
  readonly chunks: readonly Rolldown.OutputChunk[];
}

/** Lists the files of the pages in their service worker. */
function listFilesInWorker(index: Built, night: Built): void {
  const namedIn = (page: string) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
  const files = {
    night: namedIn('night.html'),
    index: [...new Set([...namedIn('index.html'), ...lazyFiles(index.chunks)])],
  };
  const kept = KEPT_PAGES.map((page) => join(source, page));
  const texts = index.texts.languages.map((language) => [
    language,
    {
      night: night.texts.filesOf(language).map(addressOf),
      index: index.texts.filesOf(language, kept).map(addressOf),
    },
  ]);
  const worker = join(folder, 'worker.js');
  const built = readFileSync(worker, 'utf8')
    .replaceAll('BUILT_FILES', JSON.stringify(files))
    .replaceAll('BUILT_TEXTS', JSON.stringify(Object.fromEntries(texts)));
  writeFileSync(worker, built);
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
  const build = async (names: readonly string[], { forPhones }: { readonly forPhones: boolean }): Promise<Built> => {
    const [page = ''] = names.map((name) => name.replace('.html', ''));
    const texts = new ConsoleTexts(page, join(source, page === 'index' ? 'main.tsx' : `${page}.tsx`), options.locales);
    const built = await vite.build({
      configFile: false,
      envDir: false,
      root: source,
      base: '/console/',
      logLevel: 'error',
      plugins: [texts.plugin()],
      ...(forPhones && { resolve: { alias: PREACT } }),
      build: {
        outDir: folder,
        emptyOutDir: !forPhones,
        target: 'es2022',
        // The content security policy allows no inline content.
        assetsInlineLimit: 0,
        // The pages of phones load only texts later.
        modulePreload: forPhones ? false : { polyfill: false },
        cssCodeSplit: false,
        reportCompressedSize: false,
        license: { fileName: `.vite/license-${page}.md` },
        rolldownOptions: {
          input: names.map((name) => join(source, name)),
          output: {
            // The address of a service worker cannot change.
            // Alone, so that the texts load beside the code of the page.
            codeSplitting: { groups: [{ name: 'language', test: LANGUAGE }] },
            entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    });
    const { output } = built as Rolldown.RolldownOutput;
    return { texts, chunks: output.filter((one) => one.type === 'chunk') };
  };
  const index = await build(['index.html'], { forPhones: false });
  // Alone, since a file shared with the console has parts that these pages do not need.
  const night = await build(['night.html', 'worker.ts'], { forPhones: true });
  await build(['confirmation.html'], { forPhones: true });
  listFilesInWorker(index, night);
  if (options.uncompressed !== true) await compressAll();
  writeFileSync(inputsFile, inputs);
}

await main();
