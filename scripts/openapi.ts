/**
 * Makes `openapi.json` from the routes, or, with `--check`, fails if the file is not what the routes say. Fails, too, if the linter of
 * Redocly finds a fault.
 *
 *     node scripts/openapi.ts [--check]
 */

import type { Database } from '@bandeja/postgres/database';
import { assemble } from '@bandeja/service/assemble';
import { serviceContext } from '@bandeja/service/context';
import { createConfig, lintFromString } from '@redocly/openapi-core';
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
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lintFromString({ source: body, absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems) {
  // The specification itself has both /v1/matches/sessions/{ref} and /v1/matches/{id}; the static segment wins.
  if (ruleId === 'no-ambiguous-paths' && message.includes('/v1/matches/sessions/{ref}')) continue;
  process.stderr.write(`openapi.json: ${ruleId} ${location[0]?.pointer}: ${message}\n`);
  process.exitCode = 1;
}
writeOrCheck('openapi.json', body);
