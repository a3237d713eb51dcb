import type { Api } from '@bandeja/client';
import { countOf } from '../counts.ts';
import type { Look } from '../look.ts';
import { type Layout, percent, share, tableOf } from '../print.ts';
import { printable } from '../terminal.ts';

/** What a player’s newest matches show: the insights first, then every rate with data. */
export function analysisText(analysis: Api.Analysis, look: Look): string {
  const { player, sample, insights, teammates } = analysis;
  const name = look.paint('strong', printable(player.display_name));
  if (sample.matches === 0) return `${name}\nNo matches yet.\n`;
  const [first, last] = [sample.from, sample.to].map((instant) => look.times.day(instant ?? ''));
  const period = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const matches = countOf(sample.matches, 'match', 'matches');
  const blocks = [
    look.prose(`${name}  ${matches} ${period}, ${sample.matches_with_scores} with a score`),
    insightsText(insights, look),
    matchesText(analysis, look),
    tableOf(
      rateLayout('teammate'),
      teammates.map(({ display_name, matches: rate }) => ({ name: `with ${display_name}`, rate })),
      look,
    ),
    ...blocksOf(analysis).map(([title, rates]) => ratesText(title, rates, look)),
    extremesText(analysis.momentum, look),
  ];
  return blocks.filter((block) => block !== '').join('\n');
}

function insightsText(insights: readonly Api.Insight[], look: Look): string {
  if (insights.length === 0) return look.prose('Nothing stands out from what was expected.');
  return insights
    .map(({ text, direction }) => {
      const isStrength = direction === 'strength';
      const sign = look.paint(isStrength ? 'up' : 'down', isStrength ? '+' : '-');
      return look.labelled(`${sign} `, printable(text));
    })
    .join('');
}

function matchesText({ matches: { value, won, played }, expectation }: Api.Analysis, look: Look): string {
  const rate = value === null ? '' : ` (${percent(value)})`;
  const { actual_wins, expected_wins } = expectation;
  return look.prose(
    `Won ${won} of ${played} decided matches${rate}. Wins: ${actual_wins}; expected: ${expected_wins}.`,
  );
}

/** The blocks of rates, with the names that people use. */
function blocksOf({ sets, games, momentum, phases, court_position, competition }: Api.Analysis) {
  const blocks: readonly (readonly [title: string, rates: Readonly<Record<string, Api.Rate>>])[] = [
    [
      'sets',
      {
        all: sets.all,
        first: sets.first,
        deciding: sets.deciding,
        'with a tie-break': sets.tie_break,
        close: sets.close,
        lopsided: sets.lopsided,
      },
    ],
    ['games', { all: games.all, 'your pair serving': games.serving, 'your pair receiving': games.receiving }],
    [
      'momentum',
      {
        'matches after winning the first set': momentum.after_winning_first_set,
        'matches after losing the first set': momentum.after_losing_first_set,
        'game after winning one': momentum.game_after_winning_game,
        'game after losing one': momentum.game_after_losing_game,
        'break right after being broken': momentum.break_back,
        'hold right after a break': momentum.consolidation,
      },
    ],
    [
      'parts of a set',
      {
        'first three games': phases.opening,
        middle: phases.middle,
        end: phases.closing,
        'serving for the set': phases.serving_for_set,
        'receiving to stay in the set': phases.receiving_to_stay_in_set,
      },
    ],
    ['matches by side', { ...court_position }],
    ['matches by competition', { ...competition }],
  ];
  return blocks;
}

function ratesText(title: string, rates: Readonly<Record<string, Api.Rate>>, look: Look): string {
  const rows = Object.entries(rates).map(([name, rate]) => ({ name, rate }));
  return tableOf(
    rateLayout(title),
    rows.filter(({ rate }) => rate.played > 0),
    look,
  );
}

const rateLayout = (title: string): Layout<{ readonly name: string; readonly rate: Api.Rate }> => [
  [title, 'name', 'shrinks'],
  ['won', ({ rate }) => rate.won],
  ['of', ({ rate }) => rate.played],
  ['rate', ({ rate }) => share(rate.value)],
  ['95% interval', ({ rate }) => rate.interval?.map(percent).join(' to ')],
];

function extremesText(momentum: Api.AnalysisMomentum, look: Look): string {
  const extremes = [
    ['most games won in a row', momentum.longest_run_for],
    ['most games lost in a row', momentum.longest_run_against],
    ['largest lead lost in a set', momentum.largest_lead_lost],
    ['largest deficit overcome in a set', momentum.largest_deficit_recovered],
  ] as const;
  return extremes.map(([name, games]) => (games === null ? '' : look.prose(`${name}: ${games}`))).join('');
}
