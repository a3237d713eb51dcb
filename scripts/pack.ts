/**
 * Makes the packages of a release: the client `@bandeja/client` and the command `bandeja`. They are compiled, since Node strips no types
 * inside node_modules. The command contains its libraries, so it installs without a registry.
 *
 *     node scripts/pack.ts [--out DIR]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  /** Files inside the package, by the platform. */
  readonly imports?: Readonly<Record<string, { readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: unknown;
  readonly private: unknown;
}

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const folders = [layOutClient(emptyFolder('client')), layOutCommand(emptyFolder('command'))];
const options = ['--silent', '--ignore-scripts', '--pack-destination', out];
const packed = execFileSync(npm, ['pack', ...options, ...folders], { cwd: out, encoding: 'utf8' });
for (const file of packed.trim().split('\n')) process.stdout.write(`${join(out, file)}\n`);

/** @returns the folder of the package */
function layOutClient(folder: string): string {
  compile('packages/client', join(folder, 'dist'));
  const { devDependencies, ...manifest } = manifestOf('client');
  cpSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'));
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  return describe(folder, { ...manifest, exports, files: ['dist'] });
}

/** @returns the folder of the package */
function layOutCommand(folder: string): string {
  const compiled = emptyFolder('compiled');
  compile('tsconfig.package.json', compiled);
  for (const name of readdirSync(compiled)) {
    const target = name === 'cli' ? folder : join(folder, 'node_modules/@bandeja', name);
    cpSync(join(compiled, name, 'src'), join(target, 'src'), { recursive: true });
    if (name !== 'cli') describe(target, compiledManifest(name));
  }
  for (const path of librariesOf('@bandeja/cli')) {
    const filter = (file: string): boolean => !/\.(map|d\.[cm]?ts)$/.test(file);
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  }
  cpSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  const { devDependencies, private: _, exports, ...manifest } = manifestOf('cli');
  return describe(folder, {
    ...manifest,
    name: 'bandeja',
    bin: { bandeja: 'src/main.js' },
    files: ['src'],
    bundleDependencies: Object.keys(manifest.dependencies),
  });
}

function emptyFolder(name: string): string {
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function compile(config: string, target: string): void {
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--outDir', target], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** The folders of all libraries that a workspace needs, from the root. */
function librariesOf(workspace: string): readonly string[] {
  const args = ['ls', '--workspace', workspace, '--omit=dev', '--all', '--parseable'];
  return execFileSync(npm, args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules') && !path.includes('@bandeja'));
}

function compiledManifest(name: string): object {
  const { devDependencies, private: _, exports, imports = {}, ...manifest } = manifestOf(name);
  const compiled = (path: string): string => path.replace(/\.ts$/, '.js');
  const source = Object.entries(exports).filter(([, path]) => path.startsWith('./src/'));
  const inside = Object.entries(imports).map(([specifier, { default: path }]) => [specifier, compiled(path)]);
  return {
    ...manifest,
    exports: Object.fromEntries(source.map(([pattern, path]) => [pattern, compiled(path)])),
    ...(inside.length > 0 && { imports: Object.fromEntries(inside) }),
  };
}

function describe(folder: string, manifest: object): string {
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
}
