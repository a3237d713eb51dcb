import { type JsonObject, numberOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { countOf, type Field, grouped, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';

/** What a verification found, for people. @param hasWaited whether all ratings were final when it began. */
export function verificationText(result: JsonObject, hasWaited: boolean, look: Look): string {
  const unsettled = numberOf(result['unsettled']) ?? 0;
  const compared = `${comparedOf(result['matches'], unsettled, 'match', 'matches')} and ${comparedOf(result['players'], result['unsettled_players'], 'player', 'players')} compared`;
  const model = `(model ${printable(textOf(result['model_version']) ?? '?')})`;
  const unsettledText = unsettled === 0 ? '' : notComparedText(unsettled, hasWaited);
  if (result['differences'] !== 0) {
    const found = countOf(result['differences'], 'stored value differs', 'stored values differ');
    return `${found} from what the history gives: ${compared} ${model}.\n${unsettledText}${differencesText(result, look)}`;
  }
  return unsettled === 0
    ? `All ratings are right, to the last bit: ${compared} ${model}.\n`
    : `${compared}: all right, to the last bit ${model}.\n${unsettledText}`;
}

/** `9,413 of 20,284 matches`, or `20,284 matches` if all of them were compared. */
function comparedOf(all: unknown, unsettled: unknown, one: string, many: string): string {
  const left = numberOf(unsettled) ?? 0;
  const part = left === 0 ? '' : `${grouped((numberOf(all) ?? 0) - left)} of `;
  return `${part}${countOf(all, one, many)}`;
}

function notComparedText(unsettled: number, hasWaited: boolean): string {
  const advice = hasWaited ? 'They came meanwhile.' : 'Use --when-settled to wait for them.';
  return `${countOf(unsettled, 'match is', 'matches are')} still to be settled: not compared. ${advice}\n`;
}

const difference: readonly Field[] = [
  ['match', 'match_id'],
  ['player', 'player_id'],
  ['field', 'field'],
  ['stored', 'stored'],
  ['replayed', 'replayed'],
  ['stored bits', 'stored_bits'],
  ['replayed bits', 'replayed_bits'],
];

function differencesText(result: JsonObject, look: Look): string {
  const examples = objectsOf(result['examples']);
  return (
    `\n${examples.length === 0 ? '' : `${tableOf(difference, examples, look)}\n`}` +
    '“bandeja ratings replay” corrects them; docs/operations.md says what to keep before that.\n'
  );
}
