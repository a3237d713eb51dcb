import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const packageFile = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version } = JSON.parse(fs.readFileSync(packageFile, 'utf8')) as { readonly version: string };

/**
 * An empty database, made by initdb. A new embedded database is a copy of it, which saves 3.5 s at the first start.
 * `npm ci` creates it (`scripts/embedded-template.ts`). If it is missing, the first start runs initdb.
 */
export const TEMPLATE_DIRECTORY: string = fileURLToPath(
  new URL(`../../../node_modules/.cache/bandeja/initdb-${version}`, import.meta.url),
);
