/**
 * Makes the template that new embedded databases are copied from. `scripts/prepare.js` runs it at the end of `npm ci`.
 *
 *     node scripts/embedded-template.ts
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openPglite } from '@bandeja/postgres/pglite';
import { TEMPLATE_DIRECTORY } from '@bandeja/postgres/pglite-template';

if (!existsSync(TEMPLATE_DIRECTORY)) {
  mkdirSync(dirname(TEMPLATE_DIRECTORY), { recursive: true });
  const database = await openPglite({ directory: TEMPLATE_DIRECTORY });
  await database.close();
}
