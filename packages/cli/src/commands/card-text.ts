import { type JsonObject, listOf, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { changeAt, countOf, type Field, shareAt, tableOf, timeAt } from '../print.ts';
import { printable } from '../terminal.ts';
import { displayNameOf, scoreText } from './match-text.ts';

const RESULTS: Readonly<Record<string, string>> = { W: 'won', L: 'lost', D: 'draw' };

/** A player on one page, as a club manager reads it. */
export function cardText(card: JsonObject, look: Look): string {
  const player = objectOf(card['player']);
  const headline = textOf(objectOf(card['headline_insight'])['text']);
  const blocks = [
    headText(player, objectOf(card['rating']), look),
    headline === null ? '' : look.prose(printable(headline)),
    factsText(card, look),
    windowsText(objectOf(card['windows']), look),
    lastMatchesText(player, objectsOf(card['last_matches']), look),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function headText(player: JsonObject, rating: JsonObject, look: Look): string {
  const [name, username, country] = ['display_name', 'username', 'country_code'].map((key) => textOf(player[key]));
  const place = country === null || country === undefined ? '' : ` · ${country}`;
  const percentile = numberOf(rating['percentile']);
  const standing = percentile === null ? '' : `, above ${percentile}% of the ranked players`;
  const score = look.paint('strong', String(rating['service_score'] ?? '–'));
  const certainty = `${textOf(rating['confidence_label']) ?? ''}, give or take ${String(rating['uncertainty'])}${standing}`;
  const settling =
    rating['rating_status'] === 'settling' ? ' (a change to earlier matches is still being worked in)' : '';
  return (
    look.prose(`${look.paint('strong', printable(name ?? '?'))}  ${printable(`${username}${place}`)}`) +
    look.labelled(`${score}  `, `${printable(certainty)}${settling}`)
  );
}

function factsText({ form, consistency, rating }: JsonObject, look: Look): string {
  const { results, streak, label } = objectOf(form);
  const { value, label: evenness, sample } = objectOf(consistency);
  const shown = listOf(results).map((result) => look.paint(toneOf(result), String(result)));
  const lines: [string, string][] = [
    ['matches', String(objectOf(rating)['matches_played'] ?? 0)],
    ['form', shown.length === 0 ? '–' : `${shown.join(' ')}  newest first: ${String(label)}${streakText(streak)}`],
    [
      'consistency',
      value === null
        ? '–'
        : `${String(value)} of 100: ${String(evenness).replaceAll('_', ' ')}, over ${countOf(sample, 'match', 'matches')}`,
    ],
  ];
  return lines.map(([name, text]) => look.labelled(`${look.paint('heading', name.padEnd(11))}  `, text)).join('');
}

function toneOf(result: unknown): 'up' | 'down' | 'faint' {
  return result === 'W' ? 'up' : result === 'L' ? 'down' : 'faint';
}

function streakText(streak: unknown): string {
  const { result, length } = objectOf(streak);
  const count = numberOf(length) ?? 0;
  const noun = { W: 'wins', L: 'losses', D: 'draws' }[String(result)] ?? '';
  return count < 2 ? '' : `, ${count} ${noun} in a row`;
}

const WINDOWS = [
  ['7d', 'last 7 days'],
  ['30d', 'last 30 days'],
  ['90d', 'last 90 days'],
] as const;

const windowLayout: readonly Field[] = [
  ['', 'name'],
  ['matches', 'matches'],
  ['won', 'wins'],
  ['draws', 'draws'],
  ['lost', 'losses'],
  ['win rate', shareAt('win_rate')],
  ['score', changeAt('service_score_change')],
];

function windowsText(windows: JsonObject, look: Look): string {
  const rows = WINDOWS.map(([key, name]): JsonObject => ({ ...objectOf(windows[key]), name }));
  return tableOf(windowLayout, rows, look);
}

function lastMatchesText(player: JsonObject, matches: readonly JsonObject[], look: Look): string {
  if (matches.length === 0) return 'No matches yet.\n';
  const rows = matches.map((match) => ({ match, own: ownOf(match, player) }));
  return tableOf(
    lastMatchLayout,
    rows.map(({ match, own }): JsonObject => ({ ...match, own })),
    look,
  );
}

function ownOf(match: JsonObject, { id }: JsonObject): JsonObject {
  return objectsOf(match['participants']).find((participant) => participant['profile_id'] === id) ?? {};
}

const ownTeam = (match: JsonObject): 'A' | 'B' => (objectOf(match['own'])['team'] === 'B' ? 'B' : 'A');
const namesOf = (players: readonly JsonObject[]): string => players.map(displayNameOf).join(' & ');

function teammateOf(match: JsonObject): string {
  const own = objectOf(match['own']);
  return namesOf(
    objectsOf(match['participants']).filter(
      (other) => other['team'] === own['team'] && other['profile_id'] !== own['profile_id'],
    ),
  );
}

function opponentsOf(match: JsonObject): string {
  return namesOf(objectsOf(match['participants']).filter(({ team }) => team !== ownTeam(match)));
}

function resultOf(match: JsonObject): string {
  const winner = textOf(match['winning_team']);
  const result = RESULTS[winner === null ? 'D' : winner === ownTeam(match) ? 'W' : 'L'] ?? '';
  const { outcome } = match;
  return outcome === 'played' ? result : `${result} (${String(outcome)})`;
}

const lastMatchLayout: readonly Field[] = [
  ['last matches', timeAt('played_at')],
  ['', resultOf],
  ['score', (match) => scoreText(match, ownTeam(match))],
  ['with', teammateOf, 'shrinks'],
  ['against', opponentsOf, 'shrinks'],
  ['change', changeAt('own', 'rating_change', 'delta')],
];
