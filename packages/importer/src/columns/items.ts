import { isObject } from '../file/json.ts';
import { faultOf, type Misreading, misread } from '../message.ts';
import { faultyRow, type Row, type RowMatch } from '../rows.ts';
import { fieldsOf, guessMeanings, planOf, unusedIn } from './header.ts';
import type { Mapping } from './names.ts';
import type { Entry } from './table.ts';

/**
 * Takes one match of a list. A match with `participants` is sent unchanged, and the service validates it. Any other is a flat row with the
 * columns of a CSV file.
 * @param line its place in the list, from 1
 */
export function entryOfItem(item: unknown, line: number, mapping: Mapping): Entry {
  if (!isObject(item)) return faulty(line, '', misread('fault.not_an_object'));
  const { external_ref: reference, participants, ...match } = item;
  const externalRef = typeof reference === 'string' ? reference : '';
  if ('participants' in item) {
    const row: Row = {
      ...{ line, externalRef, players: [], written: null, faults: [], notes: [] },
      match: (typeof reference === 'string' ? match : { ...match, external_ref: reference }) as RowMatch,
      participants: { sent: participants },
    };
    return { kind: 'final', row };
  }
  const [names, values] = [Object.keys(item), Object.values(item)];
  const nested = names.filter((_, place) => typeof values[place] === 'object' && values[place] !== null);
  if (nested.length > 0) return faulty(line, externalRef, misread('fault.nested', { members: nested.join(', ') }));
  // Each item has its own columns, so a missing one rejects this item and not the file.
  const own = new Map([...mapping].filter(([, name]) => names.includes(name)));
  const plan = planOf(names, guessMeanings(names, own), mapping);
  const [rivals] = plan.rivals;
  const fault =
    rivals !== undefined
      ? misread('fault.rival_columns', { text: rivals.one, other: rivals.other, column: rivals.column })
      : misread('fault.missing_columns', { missing: plan.gaps.join(', '), found: names.join(', ') });
  if (rivals !== undefined || plan.gaps.length > 0) return faulty(line, externalRef, fault);
  const cells = values.map((value) => (value === null ? '' : String(value)));
  return { kind: 'flat', line, fields: fieldsOf(cells, plan), unused: unusedIn(cells, plan) };
}

const faulty = (line: number, externalRef: string, { fault }: { readonly fault: Misreading }): Entry => ({
  kind: 'final',
  row: faultyRow(line, externalRef, faultOf(fault)),
});
