import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { type Cell, type Column, chance, percent, signed, table } from '../print.ts';
import { printable } from '../terminal.ts';
import { usernameOf } from './match-text.ts';

/** In the order in which they are applied. */
const PARTS = ['placement', 'inactivity', 'teammate', 'result', 'margin', 'confidence', 'protection'];

/** A match’s rating changes as a table whose columns add up, and the sentences that go with them. */
export function explanationText(explanation: JsonObject, look: Look): string {
  const players = objectsOf(explanation['participants']);
  if (players.length === 0) return 'This match is not rated: it is pending, voided or a walkover.\n';
  const sentences = players.map((player) => sentencesText(player, look)).join('\n');
  return `${chancesText(explanation, players, look)}\n${partsTable(players, look)}\n${sentences}`;
}

function chancesText(
  { win_probability, expected_games_share, games_share }: JsonObject,
  players: readonly JsonObject[],
  look: Look,
): string {
  const [chanceOfA, chanceOfB] = ['A', 'B'].map((team) => chance(objectOf(win_probability)[team]));
  if (chanceOfA == null) return '';
  const lines = [`Team A had a chance of ${chanceOfA} to win, team B of ${chanceOfB}.`];
  const [expected, taken] = [expected_games_share, games_share].map((share) => percent(objectOf(share)['A']));
  if (expected != null && taken != null) {
    lines.push(`The ratings pointed to ${expected} ${unitText(players)} for team A, which took ${taken}.`);
  }
  return lines.map((line) => look.prose(line)).join('');
}

/** What the scoreline counts, as the part about the margin says; without that part neither word is known to be right. */
function unitText(players: readonly JsonObject[]): string {
  const margin = players.flatMap(({ parts }) => objectsOf(parts)).find(({ code }) => code === 'margin');
  const unit = textOf(objectOf(margin?.['values'])['unit']);
  return unit === null ? 'of what was scored' : `of the ${unit}`;
}

const pointsOf = (player: JsonObject, code: string): number | null => {
  const part = objectsOf(player['parts']).find((entry) => entry['code'] === code);
  return part === undefined ? null : numberOf(part['points']);
};

/** A column for each player, a row for each part: the rows between `before` and `after` add up. */
function partsTable(players: readonly JsonObject[], look: Look): string {
  const columns: Column[] = [
    { heading: '' },
    ...players.map((player) => ({ heading: `${textOf(player['team']) ?? ''} ${usernameOf(player)}`, shrinks: true })),
  ];
  const whole = (label: string, member: string): Cell[] => [
    label,
    ...players.map((player) => numberOf(player[member])),
  ];
  const change = (value: number | null): Cell => (value === null ? null : { change: value });
  const used = PARTS.filter((code) => players.some((player) => (pointsOf(player, code) ?? 0) !== 0));
  const rows: Cell[][] = [
    whole('before', 'service_score_before'),
    ...used.map((code) => [code, ...players.map((player) => change(pointsOf(player, code)))]),
    ['change', ...players.map(({ delta }) => change(numberOf(delta)))],
    whole('after', 'service_score_after'),
    whole('give or take', 'uncertainty_after'),
  ];
  return table(columns, rows, look);
}

function sentencesText(player: JsonObject, look: Look): string {
  const parts = objectsOf(player['parts']).map((part) => {
    const points = signed(numberOf(part['points']) ?? 0).padStart(6);
    return look.labelled(`${points}  `, printable(textOf(part['text']) ?? ''));
  });
  return `${look.paint('strong', printable(usernameOf(player)))}\n${parts.join('') || '  Hidden: you may not see this player.\n'}`;
}
