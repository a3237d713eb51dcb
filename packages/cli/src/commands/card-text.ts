import type { Api } from '@bandeja/client';
import { PROVISIONAL_MATCHES } from '@bandeja/rating';
import { countOf } from '../counts.ts';
import type { Look } from '../look.ts';
import { change, type Layout, share, tableOf, time } from '../print.ts';
import { printable } from '../terminal.ts';
import { scoreText } from './match-text.ts';

type Result = Api.CardForm['results'][number];

/** A player on one page, as a club manager reads it. */
export function cardText(card: Api.PlayerCard, look: Look): string {
  return [
    headText(card, look),
    look.prose(printable(card.headline_insight.text)),
    factsText(card, look),
    windowsText(card, look),
    tableOf(lastMatchLayout(card), card.last_matches, look) || 'No matches yet.\n',
  ].join('\n');
}

/** A provisional score places a player: nothing shows how it moved, nor its uncertainty. */
export const isPlacing = ({ confidence_level: level }: Pick<Api.Rating, 'confidence_level'>): boolean =>
  level === 'provisional';

function headText({ player, rating }: Api.PlayerCard, look: Look): string {
  const country = player.country_code === null ? '' : ` · ${player.country_code}`;
  const { matches_played: played } = rating;
  const placed =
    played < PROVISIONAL_MATCHES
      ? `after ${played} of ${PROVISIONAL_MATCHES} matches`
      : `after ${countOf(played, 'match', 'matches')}`;
  const percentile =
    rating.percentile === null || rating.confidence_level === 'low'
      ? ''
      : `, above ${rating.percentile}% of the ranked players`;
  const settling = rating.rating_status === 'settling' ? ' (a change to earlier matches is still being worked in)' : '';
  return (
    look.prose(
      `${look.paint('strong', printable(player.display_name))}  ${printable(`${player.username}${country}`)}`,
    ) +
    look.labelled(
      `${look.paint('strong', String(rating.service_score))}  `,
      `${printable(rating.confidence_label)}, ${isPlacing(rating) ? placed : `give or take ${rating.uncertainty}`}${percentile}${settling}`,
    )
  );
}

const TONES = { W: 'up', D: 'faint', L: 'down' } as const;

function factsText({ form, consistency, rating }: Api.PlayerCard, look: Look): string {
  const results = form.results.map((result) => look.paint(TONES[result], result)).join(' ');
  const { value, label, sample } = consistency;
  const lines = [
    ['matches', String(rating.matches_played)],
    ['form', results === '' ? '–' : `${results}  newest first: ${form.label}${streakText(form.streak)}`],
    [
      'consistency',
      value === null
        ? '–'
        : `${value} of 100: ${label.replaceAll('_', ' ')}, over ${countOf(sample, 'match', 'matches')}`,
    ],
  ] as const;
  return lines.map(([name, text]) => look.labelled(`${look.paint('heading', name.padEnd(11))}  `, text)).join('');
}

const STREAKS = { W: 'wins', D: 'draws', L: 'losses' } as const;

function streakText(streak: Api.CardForm['streak']): string {
  return streak === null || streak.length < 2 ? '' : `, ${streak.length} ${STREAKS[streak.result]} in a row`;
}

const windowLayout: Layout<Api.CardWindow & { readonly name: string }> = [
  ['', 'name'],
  ['matches', 'matches'],
  ['won', 'wins'],
  ['draws', 'draws'],
  ['lost', 'losses'],
  ['win rate', ({ win_rate }) => share(win_rate)],
];

const scoreField: Layout<Api.CardWindow> = [['score', ({ service_score_change }) => change(service_score_change)]];

function windowsText({ windows, rating }: Api.PlayerCard, look: Look): string {
  const rows = (['7d', '30d', '90d'] as const).map((days) => ({
    ...windows[days],
    name: `last ${days.replace('d', ' days')}`,
  }));
  return tableOf(isPlacing(rating) ? windowLayout : [...windowLayout, ...scoreField], rows, look);
}

const RESULTS: Readonly<Record<Result, string>> = { W: 'won', D: 'draw', L: 'lost' };

function lastMatchLayout({ player: { id: playerId }, rating }: Api.PlayerCard): Layout<Api.HistoryMatch> {
  const own = (match: Api.HistoryMatch) => match.participants.find(({ profile_id }) => profile_id === playerId);
  const ownTeam = (match: Api.HistoryMatch) => own(match)?.team ?? 'A';
  const names = (match: Api.HistoryMatch, isShown: (player: Api.MatchParticipant) => boolean) =>
    match.participants
      .filter(isShown)
      .map(({ display_name }) => display_name)
      .join(' & ');
  const result = (match: Api.HistoryMatch) => {
    const { winning_team: winner, outcome } = match;
    const text = RESULTS[winner === null ? 'D' : winner === ownTeam(match) ? 'W' : 'L'];
    return outcome === 'played' ? text : `${text} (${outcome})`;
  };
  const moved: Layout<Api.HistoryMatch> = [['change', (match) => change(own(match)?.rating_change?.delta)]];
  return [
    ['last matches', ({ played_at }) => time(played_at)],
    ['', result],
    ['score', (match) => scoreText(match, ownTeam(match))],
    [
      'with',
      (match) => names(match, ({ team, profile_id }) => team === ownTeam(match) && profile_id !== playerId),
      'shrinks',
    ],
    ['against', (match) => names(match, ({ team }) => team !== ownTeam(match)), 'shrinks'],
    ...(isPlacing(rating) ? [] : moved),
  ];
}
