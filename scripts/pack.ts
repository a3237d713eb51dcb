/**
 * Makes the packages of a release: the client `@bandeja/client` and the command `bandeja`, compiled to JavaScript, since Node strips no
 * types inside node_modules. The command brings its libraries with it, so that it installs without a registry.
 *
 *     node scripts/pack.ts [--out DIR]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
const project = manifestAt(root);

const folders = [layOutClient(join(out, 'client')), layOutCommand(join(out, 'command'))];
process.stdout.write(
  pack(folders)
    .map((file) => `${file}\n`)
    .join(''),
);

/** @returns the folder of the package */
function layOutClient(folder: string): string {
  const manifest = manifestAt(join(root, 'sdk'));
  if (manifest.version !== project.version) throw new Error(`sdk/package.json has not the version ${project.version}`);
  compile('sdk', join(folder, 'dist'), folder);
  cpSync(join(root, 'sdk/README.md'), join(folder, 'README.md'));
  return describe(folder, manifest);
}

/** @returns the folder of the package */
function layOutCommand(folder: string): string {
  compile('tsconfig.package.json', folder, folder);
  const dependencies = Object.fromEntries(
    librariesOf(folder).map((name) => [name, project.dependencies?.[name] ?? missing(name)]),
  );
  for (const path of withTheirOwn(Object.keys(dependencies).map((name) => `node_modules/${name}`))) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !/\.(map|d\.[cm]?ts)$/.test(file),
    });
  }
  cpSync(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  return describe(folder, {
    name: 'bandeja',
    version: project.version,
    description: 'The command of Bandeja: import results, show ratings, cards and recaps, run the service.',
    license: project['license'],
    type: 'module',
    engines: { node: '>=20' },
    bin: { bandeja: 'src/cli/main.js' },
    files: ['src', 'sdk'],
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  });
}

function compile(config: string, target: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--outDir', target], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** The libraries that compiled files import. */
function librariesOf(folder: string): readonly string[] {
  const code = globSync('{src,sdk}/**/*.js', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const specifiers = code.flatMap((text) => [
    ...text.matchAll(/^(?:import|export|\}).*\bfrom '([^'.][^'\n]*)';$/gm),
    ...text.matchAll(/\bawait import\('([^'.][^'\n]*)'\)/g),
  ]);
  const names = specifiers.map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return [...new Set(names)].filter((name) => !isBuiltin(name)).toSorted();
}

/** Folders of libraries with those of the libraries that they need, as Node finds them. */
function withTheirOwn(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (all.has(path)) continue;
    all.add(path);
    const { dependencies = {} } = manifestAt(join(root, path));
    waiting.push(...Object.keys(dependencies).map((name) => folderOf(name, path)));
  }
  return all;
}

function folderOf(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(root, path))) return path;
    if (folder === '.') throw new Error(`${from} needs ${name}, which is not installed`);
  }
}

function describe(folder: string, manifest: Manifest): string {
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/** @returns the paths of the packages */
function pack(folders: readonly string[]): readonly string[] {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--silent', '--ignore-scripts', '--pack-destination', out];
  const printed = execFileSync(npm, ['pack', ...options, ...folders], { cwd: out, encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((file) => join(out, file));
}

function manifestAt(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function missing(name: string): never {
  throw new Error(`the command imports ${name}, which package.json does not have`);
}
