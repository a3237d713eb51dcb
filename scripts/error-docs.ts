/**
 * Makes `docs/errors.md` from the error registry, or, with `--check`, fails if the file is not what the registry says.
 *
 *     node scripts/error-docs.ts [--check]
 */
import { readFileSync } from 'node:fs';
import { faultRegistry } from '@bandeja/contract/errors/fault-registry';
import { type ErrorDefinition, errorRegistry } from '@bandeja/contract/errors/registry';
import { writeOrCheck } from './generated-file.ts';

const errors = Object.entries<ErrorDefinition>(errorRegistry).map(
  ([code, { status, title, meaning, remedy, guide }]) => `### ${code}

**${status}** ${title}. ${meaning}

What to do: ${remedy}${guide === undefined ? '' : ` See ${linkTo(guide)}.`}
`,
);

/** A link with the heading that it leads to. */
function linkTo(guide: string): string {
  const [page = '', anchor] = guide.split('#');
  const headings = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8').matchAll(/^#+ (.+)$/gm);
  const named = [...headings].map(([, heading = '']) => heading);
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
  const heading = anchor === undefined ? named[0] : named.find((one) => slug(one) === anchor);
  if (heading === undefined) throw new Error(`docs/${guide} is not there`);
  return `[${heading}](${guide})`;
}

const faults = Object.entries(faultRegistry).map(
  ([code, { meaning }]) => `| <a id="rule-${code}"></a>\`${code}\` | ${meaning.replaceAll('|', '\\|')} |`,
);

writeOrCheck(
  'docs/errors.md',
  `<!-- Made by scripts/error-docs.ts from packages/contract/src/errors; do not edit. -->

# Errors

Every error is \`application/problem+json\` (RFC 9457). Programs decide by its \`code\`; its \`type\` is the address of the same
text on a running service, \`/docs/errors#<code>\`. The operator finds the request by its \`request_id\`, which only answers to unreadable requests lack.

## Codes

${errors.join('\n')}
## Rules in \`errors[]\`

Each entry has a \`pointer\` into the body (RFC 6901) or the \`parameter\` of the query, a code, and the rule in a sentence. At
most 100 are shown; then a last one, \`more\`, has the count of the others.

| code | meaning |
|---|---|
${faults.join('\n')}
`,
);
