/** The rows of an import as the service remembers them, in words. The file is not needed. */
import type { Api } from '@bandeja/client';
import { groupOfFault } from '../groups.ts';
import { type Fault, faultOf, type Misreading, message, type RowName } from '../message.ts';
import { type Caution, cautionsOf, type Reason, reasonOf, reasonsOf, type Terms } from './outcome.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { RowResult } from './report.ts';

/** @param rows a page of them; warnings name other rows of the page by their numbers */
export function storedResults(rows: readonly Api.ImportRow[], rowName: RowName): readonly RowResult[] {
  const lines = new Map(
    rows.flatMap(({ state, match_id, line }) => (state === 'created' && match_id !== null ? [[match_id, line]] : [])),
  );
  const lineOf = (matchId: string): number | null => lines.get(matchId) ?? null;
  const terms: Terms = { plan: null, rowName, lineOf, players: new Map() };
  return rows.map((row) => resultOf(row, terms));
}

function resultOf(row: Api.ImportRow, terms: Terms): RowResult {
  const { line, external_ref, state, match_id, differences } = row;
  const own = unknownRow(line);
  const reasons = row.problems.flatMap((problem) => storedReasons(problem, own, terms));
  const cautions = row.warnings.flatMap((warning) => storedCautions(warning, own, terms));
  return {
    ...{ line, externalRef: external_ref, matchId: match_id, reasons, cautions, notes: [], differences },
    status: state === 'held' ? 'rejected' : state,
    isHeld: state === 'held' || reasons.some(({ group }) => group === 'left_out'),
  };
}

const unknownRow = (line: number): PreparedRow => ({
  row: {
    ...{ line, externalRef: '', players: [], match: {}, written: null, participants: null },
    faults: [],
    notes: [],
  },
  ...{ match: null, faults: [], warnings: [], persons: [] },
});

/** The texts of an import are emptied in time: what its rows have in common is left. */
function storedReasons(problem: Api.ImportRow['problems'][number], own: PreparedRow, terms: Terms): readonly Reason[] {
  const { values } = problem;
  const fault = faultOfReader(problem);
  const reasons = fault === null ? reasonsOf({ problems: [problem] }, own, terms) : [reasonOf(fault)];
  return values === null
    ? reasons.map(({ group }) => ({ group, text: message(`group.${group}`), columns: [] }))
    : reasons;
}

/** Faults of the reader come back as they were sent. Null for the code of another client. */
function faultOfReader({ code, pointer, detail, values }: Api.ImportRow['problems'][number]): Fault | null {
  const { columns, ...own } = values ?? {};
  const fault = faultOf({ code: `fault.${code}`, values: own } as object as Misreading, textsIn(columns));
  return pointer === null && detail === null && groupOfFault(fault) !== undefined ? fault : null;
}

const textsIn = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

function storedCautions(
  warning: Api.ImportRow['warnings'][number],
  own: PreparedRow,
  terms: Terms,
): readonly Caution[] {
  const cautions = cautionsOf({ warnings: [warning] }, own, terms);
  return warning.values === null
    ? cautions.map(({ group }) => ({ group, text: message(`warning_group.${group}`) }))
    : cautions;
}
