import type { Api } from '@bandeja/client';
import { countOf } from '../counts.ts';
import type { Look } from '../look.ts';
import { chance, change, type Field, type Layout, share, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';

/** A night on one page: the ranking, the pairs, the upset, the closest match, and whose first night it was. */
export function recapText(recap: Api.SessionRecap, look: Look): string {
  const blocks = [
    headText(recap, look),
    tableOf(leaderboardLayout(recap), recap.leaderboard, look) || 'No completed matches yet.\n',
    tableOf(pairLayout(recap.pairs), recap.pairs, look),
    highlightsText(recap, look),
    firstNightsText(recap.leaderboard, look),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function headText(recap: Api.SessionRecap, look: Look): string {
  const { completed, pending, voided } = recap.matches;
  const named = [recap.venue_label, recap.competition_type].filter((text) => text !== null).join(', ');
  const title = `${look.paint('strong', printable(recap.session_external_ref))}  ${printable(named)}`;
  const minutes = recap.average_duration_minutes;
  const facts = [
    countOf(completed, 'match', 'matches'),
    ...(pending > 0 ? [`${pending} to be confirmed`] : []),
    ...(voided > 0 ? [`${voided} voided`] : []),
    countOf(recap.unique_players.count, 'player'),
    ...(minutes === null ? [] : [`${minutes} minutes a match`]),
  ];
  return `${look.prose(title.trimEnd())}${periodText(recap, look)}${look.prose(facts.join(', '))}`;
}

/** `2026-05-01, matches from 19:00 to 22:03`; the times are those at which matches were played. */
function periodText({ started_at: from, ended_at: to }: Api.SessionRecap, look: Look): string {
  if (from === null || to === null) return '';
  const [begin, end] = [look.times.minute(from), look.times.minute(to)];
  const isOneDay = begin.slice(0, 10) === end.slice(0, 10);
  return isOneDay ? `${begin.slice(0, 10)}, ${begin.slice(11)} to ${end.slice(11)}\n` : `${begin} to ${end}\n`;
}

function leaderboardLayout({ ranked_by, leaderboard }: Api.SessionRecap): Layout<Api.SessionLeaderboardRow> {
  const isByPoints = ranked_by !== 'wins';
  const games: Field<Api.SessionLeaderboardRow> = [
    isByPoints ? 'points' : 'games',
    ({ games_won, games_lost }) => `${games_won}-${games_lost}`,
  ];
  const results: Layout<Api.SessionLeaderboardRow> = [['won', 'wins'], ...drawsOf(leaderboard), ['lost', 'losses']];
  return [
    ['', 'rank'],
    ['player', ({ display_name, first_session }) => `${display_name}${first_session ? ' *' : ''}`, 'shrinks'],
    ...(isByPoints ? [games, ...results] : [...results, games]),
    ['+/-', ({ games_difference }) => change(games_difference)],
    ['expected', ({ expected_wins: wins }) => (wins === null ? null : { amount: wins.toFixed(1) })],
    // A first session places a player: the note has the score. Until the score is reliable, the next ones do, too.
    ['score', (row) => row.note?.values.service_score ?? (isPlaced(row) ? null : change(row.service_score_change))],
  ];
}

const isPlaced = ({ confidence_level: level }: Api.SessionLeaderboardRow): boolean => level === 'provisional';

function pairLayout(pairs: readonly Api.SessionPair[]): Layout<Api.SessionPair> {
  return [
    ['pair', ({ players }) => pairText(players), 'shrinks'],
    ['played', 'played'],
    ['won', 'wins'],
    ...drawsOf(pairs),
    ['win rate', ({ win_rate }) => share(win_rate)],
  ];
}

/** A column of draws, if there were any. */
function drawsOf(rows: readonly { readonly draws: number }[]): Layout<{ readonly draws: number }> {
  return rows.some(({ draws }) => draws > 0) ? [['draws', 'draws']] : [];
}

const pairText = (players: readonly Api.PlayerName[]): string =>
  players.map(({ display_name }) => display_name).join(' & ');

/** `Ana & Rui beat Eva & Tom 6-4 7-5` */
function scorelineText({ winning_team: winner, players, set_scores: score }: Api.Scoreline | Api.Upset): string {
  if (winner === null) return `${pairText(players.A)} and ${pairText(players.B)} drew ${score}`;
  const sentence = `${pairText(players[winner])} beat ${pairText(players[winner === 'A' ? 'B' : 'A'])}`;
  return score === null ? sentence : `${sentence} ${score}`;
}

function highlightsText(recap: Api.SessionRecap, look: Look): string {
  const { biggest_upset: upset, most_over_expected: best, scorelines } = recap;
  const lines = [
    ['biggest upset', upset && `${scorelineText(upset)}, with a chance of ${chance(upset.winner_probability)}`],
    ['beat expectations', best && beatExpectationsText(best)],
    ['closest', scorelines.closest && scorelineText(scorelines.closest)],
    ['most lopsided', scorelines.most_lopsided && scorelineText(scorelines.most_lopsided)],
  ] as const;
  return lines
    .filter(([, text]) => text !== null)
    .map(([name, text]) => {
      const heading = `${name}: `;
      return look.prose(`${heading}${printable(`${text}`)}`).replace(heading, look.paint('heading', heading));
    })
    .join('');
}

function beatExpectationsText({ display_name, actual_wins, matches, expected_wins }: Api.OverExpected): string {
  return `${display_name} won ${actual_wins} of ${countOf(matches, 'match', 'matches')} (expected ${expected_wins.toFixed(1)})`;
}

/** If there are more, only the first is printed. */
const NOTES_MAX = 3;

/** Why the scores of players on their first night move so far. */
function firstNightsText(rows: readonly Api.SessionLeaderboardRow[], look: Look): string {
  const notes = rows.flatMap(({ display_name, note }) =>
    note === null ? [] : [look.prose(`* ${printable(`${display_name}: ${note.text}`)}`)],
  );
  if (notes.length <= NOTES_MAX) return notes.join('');
  return `${notes[0]}${look.prose(`It is the same for the other ${notes.length - 1} with a *.`, '  ')}`;
}
