/** The names in a list that was pasted from a chat or a table. Pure. */

import { pairWithin } from '../cells/pairs.ts';
import people from '../words/people.json' with { type: 'json' };
import { anyOf } from '../words/words.ts';
import { capitalized, isInCapitals, nameKey, shownName } from './name-forms.ts';
import { isPlaceholder } from './placeholders.ts';

export interface PastedName {
  readonly name: string;
  /** False for “Invitado”, and for lines such as “Court 1 and 2” or “10 € each”. */
  readonly isLikely: boolean;
  /** The same number for two names that were pasted as a pair, such as “Ana y Bea”; null for others. */
  readonly pair: number | null;
  /** The text in brackets about coming late, such as “llega 21h”. */
  readonly arrival: string | null;
  /** The first round of someone who comes late, if the brackets name one. */
  readonly fromRound: number | null;
  /** Other text in brackets behind the name, such as “si no llueve”. */
  readonly remark: string | null;
}

const NAME_LENGTH_MAX = 80;
/** Where players come alone, “y” between longer names is part of one name. */
const PAIRED_WORDS_MAX = 3;
const ARRIVAL = new RegExp(String.raw`\s*[([]\s*((?:${anyOf(people, 'arrival')})(?!\p{L})[^)\]]*)[)\]]`, 'iu');
const ROUNDS = anyOf(people, 'round');
const ROUND = new RegExp(
  String.raw`(?:${ROUNDS}|(?<!\p{L})r)\s*(\d{1,2})(?!\d)|(?<!\d)(\d{1,2})\s*[.ªº]?\s*(?:${ROUNDS})`,
  'iu',
);
const REMARK = /^(.*\p{L}.*?)\s*[([]([^()[\]]*)[)\]][^\p{L}\p{N}]*$/u;
/** Whole sequences, such as a gesture with its skin and gender. Elsewhere, their joiners are part of names. */
const EMOJI =
  /[\d#*]\uFE0F?\u20E3|(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\uFE0F|\u200D)*/gu;
const NO_NAME = /[\d€$£%+:=!?@#]/;

function readName(pasted: string, pair: number | null): PastedName {
  const written = pasted.replace(EMOJI, ' ');
  const arrival = ARRIVAL.exec(written)?.[1]?.trim() ?? null;
  const [, before, after] = ROUND.exec(arrival ?? '') ?? [];
  const fromRound = Number(before ?? after ?? 0) || null;
  const withRemark = written.replace(ARRIVAL, '');
  const [, text = withRemark, bracketed = ''] = REMARK.exec(withRemark) ?? [];
  const numbered = text.replace(/^[^\p{L}\d+]*\d{0,2}[^\p{L}\d+€$£]*/u, '');
  const words = text.replace(/^[^\p{L}]+/u, '');
  const bare = words.replace(/[^\p{L}\p{M}\p{N}.)]+$/u, '');
  const quote = words.slice(bare.length).match(/^["”»]/)?.[0] ?? '';
  const name = shownName(capitalized(`${bare}${/["“«]/.test(bare) ? quote : ''}`))
    .slice(0, NAME_LENGTH_MAX)
    .trim();
  return {
    name,
    isLikely: !NO_NAME.test(numbered) && !isPlaceholder(name),
    pair,
    arrival,
    fromRound,
    remark: bracketed.trim() || null,
  };
}

/**
 * The names of a list such as “1. Ana García ✅”: one or a pair a line, or separated by commas.
 * @param isOfPairs whether the players come in pairs: there “Gil, Marta” is two players, even in a list of such lines
 */
export function namesOf(pasted: string, isOfPairs = false): PastedName[] {
  const lines = pasted.split(/[\n\r;\t]+/).filter((line) => /\p{L}/u.test(line));
  const withComma = lines.filter((line) => line.split(',').length === 2);
  const isTable = !isOfPairs && lines.length > 1 && withComma.length > lines.length / 2;
  const pairIn = (text: string) => pairWithin(text, isOfPairs ? undefined : PAIRED_WORDS_MAX);
  const texts = lines.flatMap((line) => (isWhole(pairIn(line) ?? [line], isTable) ? [line] : line.split(',')));
  const names = texts.flatMap((text, index) => {
    const pair = pairIn(text);
    return pair === null ? text.split('/').map((one) => readName(one, null)) : pair.map((one) => readName(one, index));
  });
  const known = new Set<string>();
  return names.filter(({ name }) => {
    const key = nameKey(name);
    const isNew = name !== '' && !known.has(key);
    known.add(key);
    return isNew;
  });
}

/** Whether the commas of a line only separate surnames from first names. */
const isWhole = (players: readonly string[], isTable: boolean): boolean =>
  players.every((one) => !one.includes(',') || isSurnameFirst(one, isTable));

/** “GIL, Marta”, and in a table of such lines “Gil, Marta”. */
function isSurnameFirst(text: string, isTable: boolean): boolean {
  const [surname = '', first = '', ...more] = text.split(',').map((part) => part.trim());
  if (more.length > 0 || surname === '' || first === '') return false;
  if (isInCapitals(surname)) return !isInCapitals(first);
  return isTable && !(surname.includes(' ') && first.includes(' '));
}
