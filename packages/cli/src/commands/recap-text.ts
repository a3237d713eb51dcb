import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { type Cell, chance, changeAt, countOf, type Field, shareAt, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';
import { displayNameOf } from './match-text.ts';

/** A night on one page: who ranked where, the pairs, the upset, the closest match, and whose first night it was. */
export function recapText(recap: JsonObject, look: Look): string {
  const rows = objectsOf(recap['leaderboard']);
  const pairs = objectsOf(recap['pairs']);
  const blocks = [
    headText(recap, look),
    tableOf(leaderboardLayout(recap), rows, look) || 'No completed matches yet.\n',
    pairs.length === 0 ? '' : tableOf(pairLayout(pairs), pairs, look),
    highlightsText(recap, look),
    firstNightsText(rows, look),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function headText(recap: JsonObject, look: Look): string {
  const { session_external_ref, venue_label, competition_type, started_at, ended_at, matches, unique_players } = recap;
  const { completed, pending, voided } = objectOf(matches);
  const named = [venue_label, competition_type].map(textOf).filter((text) => text !== null);
  const title = `${look.paint('strong', printable(textOf(session_external_ref) ?? '?'))}  ${printable(named.join(', '))}`;
  const minutes = numberOf(recap['average_duration_minutes']);
  const facts = [
    countOf(completed, 'match', 'matches'),
    ...(numberOf(pending) ? [`${String(pending)} to be confirmed`] : []),
    ...(numberOf(voided) ? [`${String(voided)} voided`] : []),
    countOf(objectOf(unique_players)['count'], 'player'),
    ...(minutes === null ? [] : [`${minutes} minutes a match`]),
  ];
  const period = periodText(textOf(started_at), textOf(ended_at), look);
  return `${look.prose(title.trimEnd())}${period}${look.prose(facts.join(', '))}`;
}

/** `2026-05-01, matches from 19:00 to 22:03`; the times are those at which matches were played. */
function periodText(from: string | null, to: string | null, look: Look): string {
  if (from === null || to === null) return '';
  const [begin, end] = [look.times.minute(from), look.times.minute(to)];
  const isOneDay = begin.slice(0, 10) === end.slice(0, 10);
  return isOneDay ? `${begin.slice(0, 10)}, ${begin.slice(11)} to ${end.slice(11)}\n` : `${begin} to ${end}\n`;
}

function leaderboardLayout({ ranked_by, leaderboard }: JsonObject): readonly Field[] {
  const isByPoints = ranked_by === 'points';
  const games: Field = [isByPoints ? 'points' : 'games', ({ games_won, games_lost }) => `${games_won}-${games_lost}`];
  const results: Field[] = [['won', 'wins'], ...drawsOf(objectsOf(leaderboard)), ['lost', 'losses']];
  return [
    ['', 'rank'],
    ['player', (row) => `${displayNameOf(row)}${row['first_session'] === true ? ' *' : ''}`, 'shrinks'],
    ...(isByPoints ? [games, ...results] : [...results, games]),
    ['+/-', changeAt('games_difference')],
    ['expected', expectedWins],
    ['score', changeAt('service_score_change')],
  ];
}

function expectedWins({ expected_wins }: JsonObject): Cell {
  const wins = numberOf(expected_wins);
  return wins === null ? null : { amount: wins.toFixed(1) };
}

function pairLayout(pairs: readonly JsonObject[]): readonly Field[] {
  return [
    ['pair', ({ players }) => objectsOf(players).map(displayNameOf).join(' & '), 'shrinks'],
    ['played', 'played'],
    ['won', 'wins'],
    ...drawsOf(pairs),
    ['win rate', shareAt('win_rate')],
  ];
}

/** A column of draws, where there were any. */
function drawsOf(rows: readonly JsonObject[]): readonly Field[] {
  return rows.some(({ draws }) => (numberOf(draws) ?? 0) > 0) ? [['draws', 'draws']] : [];
}

/** `Ana & Rui beat Eva & Tom 6-4 7-5` */
function scorelineText(scoreline: JsonObject): string | null {
  const score = textOf(scoreline['set_scores']);
  const players = objectOf(scoreline['players']);
  const pair = (team: string) => objectsOf(players[team]).map(displayNameOf).join(' & ');
  const { winning_team: winner } = scoreline;
  if (winner !== 'A' && winner !== 'B') return score === null ? null : `${pair('A')} and ${pair('B')} drew ${score}`;
  const sentence = `${pair(winner)} beat ${pair(winner === 'A' ? 'B' : 'A')}`;
  return score === null ? sentence : `${sentence} ${score}`;
}

function highlightsText(recap: JsonObject, look: Look): string {
  const { closest, most_lopsided } = objectOf(recap['scorelines']);
  const upset = objectOf(recap['biggest_upset']);
  const upsetText = scorelineText(upset);
  const winnerChance = chance(upset['winner_probability']);
  const lines: (readonly [string, string | null])[] = [
    ['biggest upset', upsetText === null ? null : `${upsetText}, with a chance of ${winnerChance ?? '?'}`],
    ['over what was expected', overExpectedText(objectOf(recap['most_over_expected']))],
    ['closest', scorelineText(objectOf(closest))],
    ['most lopsided', scorelineText(objectOf(most_lopsided))],
  ];
  return lines
    .filter((line): line is readonly [string, string] => line[1] !== null)
    .map(([name, text]) => {
      const heading = `${name}: `;
      return look.prose(`${heading}${printable(text)}`).replace(heading, look.paint('heading', heading));
    })
    .join('');
}

function overExpectedText(player: JsonObject): string | null {
  const [wins, expected] = [numberOf(player['actual_wins']), numberOf(player['expected_wins'])];
  if (wins === null || expected === null) return null;
  return `${displayNameOf(player)}, ${wins} of ${countOf(player['matches'], 'match', 'matches')} where ${expected.toFixed(1)} were expected`;
}

/** From here on one sentence stands for all. */
const NOTES_MAX = 3;

/** Why the scores of players on their first night move so far. */
function firstNightsText(rows: readonly JsonObject[], look: Look): string {
  const notes = rows.flatMap((row) => {
    const text = textOf(objectOf(row['note'])['text']);
    return text === null ? [] : [look.prose(`* ${printable(`${displayNameOf(row)}: ${text}`)}`)];
  });
  if (notes.length <= NOTES_MAX) return notes.join('');
  return `${notes[0]}${look.prose(`It is the same for the other ${notes.length - 1} with a *.`, '  ')}`;
}
