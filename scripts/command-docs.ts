/**
 * Writes the table of commands in `docs/cli.md` from their declarations, or, with `--check`, fails if it is out of date.
 *
 *     node scripts/command-docs.ts [--check]
 */
import { readFileSync } from 'node:fs';
import { firstSentence } from '@bandeja/cli/options';
import { sections } from '@bandeja/cli/run';
import { writeOrCheck } from './generated-file.ts';

const BETWEEN_MARKERS = /(<!-- Begin: .*? -->\n).*(<!-- End -->)/s;

const tables = sections.map(([heading, entries]) => {
  const rows = entries
    .flatMap(({ commands }) => commands)
    .map(({ name, description }) => `| \`${name}\` | ${firstSentence(description)} |`);
  return `| ${heading} | |\n| --- | --- |\n${rows.join('\n')}\n`;
});
const page = readFileSync(new URL('../docs/cli.md', import.meta.url), 'utf8');
writeOrCheck('docs/cli.md', page.replace(BETWEEN_MARKERS, `$1\n${tables.join('\n')}\n$2`));
