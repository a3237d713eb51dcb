import { MODEL_VERSION } from '../../rating/index.ts';
import type { StoredStates } from '../../store/ledger/ledger-arrays.ts';
import type { StoredLedger } from '../../store/ledger/verification.ts';
import { type StatesAround, settledPart } from '../rated-history/index.ts';
import { type RatedMatch, storedAfter, storedBefore } from '../ratings/index.ts';
import type { Differences } from './differences.ts';
import { type HistoryBlock, placeOf } from './read-block.ts';

/**
 * Compares a stretch of the ledger with what the fold gives for its matches: what the model was given of every row, and
 * the states around every match that is settled.
 * @param around the states around `block.rated`.
 * @returns how many matches are not settled yet.
 */
export function compareBlock(block: HistoryBlock, around: StatesAround, differences: Differences): number {
  const folded = { before: storedBefore(around.before), after: storedAfter(around.after) };
  const isSettled = settledPart(block.ledgerState);
  let unsettled = 0;
  for (const [index, match] of block.rated.entries()) {
    const row = block.rows.get(match.match_id);
    if (block.ledger === null || row === undefined) {
      // The row of a displaced match is compared where it stands, as far as it can be.
      if (!block.displaced.has(match.match_id)) noteRow(differences, match.match_id, 'absent', 'present');
    } else {
      compareInputs(differences, block.ledger, row, match);
      if (isSettled(match)) compareStates(differences, { ledger: block.ledger, row }, { match, folded, index });
      else unsettled += 1;
    }
  }
  if (block.ledger !== null) compareStrays(differences, block, block.ledger);
  return unsettled;
}

function noteRow(differences: Differences, matchId: string, stored: string, folded: string): void {
  differences.compareText({ match_id: matchId, player_id: null, field: 'ledger_row' }, stored, folded);
}

/** Rows whose match is not rated, or is rated at another place of the history. */
function compareStrays(differences: Differences, { strays, rows }: HistoryBlock, ledger: StoredLedger): void {
  for (const [id, place] of strays) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const field = { match_id: id, player_id: null, field: 'played_at' };
    if (place === null) noteRow(differences, placeOf(ledger, row).match_id, 'present', 'absent');
    else differences.note(field, ledger.inputs.played_at.compare(row, place.played_at));
  }
}

function compareInputs(differences: Differences, ledger: StoredLedger, row: number, match: RatedMatch): void {
  const given = {
    played_at: match.played_at,
    units_won: match.units_won ?? Number.NaN,
    units_lost: match.units_lost ?? Number.NaN,
    units_standard: match.units_standard ?? Number.NaN,
    weight: match.weight,
    length: match.length,
  };
  for (const [field, column] of Object.entries(ledger.inputs)) {
    const place = { match_id: match.match_id, player_id: null, field };
    differences.note(place, column.compare(row, given[field as keyof typeof given]));
  }
  for (const [slot, id] of match.player_ids.entries()) {
    const place = { match_id: match.match_id, player_id: id, field: 'player_ids' };
    differences.compareText(place, ledger.player_ids[4 * row + slot] ?? null, id);
  }
}

/** What the ledger stores of a player around a match, in the order of its numbers. */
const BEFORE = ['mean_before', 'variance_before', 'shown_before', 'last_played_at_before', 'matches_played_before'];
const AFTER = ['mean_after', 'variance_after', 'shown_after'];

function compareStates(
  differences: Differences,
  { ledger, row }: { readonly ledger: StoredLedger; readonly row: number },
  { match, folded, index }: { readonly match: RatedMatch; readonly folded: StoredStates; readonly index: number },
): void {
  const { match_id } = match;
  const version = { match_id, player_id: null, field: 'model_version' };
  differences.compareText(version, ledger.model_versions[row] ?? null, MODEL_VERSION);
  const compare = (fields: readonly string[], stored: Float64Array, wanted: Float64Array): void => {
    const width = 4 * fields.length;
    for (let cell = 0; cell < width; cell += 1) {
      const [is, should] = [stored[width * row + cell] as number, wanted[width * index + cell] as number];
      if (Object.is(is, should)) continue;
      const [field = '', player_id = null] = [
        fields[cell % fields.length],
        match.player_ids[Math.floor(cell / fields.length)],
      ];
      differences.addNumbers({ match_id, player_id, field }, is, should);
    }
  };
  compare(BEFORE, ledger.before, folded.before);
  compare(AFTER, ledger.after, folded.after);
}
