/**
 * Makes the packages of a release: the client `@bandeja/client` and the command `bandeja`. They are JavaScript, since Node strips no types
 * inside node_modules. The command contains its libraries, so it installs without a registry. With `python3`, it also makes the wheel of
 * the Python client. Beside each file, it writes its SBOM.
 *
 *     node scripts/pack.ts [--out DIR]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleCommand } from './command-bundle.ts';
import { writeSbom } from './sbom.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: unknown;
  readonly private: unknown;
}

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const client = pack(layOutClient(emptyFolder('client')));
writeSbom(client, { type: 'library', name: '@bandeja/client' }, []);
const { folder: commandFolder, packages } = await layOutCommand(emptyFolder('command'));
writeSbom(pack(commandFolder), { type: 'application', name: 'bandeja' }, packages);
buildWheel();

/** Prints the path of the package. @returns it */
function pack(folder: string): string {
  const options = ['--silent', '--ignore-scripts', '--pack-destination', out];
  const path = join(out, execFileSync(npm, ['pack', ...options, folder], { cwd: out, encoding: 'utf8' }).trim());
  process.stdout.write(`${path}\n`);
  return path;
}

/** Prints the path of the wheel. */
function buildWheel(): void {
  const builder = join(root, 'packages/python/build_wheel.py');
  const { error, status, stdout } = spawnSync('python3', ['-B', builder, out], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error !== undefined) {
    process.stderr.write('python3 is not installed: the wheel of the Python client is missing.\n');
  } else if (status !== 0) {
    process.exitCode = 1;
  } else {
    writeSbom(stdout.trim(), { type: 'library', name: 'bandeja' }, []);
    process.stdout.write(stdout);
  }
}

/** @returns the folder of the package */
function layOutClient(folder: string): string {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'packages/client', '--outDir', join(folder, 'dist')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { devDependencies, ...manifest } = manifestOf('client');
  cpSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'));
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  return describe(folder, { ...manifest, exports, files: ['dist'] });
}

/** @returns the folder of the package, and the packages that it is bundled with */
async function layOutCommand(folder: string) {
  const packages = await bundleCommand(join(folder, 'dist'));
  const { dependencies, devDependencies, exports, private: _, ...manifest } = manifestOf('cli');
  cpSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  cpSync(join(root, 'packages/messages/locales'), join(folder, 'locales'), { recursive: true });
  const bin = { bandeja: 'dist/main.js' };
  describe(folder, { ...manifest, name: 'bandeja', bin, files: ['dist', 'locales'] });
  return { folder, packages };
}

function emptyFolder(name: string): string {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function describe(folder: string, manifest: object): string {
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}
