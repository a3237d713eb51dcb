/**
 * Generates `docs/messages.csv` from the messages that responses contain. With `--check`, fails if the file is out of date.
 *
 *     node scripts/message-docs.ts [--check]
 */
import { explanationMessages } from '@bandeja/service/messages/catalog/explanation';
import { headlineMessages } from '@bandeja/service/messages/catalog/headline';
import { insightMessages } from '@bandeja/service/messages/catalog/insights';
import { nightMessages } from '@bandeja/service/messages/catalog/night';
import { exampleTexts } from '@bandeja/service/messages/examples';
import type { MessageCode } from '@bandeja/service/messages/format';
import type { Kind, Message } from '@bandeja/service/messages/message';
import { writeOrCheck } from './generated-file.ts';

/** The messages by where a response contains them. Confidence labels have no values, and those of pictures are in no response. */
const groups: readonly (readonly [part: string, messages: Readonly<Record<string, Message>>])[] = [
  ['explanation', explanationMessages],
  ['insight', insightMessages],
  ['headline', headlineMessages],
  ['night note', nightMessages],
];

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const kindText = (kind: Kind): string => (typeof kind === 'string' ? kind : kind.join(' | '));

function row(part: string, code: string, { values }: Message): string {
  const kinds = Object.entries(values).map(([name, kind]) => `${name}: ${kindText(kind)}`);
  const [text = ''] = exampleTexts(code as MessageCode, 'en').toSorted((one, other) => other.length - one.length);
  return [part, code.slice(code.indexOf('.') + 1), cell(text), cell(kinds.join('; '))].join(',');
}

const rows = groups.flatMap(([part, messages]) =>
  Object.entries(messages).map(([code, message]) => row(part, code, message)),
);
writeOrCheck('docs/messages.csv', `part,code,example,values\n${rows.join('\n')}\n`);
