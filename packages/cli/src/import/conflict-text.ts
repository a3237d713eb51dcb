/** Rows in conflict as a person reads them: what differs, and what to do. */
import { countOf, grouped } from '../print.ts';
import { printable } from '../terminal.ts';
import type { Conflict, Difference, DifferingPart } from './conflicts.ts';
import { type GroupCount, GroupCounter } from './group-counter.ts';

const partNames: Readonly<Record<DifferingPart, string>> = {
  time: 'the time',
  players: 'the players',
  winner: 'the winner',
  score: 'the score',
  outcome: 'the outcome',
  session: 'the session',
  venue: 'the venue',
  competition: 'the kind of competition',
  minutes: 'the minutes',
  scoring: 'the scoring',
};

/** The conflicts grouped by what differs. */
export function conflictGroups(conflicts: readonly Conflict[]): readonly GroupCount[] {
  const counter = new GroupCounter();
  for (const { line, externalRef, matchId, differences } of conflicts) {
    const names = differences.map(({ part }) => partNames[part]);
    const what =
      names.length === 0
        ? 'the stored match says something else'
        : `${listed(names)} ${names.length === 1 ? 'differs' : 'differ'}`;
    const details = differences.map(
      ({ part, stored, row }) => `${part} ${shown(stored)} is stored, ${shown(row)} here`,
    );
    counter.add(what, line, [externalRef, `match ${matchId ?? '?'}`, ...details].join('; '));
  }
  return counter.groups;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const shown = (text: string): string => (text === '' ? 'nothing' : `“${text}”`);

/** What was done with the other rows of the file. */
export interface ConflictCase {
  /** The references were made from the content of the rows. */
  readonly areMade: boolean;
  /** Rows of the file that are stored under their references. */
  readonly stored: number;
}

/** What to do about conflicts. The cause decides: a prefix would store again what is stored already. */
export function conflictAdvice(conflicts: readonly Conflict[], { areMade, stored }: ConflictCase): readonly string[] {
  const isSameMatch = ({ differences }: Conflict): boolean =>
    areMade || (differences.length > 0 && differences.every(({ part }) => part !== 'time' && part !== 'players'));
  const same = conflicts.filter(isSameMatch);
  const advice: string[] = [];
  if (same.length > 0) {
    const commands = same.flatMap(({ matchId, differences }) => amendCommand(matchId, differences) ?? []);
    advice.push(
      `${countOf(same.length, 'row is a match that is', 'rows are matches that are')} stored already, and the file now says something else of ${same.length === 1 ? 'it' : 'them'}. ` +
        'An import changes no stored match' +
        (commands.length === 0 ? '.' : `; if the file is right, correct ${same.length === 1 ? 'it' : 'them'}:`),
      ...commands.map((command) => `  ${command}`),
    );
  }
  if (same.length === conflicts.length || areMade) return advice;
  if (stored === 0 && same.length === 0) {
    advice.push(
      'The references of this file belong to other matches already, as if a club numbers its matches from 1 each month. ' +
        'Nothing of the file is stored: give it its own references with --ref-prefix 2026-05-, or --refs-from-content.',
    );
  } else {
    advice.push(
      'Two matches have the same reference. Other rows of the file are stored under their references, and a prefix would ' +
        'store those a second time: give the rows in conflict other references in the file.',
    );
  }
  return advice;
}

/** The option of `matches amend` that changes a part. */
const amendOptions: Readonly<Record<Exclude<DifferingPart, 'players'>, string>> = {
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

/** The command that changes the stored match to the content of the row; null if that content is empty. */
function amendCommand(id: string | null, differences: readonly Difference[]): string | null {
  if (id === null || differences.some(({ part, row }) => row === '' && part !== 'winner')) return null;
  const options = differences.map(({ part, row }) => {
    if (part !== 'players') return `${amendOptions[part]} ${quoted(part === 'winner' && row === '' ? 'draw' : row)}`;
    const [a = '', b = ''] = row.split(' v. ');
    return `--a ${a} --b ${b}`;
  });
  return `bandeja matches amend ${id} ${options.join(' ')}`;
}

/** A text as a shell takes it. */
export function quoted(text: string): string {
  if (/^[\w.,:+-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}

/** The conflicts for people: groups with an example each. */
export function conflictsText(
  total: number,
  conflicts: readonly Conflict[],
  textOfGroups: (title: string, groups: readonly GroupCount[]) => string,
  hasReport: boolean,
): string {
  if (total === 0) return '';
  const text = textOfGroups('Conflicts, not stored:', conflictGroups(conflicts));
  const more = total - conflicts.length;
  if (more <= 0) return text;
  return `${text}${printable(`  … and ${grouped(more)} more; ${hasReport ? 'the report' : '--report FILE'} has them all.`)}\n`;
}
