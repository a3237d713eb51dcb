/** What a file leaves open is settled before its rows are read: by options, by the file itself, or by asking. */
import { type Ask, askFor } from './asking.ts';
import { isTimezone } from './clock.ts';
import type { ColumnPlan } from './columns.ts';
import { countOf } from './counts.ts';
import { type DateOrder, type OrderEvidence, orderNames } from './dates.ts';
import { fileFault } from './file-fault.ts';
import type { RowRules } from './flat-row.ts';
import type { RepeatedReference } from './own-references.ts';
import { readClock } from './played-at.ts';
import type { ReferenceRules } from './references.ts';
import type { RowName } from './rows.ts';
import { NO_SESSION_RULES, type SessionRules } from './sessions.ts';
import { type Named, type ScoreCount, settleScores, settleZero } from './settle-scores.ts';

/** The options for reading a file; null if not given. */
export interface ReadingOptions {
  readonly dates: DateOrder | null;
  readonly timezone: string | null;
  /** The time of matches whose row has only a date, `HH:MM`. */
  readonly time: string | null;
  readonly scores: ScoreCount | null;
  readonly sessions: SessionRules;
  /** Where matches were played whose row does not say it. */
  readonly venue: string | null;
}

export const NO_READING_OPTIONS: ReadingOptions = {
  dates: null,
  timezone: null,
  time: null,
  scores: null,
  sessions: NO_SESSION_RULES,
  venue: null,
};

/** One such row may be a mistake. */
const WINNER_FIRST_ROWS_MIN = 2;

/** How the rows are read, and in sentences what of it was decided by the file. */
export interface Settled {
  readonly rules: RowRules;
  readonly notes: readonly string[];
}

/**
 * Settles how the rows of a file are read.
 * @param ask asks a person; null: an open question is a fault.
 * @throws {FileFault} for a question that neither the options, the file nor the person answers.
 */
export async function settle(
  { findings, rowName, plan }: Named & { readonly plan: ColumnPlan | null },
  options: ReadingOptions,
  references: ReferenceRules,
  ask: Ask | null,
): Promise<Settled> {
  if (!references.fromContent) refuseRepeats(findings.references.repeated, rowName);
  const { order, note } = await settleOrder(findings.order, options.dates, rowName, ask);
  const time = await settleTime({ findings, rowName }, options.time, ask);
  const timezone = await settleTimezone({ findings, rowName }, options.timezone, time !== null, ask);
  const { scores, scoring, note: unitNote } = await settleScores({ findings, rowName }, plan, options, ask);
  const session = await settleSessions(plan, options.sessions, ask);
  const notes = [flagsNote(plan), note, unitNote, session.note].filter((one) => one !== null);
  if (findings.references.areNumbers && references.prefix === '' && !references.fromContent) {
    const column = plan?.names[plan.places.get('external_ref') ?? -1];
    notes.push(
      `Matches are known by their numbers${column === undefined ? '' : ` in “${column}”`}. If another file has the same ` +
        'numbers for other matches, give each file a prefix from its first import on: --ref-prefix 2026-05-.',
    );
  }
  if (timezone !== null) {
    notes.push(
      `Times without a zone are in ${timezone}. A time that occurs twice when clocks go back is the first one.`,
    );
  }
  if (scores === 'sets' && findings.setCounts !== null) {
    notes.push('Scores are sets won: the winner is taken from them, and no scoreline is sent.');
  }
  const { zero, note: zeroNote } = await settleZero({ findings, rowName }, plan, ask);
  if (zeroNote !== null) notes.push(zeroNote);
  const { teamFirst, winnerFirst } = findings;
  // In a file with our own names team A is first.
  const mayBeWinnerFirst = plan?.isGuessed === true && teamFirst === null;
  const isWinnerFirst =
    plan?.winner === 'B' || (mayBeWinnerFirst && (winnerFirst?.count ?? 0) >= WINNER_FIRST_ROWS_MIN);
  if (isWinnerFirst && winnerFirst !== null && plan?.winner === null) {
    notes.push(`Scores have the winner first: ${rowName} ${winnerFirst.line} has ${winnerFirst.text}.`);
  }
  if (plan !== null && plan.winner !== null) {
    const column = plan.winner === 'A' ? 'a' : 'b';
    const place = plan.places.get(`team_${column}`) ?? plan.places.get(`team_${column}_1`);
    notes.push(`“${plan.names[place ?? -1]}” won every match; scores have their games first.`);
  }
  const first = isWinnerFirst ? 'winner' : 'team_a';
  return {
    rules: {
      times: { order, timezone, time },
      references,
      sessions: session.rules,
      venue: options.venue ?? '',
      scores,
      scoring,
      first,
      zero,
    },
    notes,
  };
}

/** Which columns are named after outcomes. */
function flagsNote(plan: ColumnPlan | null): string | null {
  if (plan === null || plan.flags.length === 0) return null;
  const names = plan.flags.map((name) => `“${name}”`).join(', ');
  return `A cell with “x”, “yes”, “true” or 1 in ${names} makes the outcome of its row.`;
}

/** How matches get their sessions. A list of matches says it itself. */
async function settleSessions(
  plan: ColumnPlan | null,
  option: SessionRules,
  ask: Ask | null,
): Promise<{ readonly rules: SessionRules; readonly note: string | null }> {
  const given = { rules: option, note: null };
  if (plan === null || option.name !== null || option.isByDay || plan.places.has('session_external_ref')) return given;
  const round = plan.places.get('round');
  if (round !== undefined) {
    const note =
      `Sessions are named by “${plan.names[round]}” and the year alone. If another file has the same ones, say what they are a part of: ` +
      '--session "Liga 2026".';
    return { ...given, note };
  }
  if (ask === null) {
    const note =
      'The file has no sessions, so there will be no recap. Use --session-by-day (a session for each day) or --session NAME.';
    return { ...given, note };
  }
  const answer = await askFor(
    ask,
    'The file has no sessions, which a recap needs. Enter “day” for a session each day, a name for one session, or nothing: ',
    (text) => (YES_OR_NO.test(text) ? null : text),
    'This is not a yes-or-no question, and would be the name of the session.',
  );
  if (answer === '') return given;
  const isByDay = answer.toLowerCase() === 'day';
  return { ...given, rules: { name: isByDay ? null : answer, isByDay } };
}

/** Answers that are hardly ever meant as a name. */
const YES_OR_NO = /^(y|yes|s|si|sí|sim|o|oui|n|no|não|nao|non)$/i;

/** At most this many repeated references are listed. */
const REPEATED_SHOWN_MAX = 5;

/** @throws {FileFault} for references that belong to two matches each: only the first of the two could be stored. */
function refuseRepeats(repeated: readonly RepeatedReference[], rowName: RowName): void {
  if (repeated.length === 0) return;
  const shown = repeated
    .slice(0, REPEATED_SHOWN_MAX)
    .map(({ reference, lines }) => `${reference} in ${rowName}s ${lines.join(' and ')}`.replace('matchs', 'matches'));
  const more = repeated.length > shown.length ? ', …' : '';
  throw fileFault(
    `${countOf(repeated.length, 'reference belongs', 'references belong')} to two matches: ${shown.join(', ')}${more}. ` +
      'Nothing was sent. Correct the file, or let references be made from time, players and score: --refs-from-content.',
  );
}

async function settleOrder(
  evidence: OrderEvidence,
  option: DateOrder | null,
  rowName: RowName,
  ask: Ask | null,
): Promise<{ order: DateOrder | null; note: string | null }> {
  if (evidence.kind === 'none') return { order: option, note: null };
  if (evidence.kind === 'decided') {
    const { order, by } = evidence;
    const note = `Dates are read ${orderNames[order]}: ${rowName} ${by.line} has ${by.text}.`;
    if (option === null || option === order) return { order, note };
    throw fileFault(`--dates ${option}: ${rowName} ${by.line} has ${by.text}, which is ${orderNames[order]}.`);
  }
  if (option !== null) return { order: option, note: null };
  if (evidence.kind === 'mixed') {
    const found = evidence.examples.map(
      ({ order, line, text }) => `${orderNames[order]} (${rowName} ${line}: ${text})`,
    );
    throw fileFault(
      `The dates of the file have two orders: ${found.join(', ')}. Correct the file, or choose one with ` +
        `--dates ${evidence.examples.map(({ order }) => order).join(' or --dates ')}: rows with the other are rejected.`,
    );
  }
  const { orders, example } = evidence;
  const what = `Every date fits ${orders.map((order) => orderNames[order]).join(' and ')}, as ${example.text} in ${rowName} ${example.line}`;
  if (ask === null) throw fileFault(`${what}. Say which: --dates ${orders.join(' or --dates ')}.`);
  const answer = await askFor(
    ask,
    `${what}. Which is it, ${orders.join(' or ')}? `,
    (text) => orders.find((order) => order === text.toLowerCase()) ?? null,
  );
  return { order: answer, note: null };
}

async function settleTime(
  { findings, rowName }: Named,
  option: string | null,
  ask: Ask | null,
): Promise<string | null> {
  const { timeless } = findings;
  if (option !== null || timeless === null || ask === null) return option;
  const rows = countOf(timeless.count, 'row has', 'rows have');
  const answer = await askFor(
    ask,
    `${rows} a date and no time, the first in ${rowName} ${timeless.line}: ${timeless.text}. ` +
      'Which time do they get, such as 20:00 (Enter: none, and they are rejected)? ',
    (text) => (text === '' || 'value' in readClock(text) ? text : null),
  );
  return answer === '' ? null : answer;
}

async function settleTimezone(
  { findings, rowName }: Named,
  option: string | null,
  hasTime: boolean,
  ask: Ask | null,
): Promise<string | null> {
  const open = findings.zoneless ?? (hasTime ? findings.timeless : null);
  if (open === null) return null;
  if (option !== null) return option;
  const what = `${countOf(open.count, 'row has a time', 'rows have times')} without a time zone, the first in ${rowName} ${open.line}: ${open.text}`;
  if (ask === null) throw fileFault(`${what}. Say where it was played: --timezone Europe/Madrid.`);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return await askFor(ask, `${what}. In which time zone was it played (Enter: ${here})? `, (text) => {
    if (text === '') return here;
    return isTimezone(text) ? text : null;
  });
}
