/**
 * Checks the manifests of `ops/kubernetes` against the schemas of Kubernetes, and by its types that no field is misspelt. The custom resource of
 * CloudNativePG is not part of them.
 *
 *     npm run drill:kubernetes
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const isKnown = ({ apiVersion }: Manifest): boolean => !/cnpg|kustomize/.test(apiVersion);
const manifests = globSync(join(root, 'ops/kubernetes/*.yaml'))
  .flatMap((path) => parseAllDocuments(readFileSync(path, 'utf8')))
  .map((document) => document.toJS() as Manifest)
  .filter(isKnown);

for (const manifest of manifests) {
  const { apiVersion, kind, metadata } = manifest;
  const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}/${kind}`);
  new Model(manifest).validate();
  process.stdout.write(`${kind} ${metadata.name}\n`);
}

const typed = manifests.map(
  (manifest, index) =>
    `import type { I${manifest.kind} as T${index} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}';\n` +
    `export const m${index}: T${index} = ${JSON.stringify(manifest)};\n`,
);
const file = join(import.meta.dirname, 'manifests.ts');
writeFileSync(file, typed.join(''));
try {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig', file];
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], { stdio: 'inherit' });
} finally {
  rmSync(file);
}
