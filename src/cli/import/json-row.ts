import { CommandFailure } from '../exit.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-value.ts';
import { fieldsOf, type Mapping, planColumns } from './columns.ts';
import { readFlatRow } from './flat-row.ts';
import { faultyRow, type ImportRow, readyRow } from './import-row.ts';
import type { MatchPiece } from './json-scanner.ts';
import { isUsername } from './username.ts';

/**
 * Turns one item of a JSON file into a row. An item with `participants` is a submission as the API takes it and goes out
 * as it stands, for the service to judge; any other is a flat row with the columns of a CSV file.
 */
export function readJsonRow({ value: item, text, line }: MatchPiece, mapping: Mapping): ImportRow {
  if (!isObject(item)) return faultyRow(line, '', ['the item is no object']);
  if (!('participants' in item)) return readFlatItem(item, line, mapping);
  const usernames = listOf(item['participants']).map(usernameOf);
  return readyRow(line, textOf(item['external_ref']) ?? '', text, usernames);
}

function usernameOf(participant: unknown): string | null {
  const username = textOf(objectOf(participant)['username'])?.toLowerCase() ?? null;
  return username !== null && isUsername(username) ? username : null;
}

function readFlatItem(item: JsonObject, line: number, mapping: Mapping): ImportRow {
  const names = Object.keys(item);
  const cells = Object.values(item).map(cellText);
  const externalRef = textOf(item['external_ref']) ?? '';
  const nested = names.filter((_, place) => cells[place] === undefined);
  if (nested.length > 0) {
    return faultyRow(line, externalRef, [
      `${nested.join(', ')}: a flat row holds texts and numbers; lists belong to the API’s form, with participants`,
    ]);
  }
  try {
    return readFlatRow(line, fieldsOf(cells.map(String), planColumns(names, mapping)));
  } catch (error) {
    // Each item has columns of its own, so one without them says nothing about the rest of the file.
    if (error instanceof CommandFailure) return faultyRow(line, externalRef, [error.message]);
    throw error;
  }
}

function cellText(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' ? undefined : String(value);
}
