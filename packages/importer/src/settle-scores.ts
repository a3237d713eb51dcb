/** What the numbers of scores and winners count: by options, by the file itself, or by asking. */
import { type Ask, askFor } from './asking.ts';
import type { ColumnPlan } from './columns.ts';
import { fileFault } from './file-fault.ts';
import type { Findings, UnitEvidence } from './findings.ts';
import type { RowRules } from './flat-row.ts';
import { isAboutPoints, isWinnerNoun } from './header-words.ts';
import type { RowName } from './rows.ts';
import type { SessionRules } from './sessions.ts';

/** A file, and what its rows are called in questions. */
export interface Named {
  readonly findings: Findings;
  readonly rowName: RowName;
}

/** Which team 0 means in the column of the winner: by the scores, else by the header. */
export async function settleZero(
  { findings: { zeros }, rowName }: Named,
  plan: ColumnPlan | null,
  ask: Ask | null,
): Promise<{ readonly zero: 'A' | 'B' | null; readonly note: string | null }> {
  if (zeros === null) return { zero: null, note: null };
  const { teamA, teamB } = zeros;
  const name = plan?.names[plan.places.get('winner') ?? -1] ?? 'winner';
  const by = teamB === null ? teamA : teamA === null ? teamB : null;
  const isCount = teamA === null && teamB === null && isWinnerNoun(name);
  if (by !== null || isCount) {
    const zero = by !== null && by === teamB ? 'B' : 'A';
    const reason = by === null ? `${rowName} ${zeros.line} has ${zeros.text}` : `${rowName} ${by.line} has ${by.text}`;
    return { zero, note: `In “${name}”, 0 is team ${zero} and 1 is team ${zero === 'A' ? 'B' : 'A'}: ${reason}.` };
  }
  const what = `“${name}” has 0 and 1, and 0 may be team A or team B`;
  if (ask === null) throw fileFault(`${what}. Write A and B instead.`);
  const zero = await askFor(ask, `${what}. Which is it, A or B? `, (text) => {
    const team = text.toUpperCase();
    return team === 'A' || team === 'B' ? team : null;
  });
  return { zero, note: null };
}

/** What the numbers of a score count. */
export type ScoreCount = 'sets' | 'games' | 'points';

/** What the numbers of a score count. The unit of a file is one: half of a night in another cannot be ranked. */
export async function settleScores(
  { findings, rowName }: Named,
  plan: ColumnPlan | null,
  { scores: option, sessions }: { readonly scores: ScoreCount | null; readonly sessions: SessionRules },
  ask: Ask | null,
): Promise<Pick<RowRules, 'scores' | 'scoring'> & { readonly note: string | null }> {
  const { setCounts, units } = findings;
  const hasBoth = units?.small != null && units.large !== null;
  const read = (count: ScoreCount, note: string | null = null) =>
    ({
      scores: count === 'sets' ? 'sets' : 'games',
      scoring: count === 'points' ? 'points' : count === 'games' && hasBoth ? 'games' : '',
      note,
    }) as const;
  if (option !== null) return read(option);
  if (setCounts !== null) {
    const what = `Every score may count sets won or the games of one set, as ${setCounts.text} in ${rowName} ${setCounts.line}`;
    return read(await answered(what, ['sets', 'games'], ask));
  }
  const unit = unitOf(units, plan, sessions.name ?? '');
  const example = units?.level ?? units?.small;
  const where = `${example?.text} in ${rowName} ${example?.line}`;
  if (unit === 'points') return read('points', `Scores are points, as ${where}.`);
  if (unit === 'games') return read('games');
  return read(await answered(`Scores may count points or games, as ${where}`, ['points', 'games'], ask));
}

const ROWS_MIN = 3;
const TOTAL_MIN = 16;

/** Points or games; null if the signs are not clear. */
export function unitOf(
  units: UnitEvidence | null,
  plan: ColumnPlan | null,
  session: string,
): 'points' | 'games' | null {
  if (units === null || units.small === null) return 'games';
  const { large, total, rows, isAmericano } = units;
  const isNamed = isAmericano || /american|mexican/i.test(session) || hasPointsHeader(plan);
  const isTotal = total !== null && total >= TOTAL_MIN && rows >= ROWS_MIN;
  if (isTotal && (isNamed || large !== null)) return 'points';
  if (isNamed && large !== null) return 'points';
  return isNamed || isTotal || large !== null ? null : 'games';
}

function hasPointsHeader(plan: ColumnPlan | null): boolean {
  return (['set_scores', 'set_1', 'set_1_a', 'set_1_b'] as const).some((column) =>
    isAboutPoints(plan?.names[plan.places.get(column) ?? -1] ?? ''),
  );
}

async function answered(what: string, answers: readonly ScoreCount[], ask: Ask | null): Promise<ScoreCount> {
  if (ask === null) throw fileFault(`${what}. Say which: --scores ${answers.join(' or --scores ')}.`);
  const find = (text: string) => answers.find((answer) => answer === text.toLowerCase()) ?? null;
  return await askFor(ask, `${what}. Which is it, ${answers.join(' or ')}? `, find);
}
