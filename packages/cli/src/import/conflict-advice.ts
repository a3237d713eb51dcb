/** What to do about rows that contradict their stored matches. The cause decides: a prefix would store the same matches again. */
import type { RowResult } from '@bandeja/importer';
import type { Format } from '@bandeja/messages';
import type { ImportSummary } from './summary.ts';

type ConflictLine = ImportSummary['conflicting'][number];

type Difference = RowResult['differences'][number];
type Code = Difference['code'];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the row is the stored match: its players are, and the time within a day. A prefix would store it a second time. */
const isSameMatch = ({ differences }: ConflictLine): boolean =>
  differences.length > 0 &&
  differences.every(
    (one) =>
      one.code !== 'players' &&
      (one.code !== 'time' || Math.abs(Date.parse(one.stored ?? '') - Date.parse(one.sent ?? '')) < DAY_MS),
  );

export function conflictAdvice(summary: ImportSummary, areReferencesMade: boolean, format: Format): string[] {
  const same = summary.conflicting.filter((conflict) => areReferencesMade || isSameMatch(conflict));
  const advice: string[] = [];
  const moved = same.filter(({ differences }) => differences.some(({ code }) => code === 'time'));
  if (moved.length > 0) advice.push(format('summary.moved', { rows: moved.length }));
  if (same.length > 0) {
    const commands = same.flatMap((conflict) => amendCommand(conflict) ?? []);
    const hasCommands = commands.length === 0 ? 'other' : 'yes';
    advice.push(
      format('summary.amend', { rows: same.length, commands: hasCommands }),
      ...commands.map((one) => `  ${one}`),
    );
  }
  const needsFile = (code: Code): boolean => code === 'positions' || code === 'servers' || code === 'games';
  if (same.some(({ differences }) => differences.some(({ code }) => needsFile(code))))
    advice.push(format('summary.amend_with_file'));
  if (same.length === summary.conflicting.length || areReferencesMade) return advice;
  const stored = summary.duplicates + (summary.dry_run ? 0 : summary.created);
  const isOther = stored === 0 && same.length === 0;
  return [...advice, format(isOther ? 'summary.other_numbers' : 'summary.same_reference')];
}

/** The option of `matches amend` that changes a part. Players have two; the parts without one are changed with a file. */
const amendOptions: Readonly<Partial<Record<Code, string>>> = {
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
function amendCommand({ existing_match_id: id, differences }: ConflictLine): string | null {
  const isWalkover = differences.some(({ code, sent }) => code === 'outcome' && sent === 'walkover');
  const changes = differences.filter(({ code }) => !isWalkover || code !== 'score');
  const isRefused = ({ code, sent }: Difference): boolean =>
    (sent === null && code !== 'winner') || (code !== 'players' && amendOptions[code] === undefined);
  if (id === null || changes.length === 0 || changes.some(isRefused)) return null;
  return `bandeja matches amend ${id} ${changes.map(amendOption).join(' ')}`;
}

function amendOption(difference: Difference): string {
  const { code, sent } = difference;
  if (code === 'players') {
    const { A = [], B = [] } = sent ?? {};
    return `--a ${A.join(',')} --b ${B.join(',')}`;
  }
  const text = Array.isArray(sent)
    ? sent.map((set) => (Array.isArray(set) ? set.join('-') : String(set))).join(' ')
    : sent;
  return `${amendOptions[code]} ${quoted(code === 'winner' && sent === null ? 'draw' : String(text))}`;
}

/** A text as a shell takes it. */
export function quoted(text: string): string {
  if (/^[\w.,:+/=-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
