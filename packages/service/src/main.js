/**
 * The program. It keeps what Node makes of its modules for the next start, which then takes half the time and 26 MB less,
 * since no types have to be stripped; and goes on in `process.ts`. This one file is JavaScript, so that Node does not load
 * what strips them for it alone (12 MB). The folder belongs to the user who installed the packages: one that anybody may
 * write to, as Node's own choice is, would be a way in. Where it cannot be written to nothing is kept.
 */
// Whole, not by name: a Node that lacks `enableCompileCache` could not load this file and say which one to take.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

if (!process.features.typescript) {
  process.stderr.write(
    `bandeja: Node ${process.versions.node} does not run TypeScript. \`npm ci\` has installed one that does: \`npm start\` takes it, or node_modules/.bin/node packages/service/src/main.js.\n`,
  );
  process.exit(1);
}
// V8 allocates objects directly in the old heap if objects of their kind lived long before, and under load the objects of a
// request live long. Garbage in the old heap keeps young objects alive, so the old heap had to be collected twice a second.
setFlagsFromString('--no-allocation-site-pretenuring');
module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/bandeja', import.meta.url)));
await import('./process.ts');
