/** Decides how a file is read: by the file, by answers, or by a question. */

import type { Answers, Question, ScoreCount } from './answers.ts';
import { isTimezone } from './cells/clock.ts';
import type { DateOrder } from './cells/dates.ts';
import type { Findings, Lacking, UnitEvidence } from './cells/findings.ts';
import { isTime } from './cells/played-at.ts';
import type { RowRules } from './cells/row.ts';
import { NO_SESSION_RULES } from './cells/sessions.ts';
import { type ColumnPlan, columnName, faultOfColumns } from './columns/header.ts';
import { isAboutPoints, isWinnerNoun } from './columns/header-words.ts';
import { fileFault, message, type Note, placeOf, type RowName } from './message.ts';

/** The rows of a file, and what decides how they are read. */
export interface Decided {
  readonly rules: RowRules;
  readonly notes: readonly Note[];
  readonly questions: readonly Question[];
}

interface Seen {
  readonly findings: Findings;
  readonly plan: ColumnPlan | null;
  readonly rowName: RowName;
  readonly answers: Answers;
}

/** The question about the columns; null if they are complete. */
export function columnsQuestion(plan: ColumnPlan): Question | null {
  const text = faultOfColumns(plan);
  return text && { code: 'columns', isOpen: true, gaps: plan.gaps, rivals: plan.rivals, text };
}

/** Decides how the rows are read. @throws {ImportFault} for an answer that the file contradicts */
export function decide(seen: Seen): Decided {
  const parts = [decideDates, decideTimes, decideScores, decideZero, decideSessions, decideReferences, decideFirst].map(
    (part) => part(seen),
  );
  const { findings, plan, rowName } = seen;
  const notes: Note[] = [];
  if (findings.midnight !== null) {
    const { line, text } = findings.midnight;
    notes.push(message('note.midnight', { ...placeOf(rowName, line), text }));
  }
  if (plan !== null && plan.flags.length > 0)
    notes.push(message('note.outcome_flags', { columns: plan.flags.map((name) => `“${name}”`).join(', ') }));
  const rules = Object.assign({ venue: seen.answers.venue }, ...parts.map((part) => part.rules)) as RowRules;
  const order = parts.find((part) => 'order' in part)?.order ?? null;
  return {
    rules: { ...rules, times: { ...rules.times, order } },
    notes: [...notes, ...parts.flatMap((part) => part.notes ?? [])],
    questions: parts.flatMap((part) => part.questions ?? []),
  };
}

interface Part {
  readonly rules?: Partial<RowRules>;
  readonly order?: DateOrder | null;
  readonly notes?: readonly Note[];
  readonly questions?: readonly Question[];
}

function decideDates({ findings: { order: evidence }, answers: { dates }, rowName }: Seen): Part {
  if (evidence.kind === 'none') return { order: dates };
  if (evidence.kind === 'decided') {
    const { order, by } = evidence;
    const values = { ...placeOf(rowName, by.line), text: by.text };
    if (dates !== null && dates !== order)
      throw fileFault('file.dates_contradicted', { ...values, order: dates, other_order: order });
    return { order, notes: [message('note.dates', { ...values, order })] };
  }
  const isOpen = dates === null;
  if (evidence.kind === 'mixed') {
    const [one, other] = evidence.examples;
    if (one === undefined || other === undefined) return { order: dates };
    const text = message('question.mixed_dates', {
      ...{ ...placeOf(rowName, one.line), order: one.order, text: one.text },
      ...{ other_order: other.order, other_line: String(other.line), other: other.text },
    });
    const examples = evidence.examples.map((example) => example.text);
    const orders = evidence.examples.map((example) => example.order);
    return { order: dates, questions: [{ code: 'dates', isOpen, orders, examples, text }] };
  }
  const { orders, example } = evidence;
  const values = { ...placeOf(rowName, example.line), text: example.text };
  const text = message('question.dates', { ...values, orders: orders.join('_') as 'dmy_mdy' });
  return { order: dates, questions: [{ code: 'dates', isOpen, orders, examples: [example.text], text }] };
}

function decideTimes({ findings, answers, rowName }: Seen): Part {
  const { timeless, zoneless, entries } = findings;
  const questions: Question[] = [];
  const notes: Note[] = [];
  const valuesOf = ({ count, line, text }: Lacking) => ({ ...placeOf(rowName, line), count, text });
  if (timeless !== null) {
    const isOpen = answers.time === null && timeless.count === entries.length;
    questions.push({ code: 'time', isOpen, rows: timeless.count, text: message('question.time', valuesOf(timeless)) });
  }
  const time = answers.time !== null && isTime(answers.time) ? answers.time : null;
  const open = zoneless ?? (time === null ? null : timeless);
  if (open !== null) {
    const isOpen = answers.timezone === null || !isTimezone(answers.timezone);
    questions.push({ code: 'timezone', isOpen, rows: open.count, text: message('question.timezone', valuesOf(open)) });
    if (!isOpen) notes.push(message('note.timezone', { timezone: answers.timezone ?? '' }));
  }
  return {
    rules: { times: { order: null, timezone: open === null ? null : answers.timezone, time } },
    notes,
    questions,
  };
}

/** The unit of all scores: half of a night in another cannot be ranked. */
function decideScores({ findings, plan, answers, rowName }: Seen): Part {
  const { setCounts, units } = findings;
  const hasBoth = units?.small != null && units.large !== null;
  const isMixed = units?.sets != null;
  const read = (count: ScoreCount | null): Partial<RowRules> => ({
    scores: count === 'sets' ? 'sets' : 'games',
    scoring: count === 'points' ? 'points' : count === 'games' && hasBoth ? 'games' : '',
    isMixed,
  });
  const { scores: answer } = answers;
  const ask = (counts: readonly ScoreCount[], { line, text: example }: Pick<Lacking, 'line' | 'text'>): Part => {
    const pair = counts[0] === 'sets' ? ('sets_games' as const) : ('points_games' as const);
    const text = message('question.scores', { ...placeOf(rowName, line), counts: pair, text: example });
    const notes: Note[] = answer === 'sets' ? [message('note.sets_won')] : [];
    return {
      rules: read(answer),
      notes,
      questions: [{ code: 'scores', isOpen: answer === null, counts, example, text }],
    };
  };
  if (setCounts !== null) return ask(['sets', 'games'], setCounts);
  const unit = unitOf(units, plan, answers.sessions?.name ?? '');
  const example = units?.level ?? units?.small;
  if (unit === null && example != null) return ask(['points', 'games'], example);
  if (answer !== null) return { rules: read(answer) };
  if (unit === 'games' || example == null) return { rules: read('games') };
  const values = { ...placeOf(rowName, example.line), text: example.text };
  if (units?.sets == null) return { rules: read('points'), notes: [message('note.points', values)] };
  const { sets } = units;
  const mixed = {
    ...placeOf(rowName, sets.line),
    text: sets.text,
    other: example.text,
    other_line: String(example.line),
  };
  return { rules: read('points'), notes: [message('note.mixed_scores', mixed)] };
}

const ROWS_MIN = 3;
const TOTAL_MIN = 16;

function unitOf(units: UnitEvidence | null, plan: ColumnPlan | null, session: string): 'points' | 'games' | null {
  if (units === null || units.small === null) return 'games';
  const { large, total, rows, isAmericano } = units;
  const isNamed = isAmericano || /american|mexican/i.test(session) || hasPointsHeader(plan);
  const isTotal = total !== null && total >= TOTAL_MIN && rows >= ROWS_MIN;
  if (isTotal && (isNamed || large !== null)) return 'points';
  if (isNamed && large !== null) return 'points';
  return isNamed || isTotal || large !== null ? null : 'games';
}

const hasPointsHeader = (plan: ColumnPlan | null): boolean =>
  (['set_scores', 'set_1', 'set_1_a', 'set_1_b'] as const).some((column) =>
    isAboutPoints(plan?.names[plan.places.get(column) ?? -1] ?? ''),
  );

/** Which team 0 means in the column of the winner: by the scores, else by the header. */
function decideZero({ findings: { zeros }, plan, answers, rowName }: Seen): Part {
  if (zeros === null) return { rules: { zero: null } };
  const { teamA, teamB } = zeros;
  const column = columnName(plan, 'winner');
  const by = teamB === null ? teamA : teamA === null ? teamB : null;
  const isCount = teamA === null && teamB === null && isWinnerNoun(column);
  if (by === null && !isCount) {
    const text = message('question.zero', { column });
    return { rules: { zero: answers.zero }, questions: [{ code: 'zero', isOpen: answers.zero === null, text }] };
  }
  const zero = by !== null && by === teamB ? 'B' : 'A';
  const { line, text } = by ?? zeros;
  const values = { column, zero, one: zero === 'A' ? 'B' : 'A', ...placeOf(rowName, line), text } as const;
  return { rules: { zero }, notes: [message('note.zero', values)] };
}

/** How matches get their sessions. A list of matches says it itself. */
function decideSessions({ plan, answers }: Seen): Part {
  const given = answers.sessions;
  const sessions = given ?? NO_SESSION_RULES;
  if (plan === null && sessions.isByDay) throw fileFault('file.days_are_of_tables');
  if (plan === null || plan.places.has('session_external_ref')) return { rules: { sessions } };
  if (sessions.name !== null || sessions.isByDay) {
    return { rules: { sessions }, questions: plan.places.has('round') ? [] : [sessionsQuestion] };
  }
  if (plan.places.has('round'))
    return { rules: { sessions }, notes: [message('note.rounds', { column: columnName(plan, 'round') })] };
  return { rules: { sessions }, notes: [message('note.no_sessions')], questions: [sessionsQuestion] };
}

const sessionsQuestion: Question = { code: 'sessions', isOpen: false, text: message('question.sessions') };

const REPEATED_SHOWN_MAX = 5;

function decideReferences({ findings: { references }, plan, answers }: Seen): Part {
  const isMade = answers.fromContent || (plan !== null && !plan.places.has('external_ref'));
  const rules = { needsReference: !isMade };
  if (isMade && plan !== null && !plan.places.has('external_ref'))
    return { rules, notes: [message('note.made_references')] };
  const { repeated, areNumbers } = references;
  const notes: Note[] = [];
  const questions: Question[] = [];
  if (areNumbers && !isMade) {
    questions.push({ code: 'prefix', isOpen: false, text: message('question.prefix') });
    if (answers.prefix === '') notes.push(message('note.numbers', { column: columnName(plan, 'external_ref') }));
  }
  if (repeated.length === 0) return { rules, notes, questions };
  const shown = repeated
    .slice(0, REPEATED_SHOWN_MAX)
    .map(({ reference, lines }) => `${reference} (${lines.join(', ')})`);
  const examples = [...shown, ...(repeated.length > shown.length ? ['…'] : [])].join(', ');
  const text = message('question.references', { count: repeated.length, examples });
  return { rules, notes, questions: [...questions, { code: 'references', isOpen: !answers.fromContent, text }] };
}

/** One such row may be a mistake. */
const WINNER_FIRST_ROWS_MIN = 2;

/** Whose games stand first in a score. In a file with our own names team A is first. */
function decideFirst({ findings: { teamFirst, winnerFirst }, plan, rowName }: Seen): Part {
  if (plan !== null && plan.winner !== null) {
    const side = plan.winner === 'A' ? 'a' : 'b';
    const place = plan.places.get(`team_${side}`) ?? plan.places.get(`team_${side}_1`);
    const notes = [message('note.winners_column', { column: plan.names[place ?? -1] ?? '' })];
    return { rules: { first: plan.winner === 'B' ? 'winner' : 'team_a' }, notes };
  }
  const mayBe = plan?.isGuessed === true && teamFirst === null && (winnerFirst?.count ?? 0) >= WINNER_FIRST_ROWS_MIN;
  if (!mayBe || winnerFirst === null) return { rules: { first: 'team_a' } };
  const values = { ...placeOf(rowName, winnerFirst.line), text: winnerFirst.text };
  return { rules: { first: 'winner' }, notes: [message('note.winner_first', values)] };
}
