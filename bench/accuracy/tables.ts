/** The tables of `bench:accuracy`, as in bench/results.md. */
import { tableOf } from '../figures.ts';
import type { Difference } from './bootstrap.ts';
import type { Comparison, Effort } from './compare.ts';
import type { MatchSet } from './match-set.ts';

/** A difference of log loss in thousandths of a nat, with its interval. */
function differenceText({ mean, low, high }: Difference): string {
  const milli = (value: number): string => (1000 * value).toFixed(1);
  return `${milli(mean)} [${milli(low)}, ${milli(high)}]`;
}

const percent = (share: number, decimals = 1): string =>
  Number.isNaN(share) ? '–' : `${(100 * share).toFixed(decimals)}`;

export function tablesOf({ inUse, refitted, others }: Comparison, sets: readonly MatchSet[], effort: Effort): string {
  const models = [inUse, refitted, ...others];
  const names = sets.map(({ name }) => name);
  const logLosses = models.map(({ name, scores, meanLogLoss }) => [
    name,
    ...[...scores.map(({ logLoss }) => logLoss), meanLogLoss].map((loss) => loss.toFixed(4)),
  ]);
  const differences = others.map(({ name, aboveRefitted }) => [name, ...aboveRefitted.map(differenceText)]);
  const accuracies = models.map(({ name, scores }) => [
    name,
    ...scores.map(({ accuracy }) => `${percent(accuracy)} %`),
  ]);
  return [
    ...sets.map(describe),
    `${effort.evaluations} evaluations for each fit, ${effort.draws} draws for each interval`,
    'Log loss, nats per match',
    tableOf(['', ...names, 'mean'], logLosses),
    'Log loss above Bandeja refitted, thousandths of a nat, 95 % interval',
    tableOf(['', ...names, 'mean'], differences),
    'Share of matches in which the model gave the winners more than one half',
    tableOf(['', ...names], accuracies),
    ...sets.flatMap(({ name }, index) => [
      `Calibration on ${name}, constants in use: the given probability of team A, and how often team A won`,
      calibrationTable(inUse, index),
      `Log loss on ${name} by earlier matches of the least experienced player`,
      coldStartTable(models, index),
    ]),
  ].join('\n\n');
}

function describe({ name, title, playerCount, matches: { at }, fitFrom, scoreFrom }: MatchSet): string {
  const day = (row: number): string => new Date(at.at(row) ?? 0).toISOString().slice(0, 10);
  const rows = `${at.length} matches of ${playerCount} players, ${day(0)} to ${day(-1)}`;
  return `${name}: ${title}; ${rows}; fitted to ${scoreFrom - fitFrom}, scored on ${at.length - scoreFrom} from ${day(scoreFrom)}`;
}

function calibrationTable({ scores }: Comparison['inUse'], set: number): string {
  const bins = scores[set]?.calibration ?? [];
  return tableOf(
    ['given, %', ...bins.map(({ from }) => `${Math.round(100 * from)}–${Math.round(100 * from) + 10}`)],
    [
      ['matches', ...bins.map(({ matches }) => String(matches))],
      ['given, mean', ...bins.map(({ predicted }) => percent(predicted))],
      ['won', ...bins.map(({ observed }) => percent(observed))],
    ],
  );
}

function coldStartTable(models: readonly Comparison['inUse'][], set: number): string {
  const binsOf = ({ scores }: Comparison['inUse']) => scores[set]?.coldStart ?? [];
  const bins = models.slice(0, 1).flatMap(binsOf);
  return tableOf(
    ['', ...bins.map(({ from, to }) => (from === to ? `${from}` : to === Infinity ? `${from}+` : `${from}–${to}`))],
    [
      ['matches', ...bins.map(({ matches }) => String(matches))],
      ...models.map((model) => [
        model.name,
        ...binsOf(model).map(({ logLoss }) => (Number.isNaN(logLoss) ? '–' : logLoss.toFixed(3))),
      ]),
    ],
  );
}
