/** What the numbers of scores and winners count: by options, by the file itself, or by asking. */
import { type Ask, askFor } from './asking.ts';
import type { ColumnPlan } from './columns.ts';
import { fileFault } from './file-fault.ts';
import type { Findings } from './findings.ts';
import type { RowRules } from './flat-row.ts';
import { isWinnerNoun } from './header-words.ts';
import type { RowName } from './rows.ts';

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

export async function settleScores(
  { findings, rowName }: Named,
  option: RowRules['scores'] | null,
  ask: Ask | null,
): Promise<RowRules['scores']> {
  const { setCounts } = findings;
  if (option !== null || setCounts === null) return option ?? 'games';
  const what = `Every score may count sets won or the games of one set, as ${setCounts.text} in ${rowName} ${setCounts.line}`;
  if (ask === null) throw fileFault(`${what}. Say which: --scores sets or --scores games.`);
  return await askFor(ask, `${what}. Which is it, sets or games? `, (text) => {
    const word = text.toLowerCase();
    return word === 'sets' || word === 'games' ? word : null;
  });
}
