/**
 * Checks that all packages of the lock files have permissive licenses, apart from named exceptions of development.
 *
 *     node scripts/license-check.ts
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

const LOCK_FILES = [
  'package-lock.json',
  'bench/accuracy/libraries/package-lock.json',
  'drills/kubernetes/package-lock.json',
];

/** BSL-1.0 is that of Boost. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
];

/** No release contains these packages. A package whose name continues with `-` is the same one for a platform. */
const DEVELOPMENT_ONLY: Readonly<Record<string, { readonly license: string; readonly reason: string }>> = {
  'axe-core': { license: 'MPL-2.0', reason: 'Tests load it into a page, unchanged.' },
  lightningcss: { license: 'MPL-2.0', reason: 'Vite minifies style sheets with it; the result has none of its code.' },
};

interface Package {
  readonly version: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** @param expression an SPDX expression without nested parts */
function isPermissive(expression: string): boolean {
  const isOne = (name: string): boolean => PERMISSIVE.includes(name);
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  return inner.split(' OR ').some(isOne) || inner.split(' AND ').every(isOne);
}

for (const file of LOCK_FILES) {
  const { packages }: { packages: Record<string, Package> } = JSON.parse(readFileSync(root + file, 'utf8'));
  for (const [path, { version, license = 'none', link, dev, devOptional }] of Object.entries(packages)) {
    const [, name] = /^.*node_modules\/(.+)$/.exec(path) ?? [];
    if (name === undefined || link === true || isPermissive(license)) continue;
    const isInstalledAtRunTime = file === 'package-lock.json' && dev !== true && devOptional !== true;
    const exception = Object.entries(DEVELOPMENT_ONLY).find(([one]) => name === one || name.startsWith(`${one}-`));
    if (!isInstalledAtRunTime && exception?.[1].license === license) continue;
    const use = isInstalledAtRunTime ? 'run time' : 'development';
    process.stderr.write(`${file}: ${name} ${version} (${use}) has the license ${license}, which is not permissive\n`);
    process.exitCode = 1;
  }
}
