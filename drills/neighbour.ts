/**
 * `npm run drill:neighbour`: what partner B notices of partner A, whose players never meet B's. A sends late matches, amends, reads
 * long cards, fills queues and opens nights, one after the other. With `--before DIR` the service of another checkout is measured in
 * alternation, on the same PostgreSQL server.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Answer,
  getRequest,
  inTurn,
  type NextRequest,
  runCount,
  runFor,
  startSteadyLoad,
} from '../bench/connections.ts';
import { numberText, print, printProgress, quantile, tableOf, writeFigures } from '../bench/figures.ts';
import { namesOf, readOptions } from '../bench/options.ts';
import { call, makePartners, OPERATOR_TOKEN, registerPlayers } from '../bench/partners.ts';
import { processorMs } from '../bench/processes.ts';
import { runBench } from '../bench/run-bench.ts';
import { type Setting, type Subject, subjectsOf } from '../bench/subject.ts';
import { BATCHES, Players, SINGLES } from '../bench/submissions.ts';
import { Answers, amendments, type Load, Neighbour } from './neighbour-loads.ts';

const HELP = `npm run drill:neighbour -- [options]

  --before DIR   a checkout with node_modules to compare with
  --only LOADS   some of: nothing,late,amend,amend16,cards,queue,nights,groups
  --seconds S    time per subject and load, default 9
  --rounds N     default 1
`;

const PLAYERS = 400;
/** Earlier matches of B, so that its profiles and cards are those of a club. */
const MATCHES = 2_000;
const SUBMISSIONS_A_SECOND = 20;
const PROFILES_A_SECOND = 20;
const CARDS_A_SECOND = 5;
const PROBES_A_SECOND = 50;
const CONNECTIONS = 8;
/** The load is under way before B is measured. */
const WARM_UP_SECONDS = 1;
const SETTLED_MS_MAX = 30_000;
const SMALL_PARTNERS = 16;

const LOADS = {
  nothing: 'A does nothing',
  late: 'late matches before 350 chained ones, 2.5/s',
  amend: 'amendments, 16 connections',
  amend16: 'amendments of 16 partners',
  cards: 'cards of a player with 8,000 matches',
  queue: 'batches, a receiver never responds',
  nights: 'nights drawn, a session of 1,000 polled',
  groups: '60 late matches of 60 groups at once',
} as const;
type LoadName = keyof typeof LOADS;

/** What B notices during a load. The last two columns are A's. */
const COLUMNS = [
  { name: 'submission p50, ms', decimals: 1 },
  { name: 'p99', decimals: 0 },
  { name: 'profile p50, ms', decimals: 1 },
  { name: 'p99', decimals: 0 },
  { name: 'card p50, ms', decimals: 1 },
  { name: 'p99', decimals: 0 },
  { name: 'event loop p99, ms', decimals: 0 },
  { name: 'settling, %', decimals: 0 },
  { name: 'matches/s', decimals: 0 },
  { name: 'A: requests/s', decimals: 1 },
  { name: 'A: settled, %', decimals: 0 },
  { name: 'processor, %', decimals: 0 },
] as const;

interface Prepared {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  readonly players: Players;
  readonly usernames: readonly string[];
  readonly loads: ReadonlyMap<LoadName, Load>;
}

interface Measured {
  readonly values: readonly number[];
  readonly refused: string;
}

async function prepare(setting: Setting, subject: Subject, chosen: readonly LoadName[]): Promise<Prepared> {
  printProgress(`${subject.name}: storing what the partners have played …`);
  const { url, pid } = await setting.start(subject, {
    DATABASE_URL: await setting.emptyDatabase(),
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const [key = ''] = await makePartners(url, 1);
  const usernames = await registerPlayers(url, [key], PLAYERS);
  const players = new Players(usernames);
  await runCount(url, BATCHES.requests(players, [key]), 4, MATCHES / BATCHES.matchesPerRequest);
  const a = await Neighbour.open(url, 'a');
  const groups = await a.groups(60);
  const others = await Promise.all(
    Array.from({ length: SMALL_PARTNERS }, (_, index) => Neighbour.open(url, `s${index}`)),
  );
  const small = (await Promise.all(others.map((one) => one.groups(1)))).flat();
  const open: Readonly<Record<LoadName, () => Load | Promise<Load>>> = {
    nothing: () => (_, seconds) => sleep(seconds * 1_000),
    late: () => a.lateMatches(),
    amend: () => amendments(url, groups),
    amend16: () => amendments(url, small),
    cards: () => a.longCards(),
    queue: () => a.queues(),
    nights: () => a.nights(),
    groups: () => a.lateGroups(groups),
  };
  const loads = new Map<LoadName, Load>();
  for (const name of chosen) loads.set(name, await open[name]());
  await settled(url);
  return { url, pid, key, players, usernames, loads };
}

/** Waits until every rating is final, or for half a minute: a load may leave more behind. */
async function settled(url: string): Promise<void> {
  for (const until = performance.now() + SETTLED_MS_MAX; performance.now() < until; await sleep(100)) {
    const { rating_status } = await call<{ rating_status: string }>(url, OPERATOR_TOKEN, '/admin/v1/settlement');
    if (rating_status === 'settled') return;
  }
  printProgress('not settled after half a minute');
}

/** B's figures while a load runs: first at a steady rate, then as fast as B's connections can. */
async function measure(prepared: Prepared, load: Load, seconds: number): Promise<Measured> {
  const { url, pid, key, players, usernames } = prepared;
  const b = { settling: 0, refused: new Answers() };
  const matches = SINGLES[0]?.requests(players, [key]) as NextRequest;
  const nextName = inTurn(usernames);
  const profile: NextRequest = () => getRequest(`/v1/players/${nextName()}`, key);
  const card: NextRequest = () => getRequest(`/v1/players/${nextName()}/card`, key);
  const probe: NextRequest = () => getRequest('/health/live', key);
  const steadySeconds = (seconds * 2) / 3;
  const answers = new Answers();
  const startedAt = performance.now();
  const usedBefore = processorMs(pid);
  const loading = load(answers, seconds + WARM_UP_SECONDS);
  // A failure is reported below; until then it must not end the process.
  loading.catch(() => {});
  await sleep(WARM_UP_SECONDS * 1_000);
  const submitted = new Answers();
  const count = (answer: Answer): void => (answer.status < 300 ? submitted : b.refused).count(answer);
  const steady = [
    startSteadyLoad(url, matches, SUBMISSIONS_A_SECOND, count),
    startSteadyLoad(url, profile, PROFILES_A_SECOND, b.refused.count),
    startSteadyLoad(url, card, CARDS_A_SECOND, b.refused.count),
    startSteadyLoad(url, probe, PROBES_A_SECOND, b.refused.count),
  ];
  await sleep(steadySeconds * 1_000);
  const times = await Promise.all(steady.map((one) => one.stop()));
  const fast = await runFor(url, matches, CONNECTIONS, seconds - steadySeconds, count);
  await loading;
  const elapsed = (performance.now() - startedAt) / 1_000;
  const percentiles = times.flatMap((one) => [quantile(one.times, 0.5), quantile(one.times, 0.99)]);
  const matchesAnswered = submitted.settled + submitted.settling;
  return {
    values: [
      ...percentiles.slice(0, 6),
      quantile(times[3]?.times ?? [], 0.99),
      (100 * submitted.settling) / matchesAnswered,
      fast.requests / fast.seconds,
      answers.done / elapsed,
      (100 * answers.settled) / (answers.settled + answers.settling),
      (processorMs(pid) - usedBefore) / elapsed / 10,
    ],
    refused: [answers.refused && `A ${answers.refused}`, b.refused.refused && `B ${b.refused.refused}`]
      .filter((text) => text !== '')
      .join('; '),
  };
}

type Results = ReadonlyMap<Subject, ReadonlyMap<LoadName, Measured[]>>;

/** Measures each load of each subject in each round. Every other time the order of the subjects is reversed. */
async function measureAll(
  prepared: ReadonlyMap<Subject, Prepared>,
  chosen: readonly LoadName[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Results> {
  const subjects = [...prepared.keys()];
  const results = new Map(subjects.map((subject) => [subject, new Map<LoadName, Measured[]>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, name] of chosen.entries()) {
      for (const subject of (index + round) % 2 === 0 ? subjects : subjects.toReversed()) {
        printProgress(`${subject.name}: ${LOADS[name]} …`);
        const one = prepared.get(subject);
        const load = one?.loads.get(name);
        if (one === undefined || load === undefined) throw new Error(`${name} is not prepared`);
        const measured = await measure(one, load, seconds);
        const ofSubject = results.get(subject);
        ofSubject?.set(name, [...(ofSubject.get(name) ?? []), measured]);
        await settled(one.url);
      }
    }
  }
  return results;
}

const textOf = (value: number, decimals: number): string =>
  Number.isFinite(value) ? numberText(value, decimals) : '–';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A table of each subject, then the ratios. */
function printResults(results: Results, chosen: readonly LoadName[]): void {
  const titles = COLUMNS.map(({ name }) => name);
  const meanOf = (subject: Subject, name: LoadName, column: number): number =>
    mean((results.get(subject)?.get(name) ?? []).map(({ values }) => values[column] ?? Number.NaN));
  const [before, after] = [...results.keys()];
  for (const subject of results.keys()) {
    const rows = chosen.map((name) => [
      LOADS[name],
      ...COLUMNS.map(({ decimals }, column) => textOf(meanOf(subject, name, column), decimals)),
      (results.get(subject)?.get(name) ?? []).map(({ refused }) => refused).join(' | '),
    ]);
    print(`\n${subject.name}\n\n${tableOf(['B, while', ...titles, 'refused'], rows)}`);
  }
  if (before === undefined || after === undefined) return;
  const ratios = chosen.map((name) => [
    LOADS[name],
    ...COLUMNS.map((_, column) => textOf(meanOf(after, name, column) / meanOf(before, name, column), 2)),
  ]);
  print(`\nafter ÷ before\n\n${tableOf(['B, while', ...titles], ratios)}`);
}

const values = readOptions(HELP, {
  before: { type: 'string' },
  only: { type: 'string' },
  seconds: { type: 'string', default: '9' },
  rounds: { type: 'string', default: '1' },
});
const chosen = namesOf(values.only, Object.keys(LOADS) as LoadName[]);
await runBench(20, async (setting) => {
  const prepared = new Map<Subject, Prepared>();
  for (const subject of subjectsOf(values.before && resolve(values.before))) {
    prepared.set(subject, await prepare(setting, subject, chosen));
  }
  const results = await measureAll(prepared, chosen, {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  });
  writeFigures('neighbour', {
    options: values,
    results: [...results].map(([{ name }, ofSubject]) => [name, [...ofSubject]]),
  });
  printResults(results, chosen);
});
