import { countOf, grouped } from '../count.ts';
import { cellOf, type JsonObject, numberOf, objectsOf, textOf } from '../json-value.ts';
import { table } from '../table.ts';
import { printable } from '../terminal.ts';

/** What a verification has compared, and what it has not. */
interface Extent {
  readonly unsettled: number;
  readonly held: number;
  /** `9,413 of 20,284 matches and 812 of 900 players`; without “of” where it is all there is. */
  readonly compared: string;
}

/** What a verification found, for people. @param hasWaited nothing was to be settled when it began. */
export function verdictText(result: JsonObject, hasWaited: boolean): string {
  const extent = extentOf(result);
  const model = `(model ${printable(textOf(result['model_version']) ?? '?')})`;
  const found = countOf(result['differences'], 'stored value differs', 'stored values differ');
  const isRight = result['differences'] === 0;
  const isWhole = extent.unsettled === 0 && extent.held === 0;
  const headline = !isRight
    ? `${found} from what the history gives: ${extent.compared} compared ${model}.`
    : isWhole
      ? `All ratings are right, to the last bit: ${extent.compared} compared ${model}.`
      : `${extent.compared} compared: all right, to the last bit ${model}.`;
  return `${headline}\n${isWhole ? '' : restText(extent, hasWaited)}${isRight ? '' : differencesText(result)}`;
}

function extentOf(result: JsonObject): Extent {
  const [matches = 0, players = 0, unsettled = 0, unsettledPlayers = 0, held = 0] = [
    'matches',
    'players',
    'unsettled',
    'unsettled_players',
    'held',
  ].map((member) => numberOf(result[member]) ?? 0);
  // Matches that wait are none of those that the service has gone through.
  const ofMatches = partOf(matches - unsettled, matches + held, 'match', 'matches');
  const ofPlayers = partOf(players - unsettledPlayers, players, 'player', 'players');
  return { unsettled, held, compared: `${ofMatches} and ${ofPlayers}` };
}

function partOf(part: number, all: number, one: string, many: string): string {
  return `${part === all ? '' : `${grouped(part)} of `}${countOf(all, one, many)}`;
}

function restText({ unsettled, held }: Extent, hasWaited: boolean): string {
  const rest = [
    ...(unsettled === 0 ? [] : [`${countOf(unsettled, 'match is', 'matches are')} still to be settled`]),
    ...(held === 0 ? [] : [countOf(held, 'match waits to be rated', 'matches wait to be rated')]),
  ];
  const advice = hasWaited ? 'They came meanwhile.' : 'With --when-settled they are waited for.';
  return `${rest.join(', ')}: not compared. ${advice}\n`;
}

function differencesText(result: JsonObject): string {
  const members = ['match_id', 'player_id', 'field', 'stored', 'folded', 'stored_bits', 'folded_bits'];
  const headings = ['match', 'player', 'field', 'stored', 'folded', 'stored bits', 'folded bits'];
  const rows = objectsOf(result['examples']).map((example) => members.map((member) => cellOf(example[member])));
  return (
    `\n${rows.length === 0 ? '' : `${table(headings, rows)}\n`}` +
    '“bandeja ratings replay” mends them, whatever they come from; docs/operations.md tells what to keep before that.\n'
  );
}
