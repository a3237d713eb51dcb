/** The latency of submissions while the service settles a late match from the start of the history. */
import type { Comparison, Figure } from '../comparison.ts';
import { type Load, type NextRequest, startSteadyLoad } from '../connections.ts';
import { printProgress, quantile } from '../figures.ts';
import { call, OPERATOR_TOKEN } from '../partners.ts';
import { publicUsernames, type SeededService } from '../subject.ts';
import { matchOf, Players, SINGLES } from '../submissions.ts';

/** The history of a seeded database is a year long. */
const LATE_MS = 364 * 86_400_000;
/** A million matches take about half a minute. */
const SETTLED_MS_MAX = 300_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @param perSecond submissions per second during the settlement; all padel in the world is about 30 */
export async function measureSettlement(comparison: Comparison, perSecond: number): Promise<Figure[]> {
  const { setting, subjects, seconds } = comparison;
  const measured: (readonly number[])[] = [];
  for (const subject of subjects) {
    const seeded = await setting.seeded(subject);
    printProgress(`settlement of ${subject.matches} matches, ${subject.name} …`);
    measured.push(await settle(seeded, perSecond, Math.max(5, 3 * seconds)));
  }
  return ROWS.map(({ what, unit, decimals }, row) => ({
    what: `settlement: ${what}`,
    unit,
    decimals,
    values: measured.map((ofSubject) => [ofSubject[row] ?? Number.NaN]),
  }));
}

const ROWS = [
  { what: 'submission alone, p50', unit: 'ms', decimals: 1 },
  { what: 'submission alone, p99', unit: 'ms', decimals: 1 },
  { what: 'submission during it, p50', unit: 'ms', decimals: 1 },
  { what: 'submission during it, p99', unit: 'ms', decimals: 1 },
  { what: 'submission during it, slowest', unit: 'ms', decimals: 0 },
  { what: 'response to the late match', unit: 'ms', decimals: 0 },
  { what: 'until all is settled', unit: 's', decimals: 1 },
];

/** @returns a value for each of {@link ROWS} */
async function settle(seeded: SeededService, perSecond: number, aloneSeconds: number): Promise<number[]> {
  const { service, partners } = seeded;
  const [late, ...others] = partners;
  const usernames = publicUsernames(seeded);
  // Players at the ends of a seeded list play rarely, so the late match takes four from the middle.
  const middle = usernames.length >> 1;
  const four = usernames.slice(middle, middle + 4);
  const players = new Players(usernames.filter((username) => !four.includes(username)));
  const [single] = SINGLES;
  const next = single?.requests(
    players,
    others.map(({ key }) => key),
  );
  if (next === undefined || late === undefined) throw new Error('a settlement needs two partners');
  // Warm-up: the first seconds compile code.
  await steadyFor(service.url, next, perSecond, 2);
  const alone = await steadyFor(service.url, next, perSecond, aloneSeconds);
  const load = startSteadyLoad(service.url, next, perSecond);
  const submittedAt = performance.now();
  await call(service.url, late.key, '/v1/matches', matchOf(four, Date.now() - LATE_MS));
  const answeredMs = performance.now() - submittedAt;
  await settled(service.url);
  const settledMs = performance.now() - submittedAt;
  const during = await load.stop();
  return [
    quantile(alone.times, 0.5),
    quantile(alone.times, 0.99),
    quantile(during.times, 0.5),
    quantile(during.times, 0.99),
    quantile(during.times, 1),
    answeredMs,
    settledMs / 1000,
  ];
}

async function steadyFor(url: string, next: NextRequest, perSecond: number, seconds: number): Promise<Load> {
  const load = startSteadyLoad(url, next, perSecond);
  await pause(seconds * 1000);
  return load.stop();
}

/** Waits until every rating is final. */
async function settled(url: string): Promise<void> {
  const deadline = performance.now() + SETTLED_MS_MAX;
  while (performance.now() < deadline) {
    const { rating_status } = await call<{ rating_status: string }>(url, OPERATOR_TOKEN, '/admin/v1/settlement');
    if (rating_status === 'settled') return;
    await pause(20);
  }
  throw new Error(`the ratings were not settled within ${SETTLED_MS_MAX} ms`);
}
