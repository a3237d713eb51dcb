/**
 * Lists the packages in a file of a release as a CycloneDX SBOM. `npm sbom` cannot: it omits a package that is also used in development,
 * and those that the command and the console are bundled with.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Package {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, Package>>;
}

const readLock = (path: string): Lock => JSON.parse(readFileSync(resolve(import.meta.dirname, path), 'utf8'));
const { version, packages: installed } = readLock('../package-lock.json');
/** With those of the API reference, which only its bundle is made from. */
const packages = { ...readLock('scalar/package-lock.json').packages, ...installed };

interface Product {
  readonly type: 'application' | 'library';
  readonly name: string;
}

/**
 * Writes `FILE.cdx.json` beside a file. Without a time or a serial number: the same file gives the same bytes.
 * @param paths all packages in the file, by their keys in the lock file
 */
export function writeSbom(file: string, product: Product, paths: Iterable<string>): void {
  const listed = [...new Set([...paths].map(withoutLink))].sort();
  const edges = listed.map((path) => ({
    ref: path,
    dependsOn: dependenciesOf(path).filter((to) => listed.includes(to)),
  }));
  const needed = new Set(edges.flatMap(({ dependsOn }) => dependsOn));
  const hashes = [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(file)).digest('hex') }];
  const root = { 'bom-ref': product.name, ...product, version, hashes, licenses: licensesOf('MIT') };
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components: listed.map(componentOf),
    dependencies: [{ ref: product.name, dependsOn: listed.filter((path) => !needed.has(path)) }, ...edges],
  };
  writeFileSync(`${file}.cdx.json`, `${JSON.stringify(bom, null, 2)}\n`);
}

/** The key of a package in the lock file. */
export function findPackage(name: string, itsVersion: string): string {
  const path = Object.keys(packages).find(
    (one) => nameOf(one) === name && packages[one]?.version === itsVersion && one.includes('node_modules/'),
  );
  if (path === undefined) throw new Error(`${name} ${itsVersion} is not in package-lock.json. Run npm ci.`);
  return path;
}

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '').replace(/^packages\//, '@bandeja/');

function packageAt(path: string): Package {
  const found = packages[path];
  if (found === undefined) throw new Error(`${path} is not in package-lock.json. Run npm ci.`);
  return found;
}

const withoutLink = (path: string): string => (packageAt(path).link === true && packageAt(path).resolved) || path;

/** Our own packages have no address and no checksum: they are in no registry. */
function componentOf(path: string): object {
  const { version: itsVersion, license = 'none', integrity } = packageAt(path);
  const name = nameOf(path);
  const [, sha512] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version: itsVersion,
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
      purl: `pkg:npm/${name.replace('@', '%40')}@${itsVersion}`,
    }),
    licenses: licensesOf(license),
  };
}

const licensesOf = (license: string) => [
  license.includes(' ') ? { expression: license } : { license: { id: license } },
];

/** Finds each dependency as Node does: in the `node_modules` of the package, or of a folder above it. */
function dependenciesOf(path: string): string[] {
  const { dependencies, optionalDependencies } = packageAt(path);
  const folders = path.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'));
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    const found = [...folders.map((folder) => `${folder}/`), '']
      .map((folder) => `${folder}node_modules/${name}`)
      .find((one) => one in packages);
    return found === undefined ? [] : [withoutLink(found)];
  });
}
