/**
 * Makes `openapi.json` from the routes, or, with `--check`, fails if the file is not what the routes say.
 *
 *     node scripts/openapi.ts [--check]
 */

import type { Database } from '@bandeja/postgres/database';
import { assemble } from '@bandeja/service/assemble';
import { serviceContext } from '@bandeja/service/context';
import { writeOrCheck } from './generated-file.ts';

// The description is made of the routes alone: to use the database would be a mistake.
const database = new Proxy({ engine: 'postgres' } as Database, {
  get: (target, name) => {
    if (name === 'engine') return target.engine;
    throw new Error('describing the routes must not touch the database');
  },
});
const { app } = assemble(serviceContext(database), { operatorToken: 'unused', rateLimits: null, log: 'silent' });
const { statusCode, body } = await app.inject('/openapi.json');
await app.close();
if (statusCode !== 200) throw new Error(`the document could not be made: ${body}`);
writeOrCheck('openapi.json', body);
