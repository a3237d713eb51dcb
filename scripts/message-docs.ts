/**
 * Makes `docs/messages.md` from the messages, or, with `--check`, fails if the file is not what they say.
 *
 *     node scripts/message-docs.ts [--check]
 */
import { catalog } from '@bandeja/service/reading/messages/catalog/catalog';
import { exampleTexts } from '@bandeja/service/reading/messages/examples';
import type { MessageCode } from '@bandeja/service/reading/messages/format';
import { languages } from '@bandeja/service/reading/messages/languages';
import type { Kind, Message } from '@bandeja/service/reading/messages/message';
import { writeOrCheck } from './generated-file.ts';

const NAMES = { en: 'English', es: 'Español', pt: 'Português' } as const;
/** A sentence in more forms than this is shown in so many of them. */
const FORMS_MAX = 6;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\u00A0', '&nbsp;');
const kindText = (kind: Kind): string =>
  typeof kind === 'string' ? kind : kind.map((word) => `\`${word}\``).join(', ');

function valuesOf(code: MessageCode): string {
  const { values } = catalog[code] as Message;
  const lines = Object.entries(values).map(([name, kind]) => `\`${name}\` (${kindText(kind)})`);
  return lines.length === 0 ? '' : `\nValues: ${lines.join('; ')}.\n`;
}

function section(code: MessageCode): string {
  const rows = languages.map((language) => {
    const texts = exampleTexts(code, language);
    const shown = texts.slice(0, FORMS_MAX).map(cell).join('<br>');
    return `| ${NAMES[language]} | ${shown}${texts.length > FORMS_MAX ? '<br>…' : ''} |`;
  });
  return `### ${code}
${valuesOf(code)}
| | |
|---|---|
${rows.join('\n')}
`;
}

writeOrCheck(
  'docs/messages.md',
  `<!-- Made by scripts/message-docs.ts from packages/service/src/reading/messages/catalog/; do not edit. -->

# Messages

Every sentence that the service says to players and coaches, in each language, for native readers to review. An answer has it in
the language of \`Accept-Language\` (\`en\`, \`es\`, \`pt\`; English if it names none of these), and beside it \`values\`: the numbers
and names that it shows, so that a partner can say it in its own words. The texts are in \`packages/service/src/reading/messages/catalog/\`, in
[ICU MessageFormat](https://unicode-org.github.io/icu/userguide/format_parse/messages/); here they are shown with example values.
[The glossary](glossary.md) has the words of padel in the three languages.

A value is \`whole\` (a whole number), \`decimal\`, \`share\` (from 0 to 1), \`name\`, or one of the words that are listed.

${(Object.keys(catalog) as MessageCode[]).map(section).join('\n')}`,
);
