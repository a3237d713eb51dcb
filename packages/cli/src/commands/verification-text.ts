import type { Api } from '@bandeja/client';
import { countOf, grouped } from '../counts.ts';
import type { Look } from '../look.ts';
import { type Layout, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';

const differenceLayout: Layout<Api.RatingDifference> = [
  ['match', 'match_id'],
  ['player', 'player_id'],
  ['field', 'field'],
  ['stored', 'stored'],
  ['replayed', 'replayed'],
  ['stored bits', 'stored_bits'],
  ['replayed bits', 'replayed_bits'],
];

/** What a verification found, for people. @param hasWaited whether all ratings were final when it began */
export function verificationText(result: Api.VerificationResult, hasWaited: boolean, look: Look): string {
  const { unsettled, differences, examples } = result;
  const matches = comparedOf(result.matches, unsettled, 'match', 'matches');
  const players = comparedOf(result.players, result.unsettled_players, 'player');
  const compared = `${matches} and ${players} compared`;
  const model = `(model ${printable(result.model_version)})`;
  const unsettledText = unsettled === 0 ? '' : notComparedText(unsettled, hasWaited);
  if (differences > 0) {
    const found = countOf(differences, 'stored value differs', 'stored values differ');
    return (
      `${found} from what the history gives: ${compared} ${model}.\n${unsettledText}\n` +
      `${tableOf(differenceLayout, examples, look)}\n` +
      '“bandeja ratings replay” corrects them; docs/operations/ratings.md says what to keep before that.\n'
    );
  }
  return unsettled === 0
    ? `All ratings are right, to the last bit: ${compared} ${model}.\n`
    : `${compared}: all right, to the last bit ${model}.\n${unsettledText}`;
}

/** `9,413 of 20,284 matches`, or `20,284 matches` if all of them were compared. */
function comparedOf(all: number, unsettled: number, one: string, many?: string): string {
  const part = unsettled === 0 ? '' : `${grouped(all - unsettled)} of `;
  return `${part}${countOf(all, one, many)}`;
}

function notComparedText(unsettled: number, hasWaited: boolean): string {
  const advice = hasWaited ? 'They arrived after the wait.' : 'Use --when-settled to wait for them.';
  return `${countOf(unsettled, 'match is', 'matches are')} still to be settled: not compared. ${advice}\n`;
}
