/** The summary of an import as a person reads it: counts, groups of rows, and what to do next. */

import type { Conflict } from '@bandeja/importer/conflicts';
import { countOf, grouped } from '@bandeja/importer/counts';
import { type Difference, type DifferingPart, partNames } from '@bandeja/importer/differences';
import { type GroupCount, GroupCounter } from '@bandeja/importer/group-counter';
import { shownReference } from '@bandeja/importer/references';
import type { RowName } from '@bandeja/importer/rows';
import type { Translate } from '@bandeja/importer/translate';
import { type WarnedRow, WarningCounter } from '@bandeja/importer/warnings';
import { fields } from '../print.ts';
import { printable } from '../terminal.ts';
import type { ImportSummary } from './summary.ts';

/** The choices of the person that the text depends on. */
interface Choices {
  readonly rowName: RowName;
  readonly hasReport: boolean;
  /** References are derived from the content of the rows. */
  readonly areReferencesMade: boolean;
  readonly isRegistering: boolean;
  /** Players of rows in conflict who do not exist, or are not visible to this partner. */
  readonly unknown: ReadonlySet<string>;
  readonly translate: Translate;
}

/** @returns the counts for standard output, and the notes above and below them for standard error */
export function summaryText(summary: ImportSummary, choices: Choices) {
  const { rowName, translate } = choices;
  return {
    above: [
      ...problemLines(summary, choices),
      ...conflictLines(summary, choices),
      ...groupLines('Voided, not stored:', summary.voided_rows, rowName, translate),
      ...groupLines(warningsTitle(summary, choices), summary.warnings, rowName, translate),
      ...groupLines('Read with an assumption, not rejected:', summary.remarks, rowName, translate),
    ].join(''),
    counts: countsText(summary, translate),
    below: adviceOf(summary, choices)
      .map((advice) => line(translate(advice)))
      .join(''),
  };
}

const line = (text: string): string => `${printable(text)}\n`;

function countsText(summary: ImportSummary, translate: Translate): string {
  const would = summary.dry_run ? 'would be ' : '';
  const title = summary.dry_run ? 'Checked, nothing stored' : summary.complete ? 'Imported' : 'Imported in part';
  const counts = [
    ['rows read', summary.rows_read],
    [`${would}created`, summary.created],
    ['duplicates', summary.duplicates],
    ['conflicts', summary.conflicts],
    ...(summary.voided === 0 ? [] : [['voided', summary.voided] as const]),
    ['rejected', summary.rejected],
    [`players ${would}registered`, summary.players_registered],
  ] as const;
  const width = Math.max(...counts.map(([, count]) => grouped(count).length));
  const seconds = summary.seconds.toFixed(summary.seconds < 10 ? 2 : 1);
  const rows = counts.map(([label, count]) => [`  ${translate(label)}`, grouped(count).padStart(width)] as const);
  const pace = [
    `  ${translate('time')}`,
    translate(`${seconds} s, ${grouped(summary.rows_per_second)} rows/s`),
  ] as const;
  return `${translate(title)}: ${printable(summary.file)} → ${summary.service}\n${fields([...rows, pace])}`;
}

/** A title and the groups below it, each with an example. Nothing without groups. */
function groupLines(title: string, groups: readonly GroupCount[], rowName: RowName, translate: Translate): string[] {
  if (groups.length === 0) return [];
  const lines = groups.flatMap(({ problem, rows, lines: numbers, example }) => {
    const list = translate(
      `${rowName}${numbers.length === 1 ? '' : rowName === 'match' ? 'es' : 's'} ${numbers.join(', ')}`,
    );
    const more = rows > numbers.length ? ', …' : '';
    const first = example === '' ? [] : [`    ${translate(`${rowName} ${numbers[0]}`)}: ${translate(example)}`];
    return [`  ${translate(countOf(rows, 'row'))}: ${translate(problem)} (${list}${more})`, ...first];
  });
  return [translate(title), ...lines].map(line);
}

/** The text before the question whether to send rows with warnings. */
export function warnedText(rows: readonly WarnedRow[], rowName: RowName, translate: Translate): string {
  const counter = new WarningCounter();
  for (const row of rows) counter.add(row);
  const title = `${countOf(rows.length, 'row')} may not be meant:`;
  return groupLines(title, counter.groups, rowName, translate).join('');
}

function warningsTitle({ warned }: ImportSummary, { hasReport }: Choices): string {
  return `Warnings, ${countOf(warned, 'row')}${hasReport ? '' : ' (--report FILE lists them all)'}:`;
}

export function problemLines(
  { rejected, problems }: Pick<ImportSummary, 'rejected' | 'problems'>,
  { rowName, hasReport, translate }: Pick<Choices, 'rowName' | 'hasReport' | 'translate'>,
): string[] {
  const isInSeveral = problems.reduce((sum, { rows }) => sum + rows, 0) > rejected;
  const notes = [
    ...(isInSeveral ? ['a row with several faults is in several groups'] : []),
    ...(hasReport ? [] : ['--report FILE lists them all']),
  ];
  const title = `Rejected, ${countOf(rejected, 'row')}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}:`;
  return groupLines(title, problems, rowName, translate);
}

const pluralParts: ReadonlySet<DifferingPart> = new Set(['players', 'minutes', 'positions', 'games']);

function conflictLines(
  { conflicts, conflicting }: ImportSummary,
  { rowName, hasReport, translate }: Choices,
): string[] {
  const counter = new GroupCounter();
  for (const { line: number, external_ref, existing_match_id: id, differences } of conflicting) {
    const names = differences.map(({ part }) => translate(partNames[part]));
    const isPlural = differences.length > 1 || differences.some(({ part }) => pluralParts.has(part));
    const problem =
      names.length === 0
        ? 'the stored match differs'
        : `${listed(names, translate('and'))} ${translate(isPlural ? 'differ' : 'differs')}`;
    const shown = (text: string): string => (text === '' ? translate('nothing') : `“${text}”`);
    const details = differences.map(
      ({ part, stored, row }, place) =>
        `${names[place]?.replace(/^the /, '') ?? part} ${shown(stored)} ${translate('is stored')}, ${shown(row)} ${translate('here')}`,
    );
    counter.add(
      problem,
      number,
      [shownReference(external_ref), `${translate('match')} ${id ?? '?'}`, ...details]
        .filter((text) => text !== '')
        .join('; '),
    );
  }
  const lines = groupLines('Conflicts, not stored:', counter.groups, rowName, translate);
  const more = conflicts - conflicting.length;
  if (more <= 0) return lines;
  return [...lines, line(`  … and ${grouped(more)} more; ${hasReport ? 'the report' : '--report FILE'} has them all.`)];
}

function listed(names: readonly string[], and: string): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}

/** What the person may want to know or do next. */
function adviceOf(summary: ImportSummary, choices: Choices): string[] {
  const advice: string[] = [];
  if (!summary.complete) {
    advice.push('Run the same command again to continue. Matches that are already stored count as duplicates.');
  }
  if (summary.retries > 0 && summary.duplicates > 0 && !summary.dry_run) {
    advice.push(
      'Requests were sent again. If the response to the first one was lost, its matches count as duplicates.',
    );
  }
  advice.push(...conflictAdvice(summary, choices));
  if (summary.voided > 0) {
    const are = countOf(summary.voided, 'row belongs to a voided match', 'rows belong to voided matches');
    advice.push(`${are}. A void is final. To store the file’s rows as new matches, add --replace-voided.`);
  }
  if (summary.unchecked > 0) {
    const were = countOf(summary.unchecked, 'row was', 'rows were');
    advice.push(
      `${were} not checked for unfinished sets, unusual scores and matches entered twice: their players are not registered yet. ` +
        'The import checks them, and --strict rejects what it finds.',
    );
  }
  if (summary.ineligible > 0 && !choices.isRegistering) {
    advice.push(
      'Some players do not exist, or are private and not shared with you. --register creates missing players.',
    );
  }
  if (summary.complete && !summary.dry_run && summary.last_session !== null && summary.created > 0) {
    advice.push(`The recap: bandeja sessions recap ${quoted(summary.last_session)} --svg poster.svg`);
  }
  return advice;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the row is the stored match: its players are, and the time within a day. A prefix would store it a second time. */
const isSameMatch = ({ differences }: Conflict): boolean =>
  differences.length > 0 &&
  differences.every(
    ({ part, stored, row }) =>
      part !== 'players' && (part !== 'time' || Math.abs(Date.parse(stored) - Date.parse(row)) < DAY_MS),
  );

/** What to do about conflicts. The cause decides: a prefix would store the same matches again. */
function conflictAdvice(summary: ImportSummary, { areReferencesMade, unknown }: Choices): string[] {
  const same = summary.conflicting.filter((conflict) => areReferencesMade || isSameMatch(conflict));
  const advice: string[] = [];
  const moved = same.filter(({ differences }) => differences.some(({ part }) => part === 'time'));
  if (moved.length > 0) {
    advice.push(
      `${countOf(moved.length, 'row has a stored match', 'rows have stored matches')} at another time of the day. Check ` +
        '--timezone, --time and --dates first. A prefix would store these matches a second time.',
    );
  }
  if (same.length > 0) {
    const commands = same.flatMap((conflict) => amendCommand(conflict, unknown) ?? []);
    const are = countOf(
      same.length,
      'row is a stored match with other details',
      'rows are stored matches with other details',
    );
    advice.push(
      `${are}. An import does not change stored matches${commands.length === 0 ? '.' : '. If the file is right, run:'}`,
      ...commands.map((command) => `  ${command}`),
    );
  }
  const needsFile = ({ part }: Difference): boolean => part === 'positions' || part === 'servers' || part === 'games';
  if (same.some(({ differences }) => differences.some(needsFile))) {
    advice.push('Sides of the court, servers and games are changed with a file: bandeja matches amend ID --file FILE.');
  }
  const missing = [...unknown].filter((username) => same.some((conflict) => hasPlayer(conflict, username)));
  if (missing.length > 0)
    advice.push(
      `No match can be amended to players who do not exist, or are private and not shared with you: ${missing.join(', ')}.`,
    );
  if (same.length === summary.conflicting.length || areReferencesMade) return advice;
  const stored = summary.duplicates + (summary.dry_run ? 0 : summary.created);
  advice.push(
    stored === 0 && same.length === 0
      ? 'The references of this file belong to other matches, as if the club numbers its matches from 1 each month. Nothing ' +
          'of the file is stored: give it its own references with --ref-prefix 2026-05-, or --refs-from-content.'
      : 'Two matches have the same reference. Other rows of the file are stored under their references, and a prefix would ' +
          'store them a second time: change the references of the rows in conflict in the file.',
  );
  return advice;
}

/** The option of `matches amend` that changes a part. Players have two; the parts without one are changed with a file. */
const amendOptions: Readonly<Partial<Record<DifferingPart, string>>> = {
  time: '--played-at',
  winner: '--winner',
  score: '--score',
  outcome: '--outcome',
  session: '--session',
  venue: '--venue',
  competition: '--competition',
  minutes: '--minutes',
  scoring: '--scoring',
};

/** The command that changes the stored match to the content of the row; null if there is none. */
function amendCommand({ existing_match_id: id, differences }: Conflict, unknown: ReadonlySet<string>): string | null {
  const isWalkover = differences.some(({ part, row }) => part === 'outcome' && row === 'walkover');
  const changes = differences.filter(({ part }) => !isWalkover || part !== 'score');
  const isRefused = ({ part, row }: Difference): boolean =>
    (row === '' && part !== 'winner') ||
    (part !== 'players' && amendOptions[part] === undefined) ||
    (part === 'players' && usernamesIn(row).some((name) => unknown.has(name)));
  if (id === null || changes.length === 0 || changes.some(isRefused)) return null;
  return `bandeja matches amend ${id} ${changes.map(amendOption).join(' ')}`;
}

const hasPlayer = ({ differences }: Conflict, username: string): boolean =>
  differences.some(({ part, row }) => part === 'players' && usernamesIn(row).includes(username));

const usernamesIn = (players: string): readonly string[] => players.split(/,| v\. /);

function amendOption({ part, row }: Difference): string {
  if (part !== 'players') return `${amendOptions[part]} ${quoted(part === 'winner' && row === '' ? 'draw' : row)}`;
  const [a = '', b = ''] = row.split(' v. ');
  return `--a ${a} --b ${b}`;
}

/** A text as a shell takes it. */
function quoted(text: string): string {
  if (/^[\w.,:+-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
