/** The tables of `bench:sentences`. */

import { type RatingState, scoreOf, uncertaintyOfVariance } from '@bandeja/rating';
import { gamesShareOf, standardised } from '@bandeja/service/played/forecast';
import { tableOf } from '../figures.ts';
import type { Expectation } from './expectations.ts';
import type { Replay } from './replay.ts';
import { type Agreement, agreementOf, type Fifth, fifthsOf, furthest, type Trial } from './trials.ts';

export interface Checked {
  readonly code: string;
  readonly named: string;
  readonly trials: number;
  readonly fifths: readonly Fifth[];
  readonly agreement: Agreement;
}

export function checked({ code, named }: Pick<Expectation, 'code' | 'named'>, trials: readonly Trial[]): Checked {
  const fifths = fifthsOf(trials);
  return {
    code,
    named,
    trials: Math.round(trials.reduce((sum, { weight }) => sum + weight, 0)),
    fifths,
    agreement: agreementOf(fifths),
  };
}

const points = (share: number): string => (100 * share).toFixed(1);

export function checkedTable(rows: readonly Checked[]): string {
  return tableOf(
    ['sentence', 'named', 'trials', '1st fifth', '2nd', '3rd', '4th', '5th', 'furthest', 'its error', 'within 3'],
    rows.map(({ code, named, trials, fifths, agreement }) => {
      const worst = furthest(fifths);
      return [
        code,
        named,
        String(trials),
        ...fifths.map(({ expected, happened }) => `${points(expected)}/${points(happened)}`),
        points(Math.abs(worst.expected - worst.happened)),
        points(worst.error),
        agreement,
      ];
    }),
  );
}

/** Mean, sd and kurtosis of the standardised differences of games, by fifths of the expectation. */
export function spreadTable({ seen }: Replay): string {
  const shares = seen.flatMap(({ seen: one }) => gamesShareOf(one) ?? []).sort((a, b) => a.expected - b.expected);
  const parts = [0, 1, 2, 3, 4].map((part) =>
    shares.slice(Math.floor((part * shares.length) / 5), Math.floor(((part + 1) * shares.length) / 5)),
  );
  const columns = [shares, ...parts].map((part) => momentsOf(part.map(standardised)));
  return tableOf(
    ['z', 'all', '1st fifth', '2nd', '3rd', '4th', '5th'],
    (['mean', 'sd', 'kurtosis'] as const).map((name) => [name, ...columns.map((column) => column[name].toFixed(2))]),
  );
}

function momentsOf(values: readonly number[]): Record<'mean' | 'sd' | 'kurtosis', number> {
  const meanOf = (of: (value: number) => number): number =>
    values.reduce((sum, value) => sum + of(value), 0) / values.length;
  const mean = meanOf((value) => value);
  const variance = meanOf((value) => (value - mean) ** 2);
  return { mean, sd: Math.sqrt(variance), kurtosis: meanOf((value) => (value - mean) ** 4) / (variance * variance) };
}

const MATCHES_LATER = 10;

/** How far scores move within ten matches, by the matches that the player had at the start. */
export function uncertaintyTable({ states }: Replay): string {
  const histories = new Map<string, RatingState[]>();
  for (const { player, state } of states) {
    const history = histories.get(player);
    if (history === undefined) histories.set(player, [state]);
    else history.push(state);
  }
  const rows = [1, 3, 5, 7, 9, 15].map((played) => {
    const pairs = [...histories.values()].flatMap((history) => {
      const [then, later] = [history[played - 1], history[played - 1 + MATCHES_LATER]];
      return then === undefined || later === undefined ? [] : { then, later };
    });
    const expected = pairs.map(({ then }) => uncertaintyOfVariance(then.variance));
    const moves = pairs.map(({ then, later }) => scoreOf(later) - scoreOf(then));
    const mean = (values: readonly number[]): string =>
      (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(0);
    const within = (times: number): string =>
      mean(moves.map((move, index) => 100 * Number(Math.abs(move) <= times * (expected[index] ?? 0))));
    return [String(played), String(pairs.length), mean(expected), mean(moves), within(1), within(2)];
  });
  return tableOf(['matches then', 'players', 'give or take', 'mean move', 'within it, %', 'within twice it, %'], rows);
}
