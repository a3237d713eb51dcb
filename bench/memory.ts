/**
 * `npm run bench:memory`: how much memory the service has in use, at rest, under an hour’s matches, and while it settles.
 *
 * What Linux counts as resident of the service’s own process: with the embedded database that includes the database, with
 * PostgreSQL it does not. The load is as many matches as all the padel of the world has in an hour, sent as fast as they
 * are taken, with every read beside them. Prints one table, keeps all samples in bench/out/memory.json.
 */
import { keep, print, tableOf, tell, whole } from './figures.ts';
import { batchesOf, singlesOf } from './ingest/disjoint.ts';
import { drain, requestOf, type Take } from './load.ts';
import { highest, type Sample, Sampler, slopeOf } from './memory/samples.ts';
import { embeddedSubject, postgresSubject, type Subject, type SubjectOptions } from './memory/subjects.ts';
import { readOptions, SMOKE } from './options.ts';
import { OPERATOR_TOKEN } from './partners.ts';
import { post } from './settlement/load.ts';

const HELP = `npm run bench:memory -- [options]

  --engine NAME     postgres or embedded; both when not given
  --matches N       stored in PostgreSQL before, default 1000000; the late match settles them
  --load N          matches sent, default 108000: 30 a second for an hour
  --node-options=T  options of the service’s Node, to see what they do: --node-options="--max-semi-space-size=16"
  --smoke           some thousand matches
`;

const values = readOptions(HELP, {
  engine: { type: 'string' },
  matches: { type: 'string', default: '1000000' },
  load: { type: 'string', default: '108000' },
  'node-options': { type: 'string', default: '' },
  smoke: SMOKE,
});
const stored = values.smoke ? 10_000 : Number(values.matches);
const load = values.smoke ? 1_000 : Number(values.load);
const restMs = values.smoke ? 100 : 5_000;
const SAMPLE_MS = values.smoke ? 50 : 500;
const SINGLE_CONNECTIONS = 48;
const BATCH_CONNECTIONS = 2;
const READ_CONNECTIONS = 4;
const BATCH = 25;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Figures {
  readonly name: string;
  readonly limitMb: number;
  readonly restMb: number;
  readonly load: readonly Sample[];
  readonly reads: number;
  readonly afterMb: number;
  readonly settling: readonly Sample[];
  /** Matches that the settlement has read, as far as it was seen. */
  readonly settled: number;
}

/** Every kind of read in turn, so that none comes more often for its many paths. */
function everyRead({ reads, reader }: Subject): Take {
  let next = 0;
  return () => {
    const { paths } = reads[next % reads.length] ?? { paths: [] };
    const path = paths[Math.floor(next / reads.length) % paths.length] ?? '';
    next += 1;
    return requestOf(path, reader);
  };
}

async function underLoad(subject: Subject): Promise<Pick<Figures, 'load' | 'reads'>> {
  const { service, turns, keys } = subject;
  let sent = 0;
  let reads = 0;
  const sampler = new Sampler(service.pid, SAMPLE_MS, () => sent);
  const upTo = (take: Take, matches: number) => (): { readonly bytes: Buffer } | null => {
    if (sent >= load) return null;
    sent += matches;
    return { bytes: take() };
  };
  const read = everyRead(subject);
  const clock = setInterval(() => tell(`${subject.name}: ${whole(sent)} of ${whole(load)} matches …`), 5_000);
  try {
    await Promise.all([
      drain(service.url, upTo(singlesOf(turns, keys), 1), SINGLE_CONNECTIONS, () => {}),
      drain(service.url, upTo(batchesOf(turns, keys, BATCH), BATCH), BATCH_CONNECTIONS, () => {}),
      drain(service.url, upTo(read, 0), READ_CONNECTIONS, () => {
        reads += 1;
      }),
    ]);
  } finally {
    clearInterval(clock);
    sampler.stop();
  }
  return { load: sampler.samples, reads };
}

/** Submits a match of a year ago, and waits until everything is settled. */
async function settling({ name, service, keys, lateMatch }: Subject): Promise<Pick<Figures, 'settling' | 'settled'>> {
  tell(`${name}: a match a year late …`);
  const sampler = new Sampler(service.pid, 50);
  let settled = 0;
  try {
    const { status } = await post(service.url, keys[0] ?? '', '/v1/matches', lateMatch());
    if (status !== 201) throw new Error(`the late match was answered with ${status}`);
    for (;;) {
      const state = await settlementOf(service.url);
      settled = Math.max(settled, state.run?.matches_read ?? 0);
      if (state.rating_status === 'settled') return { settling: sampler.stop(), settled };
      await pause(20);
    }
  } finally {
    sampler.stop();
  }
}

interface SettlementState {
  readonly rating_status: string;
  readonly run: { readonly matches_read: number } | null;
}

async function settlementOf(url: string): Promise<SettlementState> {
  const answer = await fetch(`${url}/admin/v1/settlement`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return (await answer.json()) as SettlementState;
}

async function measure(make: (options: SubjectOptions) => Promise<Subject>): Promise<Figures> {
  let restMb = Number.NaN;
  const subject = await make({
    matches: stored,
    ...(values.smoke ? { players: 400 } : {}),
    nodeOptions: values['node-options'].split(' ').filter((option) => option !== ''),
    async atRest(pid) {
      await pause(restMs);
      restMb = highest(new Sampler(pid, SAMPLE_MS).stop());
    },
  });
  try {
    const loaded = await underLoad(subject);
    await pause(restMs);
    const afterMb = highest(new Sampler(subject.service.pid, SAMPLE_MS).stop());
    const settled = await settling(subject);
    return { name: subject.name, limitMb: subject.limitMb, restMb, ...loaded, afterMb, ...settled };
  } finally {
    await subject.stop();
  }
}

const COLUMNS = [
  { title: 'resident, MB', width: 12 },
  { title: 'at rest', width: 8 },
  { title: 'under load: most', width: 16 },
  { title: 'after it', width: 8 },
  { title: '100k matches more', width: 17 },
  { title: 'aim', width: 5 },
  { title: 'while settling', width: 24 },
];

function show(figures: readonly Figures[]): void {
  const mb = (value: number): string => value.toFixed(0);
  const rows = figures.map((one) => [
    one.name,
    mb(one.restMb),
    mb(highest(one.load)),
    mb(one.afterMb),
    `${slopeOf(one.load) < 0 ? '−' : '+'}${Math.abs(slopeOf(one.load)).toFixed(1)}`,
    `≤ ${one.limitMb}`,
    `${mb(highest(one.settling))} (${whole(one.settled)} read)`,
  ]);
  print(tableOf(COLUMNS, rows));
  for (const { name, load: samples, reads, limitMb, restMb } of figures) {
    const last = samples.at(-1);
    print(`\n${name}: ${whole(last?.matches ?? 0)} matches and ${whole(reads)} reads in ${last?.seconds.toFixed(0)} s`);
    const shown = Array.from({ length: 11 }, (_, index) => samples[Math.round((index / 10) * (samples.length - 1))]);
    print(`  over time: ${shown.map((one) => mb(one?.mb ?? Number.NaN)).join('  ')} MB`);
    const most = Math.max(restMb, highest(samples));
    print(`  ${most <= limitMb ? 'within' : 'above'} its ${limitMb} MB, at rest and under load`);
  }
}

const makers = { postgres: postgresSubject, embedded: embeddedSubject };
const figures: Figures[] = [];
for (const [name, make] of Object.entries(makers)) {
  if (values.engine !== undefined && values.engine !== name) continue;
  figures.push(await measure(make));
}
show(figures);
keep(values.smoke ? 'memory-smoke' : 'memory', { stored, figures });
