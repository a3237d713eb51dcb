/** The tables of an evening, and the week that follows from it. */
import { print, tableOf, whole } from '../figures.ts';
import type { Costs } from './costs.ts';
import type { Options } from './options.ts';
import type { HalfHour, Times } from './stretches.ts';
import { type Glance, longestUnsettled, type Run } from './watch.ts';

const WEEK_SECONDS = 7 * 86_400;

export interface EveningFigures {
  readonly halfHours: readonly HalfHour[];
  readonly times: Readonly<Record<string, Times>>;
  readonly sent: number;
  readonly lateMatches: number;
  readonly seconds: number;
  readonly costs: Costs;
  readonly glances: readonly Glance[];
  readonly runs: readonly Run[];
  /** Real seconds after the last arrival; null when settlement did not end in time. */
  readonly settledAfter: number | null;
  readonly verification: { readonly matches: number; readonly differences: number } | null;
}

const clockText = (second: number): string =>
  `${Math.floor(second / 3_600)}:${String(Math.floor((second % 3_600) / 60)).padStart(2, '0')}`;
const ms = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0));
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

export function show(figures: EveningFigures, options: Options): void {
  showHalfHours(figures.halfHours);
  print(
    `\nby the simulated clock; “× world” is what was carried ÷ what the whole world plays then. ` +
      `${options.connections} connections: under way at once, so a latency here is that of a service at its limit`,
  );
  for (const [asked, { count, p50, p99 }] of Object.entries(figures.times)) {
    print(`  ${asked}: ${whole(count)}, median ${ms(p50)}, p99 ${ms(p99)} ms`);
  }
  showSettlement(figures);
  showCosts(figures);
  showWeek(figures, options);
  const { verification } = figures;
  if (verification !== null) {
    print(`verified: ${whole(verification.matches)} matches, ${verification.differences} differences`);
  }
}

function showHalfHours(halfHours: readonly HalfHour[]): void {
  const columns = ['matches', 'real s', 'matches/s', '× world', 'single p50', 'p99 ms', 'batch p50', 'p99 ms'];
  const more = ['profile p99', 'settled', 'held', 'MB'];
  const rows = halfHours.map(({ from, matches, seconds, timesTheWorld, times, settledShare, heldMost, mbMost }) => [
    clockText(from),
    whole(matches),
    seconds.toFixed(1),
    whole(matches / seconds),
    timesTheWorld.toFixed(1),
    ms(times.single.p50),
    ms(times.single.p99),
    ms(times.batch.p50),
    ms(times.batch.p99),
    ms(times.profile.p99),
    Number.isNaN(settledShare) ? '–' : `${(100 * settledShare).toFixed(0)} %`,
    whole(heldMost),
    mbMost.toFixed(0),
  ]);
  const widths = [...columns, ...more].map((title) => ({ title, width: Math.max(8, title.length) }));
  print(tableOf([{ title: 'from', width: 5 }, ...widths], rows));
}

function showSettlement({ glances, runs, settledAfter, lateMatches }: EveningFigures): void {
  print(
    `\nsettlement, in real time: ${runs.length} runs for ${whole(lateMatches)} late matches, ` +
      `${whole(sum(runs.map(({ read }) => read)))} matches read and ${whole(sum(runs.map(({ changed }) => changed)))} changed; ` +
      `the longest took ${most(runs.map(({ seconds }) => seconds)).toFixed(1)} s`,
  );
  print(
    `  something was to be settled for ${longestUnsettled(glances).toFixed(1)} s at the longest, from ` +
      `${most(glances.map(({ depthDays }) => depthDays)).toFixed(1)} days back at the furthest; at most ` +
      `${whole(most(glances.map(({ held }) => held)))} matches were held, none longer than ` +
      `${most(glances.map(({ oldestHeldSeconds }) => oldestHeldSeconds)).toFixed(0)} s`,
  );
  const end = settledAfter === null ? 'not settled in time' : `all settled ${settledAfter.toFixed(0)} s later`;
  print(`  after the last arrival: ${end}`);
}

function showCosts({ costs, sent, seconds }: EveningFigures): void {
  const each = (value: number): string => (value / sent).toFixed(2);
  print(
    `\na match, with its reads and its part of settlement: ${each(costs.service_cpu_ms)} ms of processor for the service, ` +
      `${each(costs.database_cpu_ms)} for PostgreSQL; ${whole(costs.wal_bytes / sent)} bytes of log, ` +
      `${whole(costs.disk_bytes / sent)} of disk`,
  );
  print(`${whole(costs.matches)} of ${whole(sent)} matches sent are stored, ${whole(sent / seconds)} a second`);
}

/** What a week at the daily mean makes of it. */
function showWeek({ costs, sent, lateMatches, runs }: EveningFigures, { low, high, ofTheWorld }: Options): void {
  const matches = low * WEEK_SECONDS;
  const gigabytes = (bytes: number): string => ((bytes / sent) * matches * 1e-9).toFixed(0);
  const cpuMs = (costs.service_cpu_ms + costs.database_cpu_ms) / sent;
  const late = (lateMatches / sent) * matches;
  const runSeconds = runs.length === 0 ? 0 : sum(runs.map(({ seconds }) => seconds)) / runs.length;
  const runsMost = runSeconds === 0 ? late : Math.min(late, WEEK_SECONDS / runSeconds);
  print(
    `a week of ${low} matches a second: ${(matches * 1e-6).toFixed(1)} million matches, ${gigabytes(costs.disk_bytes)} GB of disk, ` +
      `${gigabytes(costs.wal_bytes)} GB of log; ${((low * cpuMs) / 1000).toFixed(2)} processors at the mean, ` +
      `${((high * cpuMs) / 1000).toFixed(2)} at ${high} a second; ${whole(late)} late matches, ` +
      `at most ${whole(runsMost)} runs of ${runSeconds.toFixed(1)} s${ofTheWorld === 1 ? '' : ` on ${ofTheWorld} of the world`}`,
  );
}
