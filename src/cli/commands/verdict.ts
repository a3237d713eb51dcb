import { type JsonObject, numberOf, objectsOf, textOf } from '../json-value.ts';
import { countOf, type Field, grouped, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';

/** What a verification has compared, and what it has not. */
interface Extent {
  readonly unsettled: number;
  /** `9,413 of 20,284 matches and 812 of 900 players`; without “of” where it is all there is. */
  readonly compared: string;
}

/** What a verification found, for people. @param hasWaited whether all ratings were final when it began. */
export function verdictText(result: JsonObject, hasWaited: boolean): string {
  const extent = extentOf(result);
  const model = `(model ${printable(textOf(result['model_version']) ?? '?')})`;
  const found = countOf(result['differences'], 'stored value differs', 'stored values differ');
  const isRight = result['differences'] === 0;
  const isWhole = extent.unsettled === 0;
  const headline = !isRight
    ? `${found} from what the history gives: ${extent.compared} compared ${model}.`
    : isWhole
      ? `All ratings are right, to the last bit: ${extent.compared} compared ${model}.`
      : `${extent.compared} compared: all right, to the last bit ${model}.`;
  return `${headline}\n${isWhole ? '' : restText(extent, hasWaited)}${isRight ? '' : differencesText(result)}`;
}

function extentOf(result: JsonObject): Extent {
  const [matches = 0, players = 0, unsettled = 0, unsettledPlayers = 0] = [
    'matches',
    'players',
    'unsettled',
    'unsettled_players',
  ].map((member) => numberOf(result[member]) ?? 0);
  const ofMatches = partOf(matches - unsettled, matches, 'match', 'matches');
  const ofPlayers = partOf(players - unsettledPlayers, players, 'player', 'players');
  return { unsettled, compared: `${ofMatches} and ${ofPlayers}` };
}

function partOf(part: number, all: number, one: string, many: string): string {
  return `${part === all ? '' : `${grouped(part)} of `}${countOf(all, one, many)}`;
}

function restText({ unsettled }: Extent, hasWaited: boolean): string {
  const advice = hasWaited ? 'They came meanwhile.' : 'Use --when-settled to wait for them.';
  return `${countOf(unsettled, 'match is', 'matches are')} still to be settled: not compared. ${advice}\n`;
}

const difference: readonly Field[] = [
  ['match', 'match_id'],
  ['player', 'player_id'],
  ['field', 'field'],
  ['stored', 'stored'],
  ['folded', 'folded'],
  ['stored bits', 'stored_bits'],
  ['folded bits', 'folded_bits'],
];

function differencesText(result: JsonObject): string {
  const examples = objectsOf(result['examples']);
  return (
    `\n${examples.length === 0 ? '' : `${tableOf(difference, examples)}\n`}` +
    '“bandeja ratings replay” corrects them; docs/operations.md says what to keep before that.\n'
  );
}
