import type { Api } from '@bandeja/client';
import type { Look } from '../look.ts';
import { type Cell, type Column, chance, change, percent, signed, table } from '../print.ts';
import { printable } from '../terminal.ts';

type Player = Api.ExplainedParticipant;
type Code = Api.ExplainedPart['code'];

/** In the order in which they are applied. */
const PARTS: readonly Code[] = ['placement', 'teammate', 'result', 'margin', 'guard'];

/** The name of a player; only an erased one has no username. */
export const nameOf = ({ username }: { readonly username: string | null }): string => username ?? 'Erased player';

/** A match’s rating changes as a table whose columns add up, and the sentences that go with them. */
export function explanationText(explanation: Api.MatchExplanation, look: Look): string {
  const { participants: players } = explanation;
  if (players.length === 0) return 'This match is not rated: it is pending, voided or a walkover.\n';
  const sentences = players.map((player) => sentencesText(player, look)).join('\n');
  return `${chancesText(explanation, look)}\n${partsTable(players, look)}\n${sentences}`;
}

function chancesText(explanation: Api.MatchExplanation, look: Look): string {
  const { win_probability: chances, expected_games_share: expected, games_share: taken, participants } = explanation;
  if (chances === null) return '';
  const sentence = look.prose(`Team A had a chance of ${chance(chances.A)} to win, team B of ${chance(chances.B)}.`);
  if (expected === null || taken === null) return sentence;
  const unit = unitText(participants);
  return (
    sentence +
    look.prose(`The ratings pointed to ${percent(expected.A)} ${unit} for team A, which took ${percent(taken.A)}.`)
  );
}

/** What the scoreline counts. Only the part about the margin names it. */
function unitText(players: readonly Player[]): string {
  const unit = players.map((player) => partOf(player, 'margin')).find((part) => part !== undefined)?.values['unit'];
  return typeof unit === 'string' ? `of the ${unit}` : 'of what was scored';
}

const partOf = ({ parts }: Player, code: Code) => parts?.find((part) => part.code === code);

/** A column for each player, a row for each part: the rows between `before` and `after` add up. */
function partsTable(players: readonly Player[], look: Look): string {
  const columns: Column[] = [
    { heading: '' },
    ...players.map((player) => ({ heading: `${player.team} ${nameOf(player)}`, shrinks: true })),
  ];
  const row = (label: string, value: (player: Player) => Cell): Cell[] => [label, ...players.map(value)];
  const used = PARTS.filter((code) => players.some((player) => partOf(player, code)));
  const rows = [
    row('before', ({ service_score_before }) => service_score_before),
    ...used.map((code) => row(code, (player) => change(partOf(player, code)?.points))),
    row('change', ({ delta }) => change(delta)),
    row('after', ({ service_score_after }) => service_score_after),
    row('give or take', ({ uncertainty_after }) => uncertainty_after),
  ];
  return table(columns, rows, look);
}

function sentencesText(player: Player, look: Look): string {
  const sentences = (player.parts ?? []).map(({ points, text }) =>
    look.labelled(`${signed(points).padStart(6)}  `, printable(text)),
  );
  const name = look.paint('strong', printable(nameOf(player)));
  return `${name}\n${sentences.join('') || '  Hidden: you may not see this player.\n'}`;
}
