import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');

/** As in the `engines` of its package. */
const OLDEST_NODE = 'node20';

/**
 * Writes the command with its libraries as JavaScript: `main.js`, which loads the other files when a command needs them, and the licenses
 * of the libraries.
 * @returns the folders of all packages in it, relative to the project
 */
export async function bundleCommand(folder: string): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    transform: { target: OLDEST_NODE },
  });
  const { output } = await bundle.write({ dir: folder, format: 'esm' });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const paths = modules.map((file) => relative(root, file).replaceAll('\\', '/'));
  const folders = paths.flatMap((path) => /^(.*node_modules\/(@[^/]+\/)?|packages\/)[^/]+/.exec(path)?.[0] ?? []);
  const packages = [...new Set(folders)].sort();
  const libraries = packages.filter((path) => !path.startsWith('packages/'));
  writeFileSync(join(folder, 'LICENSES.txt'), libraries.map((path) => licenseOf(join(root, path))).join('\n\n'));
  return packages;
}

/** The license of a library, or its name if the library has no file of it. */
function licenseOf(library: string): string {
  const file = readdirSync(library).find((name) => /^licen[cs]e/i.test(name));
  const { name, version, license } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const text = file === undefined ? license : readFileSync(join(library, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}
