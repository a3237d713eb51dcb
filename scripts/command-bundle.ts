import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');

/** As in the `engines` of its package. */
const OLDEST_NODE = 'node20';

/**
 * Writes the command with its libraries as JavaScript: `main.js`, which loads the other files when a command needs them, and the licenses
 * of the libraries.
 */
export async function bundleCommand(folder: string): Promise<void> {
  const bundle = await rolldown({
    input: join(root, 'packages/cli/src/main.ts'),
    platform: 'node',
    transform: { target: OLDEST_NODE },
  });
  const { output } = await bundle.write({ dir: folder, format: 'esm' });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const libraries = modules.flatMap(
    (file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/')) ?? [],
  );
  const licenses = [...new Set(libraries)].sort().map(licenseOf);
  writeFileSync(join(folder, 'LICENSES.txt'), licenses.join('\n\n'));
}

/** The license of a library, or its name if the library has no file of it. */
function licenseOf(library: string): string {
  const file = readdirSync(library).find((name) => /^licen[cs]e/i.test(name));
  const { name, version, license } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const text = file === undefined ? license : readFileSync(join(library, file), 'utf8').trim();
  return `${name} ${version}\n\n${text}\n`;
}
