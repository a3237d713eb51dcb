/**
 * Makes a release: sets the version, dates the changelog, builds the packages, checks that all of them carry the version, writes their
 * checksums, commits and tags. It pushes and publishes nothing. docs/releasing.md is the procedure.
 *
 *     npm run release -- VERSION
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const [version = ''] = process.argv.slice(2);
const previous: string = JSON.parse(read('package.json')).version;
const today = new Date().toISOString().slice(0, 10);

/** @throws an Error that says what to do */
function checkPreconditions(): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Give the version: npm run release -- 1.2.3');
  if (compare(version, previous) < 0) throw new Error(`${version} is older than the current version ${previous}.`);
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists already.`);
  if (!read('CHANGELOG.md').includes(`\n## ${version} (unreleased)\n`)) {
    throw new Error(`CHANGELOG.md needs a section “## ${version} (unreleased)”.`);
  }
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  return [0, 1, 2].map((index) => (a?.[index] ?? 0) - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

interface Manifest {
  version?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** Sets the version of one of our packages, and of those that it depends on. */
function setVersion(manifest: Manifest): void {
  manifest.version = version;
  for (const dependencies of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
    for (const [name, range] of Object.entries(dependencies)) {
      if (name.startsWith('@bandeja/') && range === previous) dependencies[name] = version;
    }
  }
}

function setVersions(): void {
  const manifests = ['package.json', ...globSync('{packages,tools}/*/package.json', { cwd: root })];
  for (const path of manifests) {
    const manifest: Manifest = JSON.parse(read(path));
    setVersion(manifest);
    write(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const lock: Manifest & { packages: Record<string, Manifest> } = JSON.parse(read('package-lock.json'));
  lock.version = version;
  for (const path of manifests) setVersion(lock.packages[path.replace(/\/?package\.json$/, '')] ?? {});
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  write('packages/python/bandeja/version.py', `VERSION = "${version}"\n`);
  for (const path of globSync('docs/**/*.md', { cwd: root })) {
    const page = read(path);
    const next = page
      .replaceAll(`bandeja-${previous}`, `bandeja-${version}`)
      .replaceAll(`client-${previous}`, `client-${version}`)
      .replaceAll(`service-${previous}`, `service-${version}`);
    if (next !== page) write(path, next);
  }
  write('CHANGELOG.md', read('CHANGELOG.md').replace(`\n## ${version} (unreleased)\n`, `\n## ${version} (${today})\n`));
  run('npm', 'run', 'generate');
}

/** @throws an Error for the first thing that carries another version. @returns the built files */
function checkVersions(): readonly string[] {
  const found: [what: string, version: string][] = [['openapi.json', JSON.parse(read('openapi.json')).info.version]];
  const packages = run('npm', 'run', '--silent', 'pack:service').trim().split('\n');
  const archive = packages.pop() ?? '';
  const wheel = packages.pop() ?? '';
  if (!wheel.endsWith('.whl')) throw new Error('The wheel is missing. Install python3.');
  found.push([wheel, /bandeja-(.+)-py3/.exec(wheel)?.[1] ?? 'none']);
  for (const path of packages) {
    const text = run('tar', '--extract', '--to-stdout', '--gzip', '--file', path, 'package/package.json');
    found.push([path, JSON.parse(text).version]);
  }
  const manifest = `bandeja-${version}/package.json`;
  found.push([
    archive,
    JSON.parse(run('tar', '--extract', '--to-stdout', '--gzip', '--file', archive, manifest)).version,
  ]);
  found.push(['bandeja --version', run(process.execPath, 'dist/command/dist/main.js', '--version').trim()]);
  found.push(['CHANGELOG.md', sectionOf(read('CHANGELOG.md')) === null ? 'none' : version]);
  for (const [what, carried] of found) {
    if (carried !== version) throw new Error(`${what} carries the version ${carried}, not ${version}.`);
    process.stdout.write(`${carried}  ${what}\n`);
  }
  return [...packages, wheel, archive];
}

/** Writes `dist/SHA256SUMS` of the files and their SBOMs. */
function writeSums(files: readonly string[]): void {
  const names = files.flatMap((path) => [basename(path), `${basename(path)}.cdx.json`]).sort();
  const sums = execFileSync('sha256sum', names, { cwd: join(root, 'dist'), encoding: 'utf8' });
  write('dist/SHA256SUMS', sums);
}

/** The changes of this version. */
function sectionOf(changelog: string): string | null {
  const [, text] = changelog.split(`\n## ${version} (${today})\n`);
  return text === undefined ? null : (text.split(/^## /m)[0] ?? '').trim();
}

try {
  checkPreconditions();
  setVersions();
  writeSums(checkVersions());
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
  run(
    'git',
    'tag',
    '--annotate',
    `v${version}`,
    '--cleanup=verbatim',
    '--message',
    `${version}\n\n${sectionOf(read('CHANGELOG.md'))}`,
  );
  process.stdout.write(`Tagged v${version}. Continue with step 3 of docs/releasing.md.\n`);
} catch (error) {
  if (!(error instanceof Error) || 'status' in error) throw error;
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
}
