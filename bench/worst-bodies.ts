/**
 * `npm run bench:worst-bodies`: searches for the body of 512 KiB that costs the service most, for each operation that takes
 * one. The search tries what can fill a body in each of its places, then changes and combines the worst of them. It measures
 * the processor time of the whole process of the service from the first byte to the refusal. Prints the worst body of each
 * operation last: the median of ten.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { startServiceProcess } from '../test/support/service-process.ts';
import { median, numberText, print, printProgress, tableOf, writeFigures } from './figures.ts';
import { readOptions } from './options.ts';
import { makePartners, OPERATOR_TOKEN } from './partners.ts';
import { runBench } from './run-bench.ts';
import { type Setting, THIS_CHECKOUT } from './subject.ts';
import { type Body, describeBody, mutated, type Pick, simpleBodies, textOf } from './worst-bodies/bodies.ts';
import { type Operation, operationsOf } from './worst-bodies/operations.ts';

const HELP = `npm run bench:worst-bodies -- [options]

  --checkout DIR    the checkout to measure, with node_modules; default: this one
  --only NAMES      some operations by id, such as submitMatch,amendMatch
  --seconds S       how long to search for each operation, default 20
  --seed N          another search, default 1
  --bodies DIR      write the worst bodies there, to measure them by other means
  --limit MS        exit with 1 if a body costs more than this
  --minutes N       give up after this time, default 30
`;

const values = readOptions(HELP, {
  checkout: { type: 'string', default: THIS_CHECKOUT },
  only: { type: 'string' },
  seconds: { type: 'string', default: '20' },
  seed: { type: 'string', default: '1' },
  bodies: { type: 'string' },
  limit: { type: 'string' },
  minutes: { type: 'string', default: '30' },
});

const BODY_BYTES = 512 * 1024;

/** How often the worst body is measured in the end. */
const MEASURED = 10;

/** How many of the worst bodies are changed, and measured again in the end. */
const KEPT = 8;

/** The time of a body, ms of a processor; null if it was not refused. */
type Measure = (body: Body) => Promise<number | null>;

interface Tried {
  readonly body: Body;
  readonly ms: number;
}

/** What there is to measure of a service. */
interface Measured {
  readonly operations: readonly Operation[];
  measure(operation: Operation, body: Body): Promise<number | null>;
}

async function startMeasured(setting: Setting): Promise<Measured> {
  const folder = setting.folder();
  const path = join(folder, 'processor-time');
  const service = await startServiceProcess({
    checkout: resolve(values.checkout),
    environment: {
      OPERATOR_TOKEN,
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      PROCESSOR_TIME_SOCKET: path,
    },
    nodeOptions: ['--import', join(THIS_CHECKOUT, 'bench/worst-bodies/report-processor-time.ts')],
  });
  setting.onStop(() => service.kill());
  const [key = ''] = await makePartners(service.url, 1);
  const socket = createConnection(path);
  setting.onStop(() => socket.destroy());
  return {
    operations: await operationsOf(service.url),
    async measure(operation, body) {
      const payload = Buffer.from(textOf(body, operation, BODY_BYTES));
      if (payload.length > BODY_BYTES) throw new Error(`${payload.length} bytes: ${describeBody(body)}`);
      const before = await processorTime(socket);
      const answer = await fetch(service.url + operation.path, {
        method: operation.method,
        headers: {
          authorization: `Bearer ${operation.isForOperators ? OPERATOR_TOKEN : key}`,
          'content-type': 'application/json',
        },
        body: payload,
      });
      const text = await answer.text();
      const ms = (await processorTime(socket)) - before;
      if (answer.status >= 500)
        throw new Error(`${answer.status}: ${describeBody(body)}\n${service.output().slice(-2_000)}`);
      return isRefusal(answer.status, text) ? ms : null;
    },
  };
}

/** A batch is answered entry by entry. */
const isRefusal = (status: number, text: string): boolean =>
  status >= 400 || (text.startsWith('{"results":') && /"summary":\{"created":0,"duplicates":0,/.test(text));

async function processorTime(socket: Socket): Promise<number> {
  const { promise, resolve: take } = Promise.withResolvers<string>();
  socket.once('data', (data) => take(data.toString()));
  socket.write('?');
  return Number(await promise) / 1000;
}

async function searchWorst(operation: Operation, measure: Measure, seconds: number, pick: Pick): Promise<Tried> {
  let worst: Tried[] = [];
  const attempt = async (body: Body): Promise<void> => {
    const ms = await measure(body);
    if (ms === null) return;
    worst = [...worst, { body, ms }].sort((a, b) => b.ms - a.ms).slice(0, KEPT);
  };
  const startedAt = performance.now();
  const isWithin = (share: number): boolean => performance.now() - startedAt < seconds * 1000 * share;
  const simple = simpleBodies(operation);
  while (simple.length > 0 && isWithin(0.5)) {
    const body = pick(simple);
    simple.splice(simple.indexOf(body), 1);
    await attempt(body);
  }
  // A single measurement may be high by chance.
  worst = await measureAgain(worst, measure, 3);
  while (worst.length > 0 && isWithin(1)) await attempt(mutated(pick(worst).body, operation, pick));
  const [found] = await measureAgain(await measureAgain(worst, measure, 3), measure, MEASURED);
  if (found === undefined) throw new Error(`no body of ${operation.id} was refused`);
  return found;
}

/** The median of so many measurements of each, the worst first. */
async function measureAgain(tried: readonly Tried[], measure: Measure, times: number): Promise<Tried[]> {
  const again: Tried[] = [];
  for (const { body } of tried) {
    const all: number[] = [];
    for (let time = 0; time < times; time += 1) all.push((await measure(body)) ?? 0);
    again.push({ body, ms: median(all) });
  }
  return again.sort((a, b) => b.ms - a.ms);
}

/** Numbers of a linear congruential generator, which are random enough to search with. */
function pickerOf(seed: number): Pick {
  let state = seed;
  return (list) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const picked = list[Math.floor((state / 2 ** 32) * list.length)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  };
}

await runBench(Number(values.minutes), async (setting) => {
  const { operations, measure } = await startMeasured(setting);
  const asked = values.only?.split(',');
  const found: { readonly operation: string; readonly ms: number; readonly body: string }[] = [];
  for (const operation of operations.filter(({ id }) => asked === undefined || asked.includes(id))) {
    const pick = pickerOf(Number(values.seed));
    const worst = await searchWorst(operation, (body) => measure(operation, body), Number(values.seconds), pick);
    printProgress(`${operation.id}: ${numberText(worst.ms, 1)} ms, ${describeBody(worst.body)}`);
    if (values.bodies !== undefined) {
      mkdirSync(values.bodies, { recursive: true });
      writeFileSync(join(values.bodies, `${operation.id}.json`), textOf(worst.body, operation, BODY_BYTES));
    }
    found.push({ operation: operation.id, ms: worst.ms, body: describeBody(worst.body) });
    writeFigures('worst-bodies', { options: values, found });
  }
  print(
    tableOf(
      ['operation', 'processor, ms', 'worst body found'],
      found.map(({ operation, ms, body }) => [operation, numberText(ms, 1), body]),
    ),
  );
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  if (found.some(({ ms }) => ms > limit)) process.exitCode = 1;
});
