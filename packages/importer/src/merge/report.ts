/** The CSV file from which a merge is undone. */
import { csvCell, csvHeader } from '../csv-cell.ts';
import { fileFault } from '../file-fault.ts';
import { type Lineup, lineupText, readLineup } from './lineup.ts';
import type { ListMove } from './lists.ts';

/** A match in which a merge replaces a player. */
export interface MergedMatch {
  readonly id: string;
  readonly external_ref: string;
  readonly played_at: string;
  readonly before: Lineup;
  readonly after: Lineup;
}

export interface MergeReport {
  readonly kind: 'merge';
  /** The usernames of both players. */
  readonly from: string;
  readonly into: string;
  readonly matches: readonly MergedMatch[];
  /** Null if no roster and no plan had the player. */
  readonly lists: ListMove | null;
}

/** The id of the replaced player; null if the merge changed nothing. Its username may mean another player. */
export function replacedId({ matches: [match], lists }: Pick<MergeReport, 'matches' | 'lists'>): string | null {
  if (lists !== null) return lists.from.id;
  const left = match?.before.find(({ profile_id: id }) => match.after.every(({ profile_id: other }) => other !== id));
  return left?.profile_id ?? null;
}

export const MERGE_COLUMNS = ['id', 'external_ref', 'played_at', 'from', 'into', 'before', 'after'] as const;

/** The column `list` of a line about a roster or the plan of a night, whose name is in the column `external_ref`. */
type List = 'roster' | 'plan';

/** A line of the file, by column. */
export interface ReportLine {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** @param name what messages call the file @throws {FileFault} for lines that {@link mergeReportText} did not write */
export function mergeReportOf(name: string, lines: readonly ReportLine[]): MergeReport {
  const { from = '', into = '' } = lines[0]?.cells ?? {};
  if (lines.some(({ cells }) => cells['from'] !== from || cells['into'] !== into))
    throw fileFault(`${name}: the file has the matches of several merges. Undo each with its own report.`);
  const matches: MergedMatch[] = [];
  let lists: ListMove | null = null;
  for (const { line, cells } of lines) {
    const { list = '', id = '', external_ref = '', played_at = '', before = '', after = '' } = cells;
    const [one, other] = [readLineup(before), readLineup(after)];
    if (list === '' && one !== null && other !== null) {
      matches.push({ id, external_ref, played_at, before: one, after: other });
      continue;
    }
    const place = readPlace(list, before, after);
    if (place === null) throw fileFault(`${name}, line ${line}: “before” and “after” are not as the merge wrote them.`);
    lists ??= {
      from: { id: place.from, username: from },
      into: { id: place.into, username: into },
      rosters: [],
      plans: [],
    };
    const { roster, number } = place;
    lists = {
      ...lists,
      rosters: roster === null ? lists.rosters : [...lists.rosters, { slug: external_ref, ...roster }],
      plans: roster === null ? [...lists.plans, { ref: external_ref, number }] : lists.plans,
    };
  }
  return { kind: 'merge', from, into, matches, lists };
}

/** The ids of both players on a roster before and after; in a plan, behind the number. */
const ROSTER = /^([0-9a-f-]{36})( [0-9a-f-]{36})?$/;
const PLAN = /^(\d+):([0-9a-f-]{36})$/;

function readPlace(list: string, before: string, after: string) {
  if (list !== 'roster' && list !== 'plan') return null;
  const [was, is] = [before, after].map((text) => (list === 'roster' ? ROSTER : PLAN).exec(text));
  if (!was || !is) return null;
  if (list === 'plan') return { from: was[2] ?? '', into: is[2] ?? '', roster: null, number: Number(was[1]) };
  const roster = { hadInto: was[2] !== undefined, keepsFrom: is[2] !== undefined };
  return { from: was[1] ?? '', into: is[1] ?? '', roster, number: 0 };
}

function placeLines({ from, into, rosters, plans }: ListMove): string[][] {
  const idsOf = (first: string, second: string | null) => (second === null ? first : `${first} ${second}`);
  const lineOf = (list: List, name: string, before: string, after: string) => [
    ...['', name, '', from.username, into.username, before, after, list],
  ];
  return [
    ...rosters.map(({ slug, hadInto, keepsFrom }) =>
      lineOf('roster', slug, idsOf(from.id, hadInto ? into.id : null), idsOf(into.id, keepsFrom ? from.id : null)),
    ),
    ...plans.map(({ ref, number }) => lineOf('plan', ref, `${number}:${from.id}`, `${number}:${into.id}`)),
  ];
}

/** The places of an interrupted run and of the next one: the next one finds `into` where the first one put it. */
export function withEarlier(earlier: ListMove | null, { rosters, plans, ...players }: ListMove): ListMove {
  const isNew = (slug: string) => earlier?.rosters.every((place) => place.slug !== slug) ?? true;
  const isNewPlan = (ref: string) => earlier?.plans.every((place) => place.ref !== ref) ?? true;
  return {
    ...players,
    rosters: [...(earlier?.rosters ?? []), ...rosters.filter(({ slug }) => isNew(slug))],
    plans: [...(earlier?.plans ?? []), ...plans.filter(({ ref }) => isNewPlan(ref))],
  };
}

/** The text of the file. A match that an interrupted merge reported, and the next one again, is written once. */
export function mergeReportText({ from, into, matches, lists }: MergeReport): string {
  const distinct = [...new Map(matches.map((match) => [match.id, match])).values()];
  const matchLines = distinct.map(({ id, external_ref, played_at, before, after }) => [
    ...[id, external_ref, played_at, from, into, lineupText(before), lineupText(after), ''],
  ]);
  const lines = [...(lists === null ? [] : placeLines(lists)), ...matchLines];
  return (
    csvHeader([...MERGE_COLUMNS, 'list']) +
    lines.map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\n`).join('')
  );
}
