/**
 * Checks the catalogue of texts: each language has the same codes, values and plurals, and each code is used.
 *
 *     node scripts/message-check.ts
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readLanguage } from '@bandeja/messages/catalogue';
import { faultsOf } from '@bandeja/messages/check';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The code of everything that shows texts, without the generated list of codes. */
const sources = globSync('packages/{cli,console,importer,messages}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => path !== 'packages/messages/src/generated/codes.ts')
  .map((path) => readFileSync(`${root}${path}`, 'utf8'));
const all = sources.join('\n');

/** Whether the code is written in full, its table is opened beside its key, or its end is a variable. */
function isUsed(code: string): boolean {
  const [table, key] = [code.slice(0, code.lastIndexOf('.')), code.slice(code.lastIndexOf('.') + 1)];
  if (all.includes(`'${code}'`) || all.includes(`\`${table}.\${`)) return true;
  return sources.some((source) => {
    const name = new RegExp(`(export )?const (\\w+) = texts\\('${table}'\\)`).exec(source);
    if (name === null) return false;
    const readers = name[1] === undefined ? source : all;
    // Its key, or a call whose key is a variable.
    return new RegExp(`'${key}'|\\b${name[2]}\\((?!'|[^'()]*\\? '\\w+' : ')`).test(readers);
  });
}

const unused = Object.keys(readLanguage('en')).filter((code) => !isUsed(code));
const faults = [...faultsOf(), ...unused.map((code) => `en.json: ${code} is used nowhere`)];
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
