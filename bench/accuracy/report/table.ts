/** The comparison as text for a terminal. */
import type { Fitting, Judged } from '../compare.ts';
import type { MatchSet } from '../data/match-set.ts';
import type { Difference } from '../measure/bootstrap.ts';
import type { Facts } from './facts.ts';

/** The ways of fitting, in words. */
export const fittingTitles = {
  given: 'constants in use (their values and form were chosen on part of these rows)',
  one: 'one fit for all sets',
  own: 'a fit for each set',
} as const satisfies Record<Fitting, string>;

const NAME_WIDTH = 23;

/** A log loss difference in thousandths of a nat, with its interval. */
export function differenceText({ mean, low, high }: Difference): string {
  const milli = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(1000 * value).toFixed(1)}`;
  return `${milli(mean)} [${milli(low)}, ${milli(high)}]`;
}

/** All tables, the figures that matter last. */
export function tablesOf({ judged, sets, demands, effort, isGenerated }: Facts): string {
  const names = [...sets.map(({ name }) => name), 'mean'];
  return [
    setTable(sets, effort),
    section(judged, 'Calibration error (mean distance of the shares predicted and observed)', names, (one) =>
      [...one.scores, one.mean].map(({ calibrationError }) => calibrationError.toFixed(4)),
    ),
    section(judged, 'Accuracy (share of winners given more than one half)', names, (one) =>
      [...one.scores, one.mean].map(({ accuracy }) => accuracy.toFixed(4)),
    ),
    section(judged, 'Brier score', names, (one) => [...one.scores, one.mean].map(({ brier }) => brier.toFixed(4))),
    reliabilityTable(judged, sets),
    coldStartTable(judged, sets),
    section(judged, 'Log loss above ours fitted alike, thousandths of a nat, 95 % interval', names, (one) =>
      one.aboveRefitted.map((difference) => (one.isOurs && one.fitting !== 'given' ? '' : differenceText(difference))),
    ),
    section(judged, 'Log loss, nats a match', names, (one) =>
      [...one.scores, one.mean].map(({ logLoss }) => logLoss.toFixed(4)),
    ),
    (isGenerated ? 'These matches are generated, so what follows proves nothing.\n' : '') +
      demands.map(({ demand, isMet, figures }) => `${isMet ? 'yes' : 'NO '}  ${demand}: ${figures}.\n`).join(''),
  ].join('\n');
}

function setTable(sets: readonly MatchSet[], { evaluations, draws }: Facts['effort']): string {
  const day = (at: number | undefined): string => new Date(at ?? 0).toISOString().slice(0, 10);
  const lines = sets.map(({ name, title, playerCount, matches: { at }, fitFrom, scoreFrom }) => {
    const rows = `${at.length} matches, ${playerCount} players, ${day(at[0])} to ${day(at.at(-1))}`;
    return `  ${name.padEnd(8)}${title}: ${rows}; fitted to ${scoreFrom - fitFrom}, scored on ${at.length - scoreFrom} from ${day(at[scoreFrom])}`;
  });
  return [`${evaluations} evaluations for each fit, ${draws} draws for each interval`, ...lines, ''].join('\n');
}

function section(
  judged: readonly Judged[],
  title: string,
  columns: readonly string[],
  cellsOf: (one: Judged) => readonly string[],
): string {
  const rows = judged.map((one) => ({ one, cells: cellsOf(one) }));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map(({ cells }) => cells[index]?.length ?? 0)),
  );
  const line = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(NAME_WIDTH)}${cells.map((cell, index) => `  ${cell.padStart(widths[index] ?? 0)}`).join('')}`.trimEnd();
  const lines = (['given', 'own', 'one'] as const).flatMap((fitting) => [
    ` ${fittingTitles[fitting]}`,
    ...rows.filter(({ one }) => one.fitting === fitting).map(({ one, cells }) => line(one.name, cells)),
  ]);
  return [title, line('', columns), ...lines, ''].join('\n');
}

/** Ours in use, by tenths of probability: how many matches, and the shares predicted and observed. */
function reliabilityTable(judged: readonly Judged[], sets: readonly MatchSet[]): string {
  const ours = judged.find(({ fitting }) => fitting === 'given');
  const share = (value: number): string => (Number.isNaN(value) ? '–' : (100 * value).toFixed(1)).padStart(8);
  const parts = sets.map(({ name }, index) => {
    const bins = ours?.scores[index]?.calibration.bins ?? [];
    const row = (title: string, cells: readonly string[]): string => `  ${title.padEnd(NAME_WIDTH)}${cells.join('')}`;
    return [
      row(
        name,
        bins.map(({ from }) => `${Math.round(100 * from)}–${Math.round(100 * from) + 10}`.padStart(8)),
      ),
      row(
        'matches',
        bins.map(({ matches }) => `${matches}`.padStart(8)),
      ),
      row(
        'predicted, %',
        bins.map(({ predicted }) => share(predicted)),
      ),
      row(
        'observed, %',
        bins.map(({ observed }) => share(observed)),
      ),
      '',
    ].join('\n');
  });
  return `Reliability, constants in use: matches by the probability given to the side that stands first\n${parts.join('\n')}`;
}

/** Log loss by how often the least known of the four had played: ours in use, and the others of one fit. */
function coldStartTable(judged: readonly Judged[], sets: readonly MatchSet[]): string {
  const shown = judged.filter(({ fitting }) => fitting !== 'own');
  const parts = sets.map(({ name }, index) => {
    const bins = shown[0]?.scores[index]?.coldStart ?? [];
    const columns = bins.map(({ from, to }) =>
      from === to ? `${from}` : to === Infinity ? `${from}+` : `${from}–${to}`,
    );
    const header = `  ${name.padEnd(NAME_WIDTH)}${columns.map((column) => column.padStart(8)).join('')}`;
    const counts = `  ${'(matches)'.padEnd(NAME_WIDTH)}${bins.map(({ matches }) => `${matches}`.padStart(8)).join('')}`;
    const rows = shown.map((one) => {
      const cells = one.scores[index]?.coldStart ?? [];
      const texts = cells.map(({ logLoss }) => (Number.isNaN(logLoss) ? '–' : logLoss.toFixed(3)).padStart(8));
      return `  ${one.name.padEnd(NAME_WIDTH)}${texts.join('')}`;
    });
    return [header, counts, ...rows, ''].join('\n');
  });
  return `Log loss by matches that the least known of the four had played; ${fittingTitles.one}\n${parts.join('\n')}`;
}
