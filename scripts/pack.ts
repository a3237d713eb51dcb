/**
 * Makes the packages of a release: the client `@bandeja/client` and the command `bandeja`. They are JavaScript, since Node strips no types
 * inside node_modules. The command contains its libraries, so it installs without a registry.
 *
 *     node scripts/pack.ts [--out DIR]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleCommand } from './command-bundle.ts';

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

const folders = [layOutClient(emptyFolder('client')), await layOutCommand(emptyFolder('command'))];
const options = ['--silent', '--ignore-scripts', '--pack-destination', out];
const packed = execFileSync(npm, ['pack', ...options, ...folders], { cwd: out, encoding: 'utf8' });
for (const file of packed.trim().split('\n')) process.stdout.write(`${join(out, file)}\n`);

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

/** @returns the folder of the package */
async function layOutCommand(folder: string): Promise<string> {
  await bundleCommand(join(folder, 'dist'));
  const { dependencies, devDependencies, exports, private: _, ...manifest } = manifestOf('cli');
  cpSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  return describe(folder, { ...manifest, name: 'bandeja', bin: { bandeja: 'dist/main.js' }, files: ['dist'] });
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
