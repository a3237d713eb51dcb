import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from '../json-value.ts';
import type { Look } from '../look.ts';
import { type Cell, countOf, percent, table } from '../print.ts';
import { printable } from '../terminal.ts';
import { displayNameOf } from './match-text.ts';

/** The blocks of rates, as people call them. */
const BLOCKS: readonly (readonly [block: string, title: string, rates: Readonly<Record<string, string>>])[] = [
  [
    'sets',
    'sets',
    {
      all: 'all',
      first: 'first',
      deciding: 'deciding',
      tie_break: 'with a tie-break',
      close: 'close',
      lopsided: 'lopsided',
    },
  ],
  ['games', 'games', { all: 'all', serving: 'your pair serving', receiving: 'your pair receiving' }],
  [
    'momentum',
    'momentum',
    {
      after_winning_first_set: 'matches after winning the first set',
      after_losing_first_set: 'matches after losing the first set',
      game_after_winning_game: 'game after winning one',
      game_after_losing_game: 'game after losing one',
      break_back: 'break right after being broken',
      consolidation: 'hold right after a break',
    },
  ],
  [
    'phases',
    'parts of a set',
    {
      opening: 'first three games',
      middle: 'middle',
      closing: 'end',
      serving_for_set: 'serving for the set',
      receiving_to_stay_in_set: 'receiving to stay in the set',
    },
  ],
  ['court_position', 'matches by side', { left: 'left', right: 'right' }],
  [
    'competition',
    'matches by competition',
    { social: 'social', training: 'training', league: 'league', tournament: 'tournament' },
  ],
];

/** What a player’s newest matches show: the insights first, then every rate that rests on something. */
export function analysisText(analysis: JsonObject, look: Look): string {
  const { player, sample, matches, expectation, insights, teammates, momentum } = analysis;
  const name = look.paint('strong', printable(displayNameOf(objectOf(player))));
  const { matches: count, matches_with_scores: scored, from, to } = objectOf(sample);
  if (count === 0) return `${name}\nNo matches yet.\n`;
  const [first, last] = [from, to].map((instant) => look.times.day(textOf(instant) ?? ''));
  const period = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const head = look.prose(
    `${name}  ${countOf(count, 'match', 'matches')} ${period}, ${numberOf(scored) ?? 0} with a score`,
  );
  const blocks = [
    head,
    insightsText(objectsOf(insights), look),
    matchesText(objectOf(matches), objectOf(expectation), look),
    table(columns('teammate'), objectsOf(teammates).map(teammateRow), look),
    ...BLOCKS.map(([block, title, rates]) => blockText(title, objectOf(analysis[block]), rates, look)),
    extremesText(objectOf(momentum), look),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function insightsText(insights: readonly JsonObject[], look: Look): string {
  if (insights.length === 0) return look.prose('Nothing stands out from what was expected.');
  return insights
    .map(({ text, direction }) => {
      const isStrength = direction === 'strength';
      const sign = look.paint(isStrength ? 'up' : 'down', isStrength ? '+' : '-');
      return look.labelled(`${sign} `, printable(textOf(text) ?? ''));
    })
    .join('');
}

function matchesText(matches: JsonObject, { expected_wins, actual_wins }: JsonObject, look: Look): string {
  const rate = percent(matches['value']);
  const share = rate === null ? '' : ` (${rate})`;
  const expected = numberOf(expected_wins);
  const wins = numberOf(actual_wins);
  const against = expected === null || wins === null ? '' : ` Wins: ${wins}; expected: ${expected}.`;
  return look.prose(`Won ${String(matches['won'])} of ${String(matches['played'])} decided matches${share}.${against}`);
}

const columns = (title: string) =>
  [title, 'won', 'of', 'rate', '95% interval'].map((heading, index) => ({ heading, shrinks: index === 0 }));

function rateCells(rate: JsonObject): Cell[] {
  const { value, won, played, interval } = rate;
  const [low, high] = Array.isArray(interval) ? interval.map((share) => percent(share)) : [];
  const share = percent(value);
  return [
    numberOf(won),
    numberOf(played),
    share === null ? null : { amount: share },
    low && high ? `${low} to ${high}` : null,
  ];
}

function teammateRow(teammate: JsonObject): Cell[] {
  return [`with ${displayNameOf(teammate)}`, ...rateCells(objectOf(teammate['matches']))];
}

function blockText(title: string, block: JsonObject, names: Readonly<Record<string, string>>, look: Look): string {
  const rows = Object.entries(names)
    .map(([key, name]) => [name, objectOf(block[key])] as const)
    .filter(([, rate]) => (numberOf(rate['played']) ?? 0) > 0)
    .map(([name, rate]): Cell[] => [name, ...rateCells(rate)]);
  return table(columns(title), rows, look);
}

function extremesText(momentum: JsonObject, look: Look): string {
  const extremes = [
    ['longest_run_for', 'most games won in a row'],
    ['longest_run_against', 'most games lost in a row'],
    ['largest_lead_lost', 'largest lead lost in a set'],
    ['largest_deficit_recovered', 'largest deficit turned in a set'],
  ] as const;
  const known = extremes.filter(([key]) => numberOf(momentum[key]) !== null);
  return known.map(([key, name]) => look.prose(`${name}: ${String(momentum[key])}`)).join('');
}
