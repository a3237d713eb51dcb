/**
 * Makes the archive of the service: its sources, the packages that it needs at run time, the built console, the command, and the files of
 * `ops/`. It installs nothing: the packages are those of this checkout, without development packages. Beside it, writes its SBOM.
 *
 *     node scripts/pack-service.ts [--out DIR]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPackage, writeSbom } from './sbom.ts';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `bandeja-${version}`;

/** What the service reads: it serves the pages of the documentation, too. */
const FILES = ['package.json', 'openapi.json', 'LICENSE', '*.md', 'bench/results.md', 'bin', 'docs', 'examples', 'ops'];

/** What `scripts/pack.ts` made: the service offers it at `/downloads`. */
const PACKED = [`bandeja-client-${version}.tgz`, `bandeja-${version}.tgz`, `bandeja-${version}-py3-none-any.whl`];

const staging = mkdtempSync(join(tmpdir(), 'bandeja-pack-'));
try {
  const folder = join(staging, name);
  for (const path of globSync([...FILES, ...PACKED.map((file) => `dist/${file}`)], { cwd: root })) copy(path, folder);
  for (const path of globSync('packages/*', { cwd: root })) copyPackage(path, folder);
  const installed = runtimePackages();
  for (const path of installed) copyInstalled(path, folder);
  writeSums(folder);
  mkdirSync(out, { recursive: true });
  const archive = join(out, `bandeja-service-${version}.tar.gz`);
  packReproducibly(archive);
  writeSbom(archive, { type: 'application', name: 'bandeja-service' }, [...installed, ...bundledPackages()]);
  process.stdout.write(`${archive}\n`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** `cp` takes a fifth of the time of `cpSync`. */
function copy(path: string, folder: string): void {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  if (!existsSync(to)) execFileSync('cp', ['-a', join(root, path), to]);
}

/** One of our packages without its tests and without compiled Python. Of the console, only what is built is served. */
function copyPackage(path: string, folder: string): void {
  copy(path, folder);
  for (const left of path === 'packages/console' ? ['test', 'src'] : ['test', 'bandeja/__pycache__'])
    rmSync(join(folder, path, left), { recursive: true, force: true });
}

/** The folders of the packages that `npm ci --omit=dev` installs. */
function runtimePackages(): string[] {
  const options = ['ls', '--omit=dev', '--all', '--parseable'];
  const listed = execFileSync('npm', options, { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return listed
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules'));
}

/** A package of the registry with its files, one of ours as a link. */
function copyInstalled(path: string, folder: string): void {
  if (lstatSync(join(root, path)).isSymbolicLink()) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(relative(dirname(to), join(folder, 'packages', basename(path))), to);
  } else {
    copy(path, folder);
  }
}

/** The packages in the built console, which Vite lists, and in the page of the API reference. */
function bundledPackages(): string[] {
  const lists = globSync('packages/console/dist/.vite/license-*.md', { cwd: root });
  const inConsole = lists.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/^## (\S+) - (\S+) \(/gm),
  ]);
  const scalar = '@scalar/fastify-api-reference';
  return [
    ...inConsole.map(([, name = '', itsVersion = '']) => findPackage(name, itsVersion)),
    `node_modules/${scalar}`,
  ];
}

/** For `sha256sum --check --quiet SHA256SUMS` in the unpacked folder. */
function writeSums(folder: string): void {
  const list = 'find . -type f -printf "%P\\0" | LC_ALL=C sort -z | xargs -0 sha256sum';
  execFileSync('sh', ['-c', `${list} > ../SHA256SUMS && mv ../SHA256SUMS .`], { cwd: folder });
}

/** The same files give the same bytes. Needs GNU tar. */
function packReproducibly(archive: string): void {
  const options = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=go=u-w'];
  execFileSync('tar', [...options, '--use-compress-program=gzip -n', '-cf', archive, name], { cwd: staging });
}
