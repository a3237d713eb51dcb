/**
 * `npm run bench:flood`: what a partner who floods the service does to a stranger. For each attack it starts the service over
 * a database that is filled once, attacks it with one partner's key, and measures the stranger's requests and `/health/live`.
 * Prints a table for each engine and writes all figures to `bench/out/flood.json`.
 */
import { join, resolve } from 'node:path';
import type { ServiceProcess } from '../test/support/service-process.ts';
import { numberText, print, printProgress, tableOf, writeFigures } from './figures.ts';
import { type Answered, startAttack } from './flood/attacker.ts';
import { type AttackName, attackNames, attackOf } from './flood/attacks.ts';
import { type Field, fillField } from './flood/field.ts';
import { type ProbeName, probe, probeNames, type Times } from './flood/stranger.ts';
import { namesOf, readOptions } from './options.ts';
import { endsWithin, MemorySampler } from './processes.ts';
import { runBench } from './run-bench.ts';
import { type Setting, type Subject, THIS_CHECKOUT } from './subject.ts';

/** A small part of the default, so that an attack of some seconds meets its limit. */
const LIMITS_ON = 'pro=3000';

const HELP = `npm run bench:flood -- [options]

  --before DIR      a checkout with node_modules to compare with; default: this checkout is measured alone
  --engines NAMES   some of: postgres,pglite
  --attacks NAMES   some of: ${attackNames.join(',')}
  --limits NAMES    some of: off,on (RATE_LIMITS=${LIMITS_ON}); a checkout without rate limits is the same in both
  --size N          players on the attacker's roster and matches in its session, default 20000
  --seconds S       how long each attack is measured, default 5
  --warm-up S       how long it runs before that, default 3
  --minutes N       give up after this time, default 40
`;

const values = readOptions(HELP, {
  before: { type: 'string' },
  engines: { type: 'string' },
  attacks: { type: 'string' },
  limits: { type: 'string' },
  size: { type: 'string', default: '20000' },
  seconds: { type: 'string', default: '5' },
  'warm-up': { type: 'string', default: '3' },
  minutes: { type: 'string', default: '40' },
});

const engines = namesOf(values.engines, ['postgres', 'pglite']);
const attacks = namesOf(values.attacks, attackNames);
const limits = namesOf(values.limits, ['off', 'on']);
const size = Number(values.size);
const seconds = Number(values.seconds);
const here: Subject = { name: values.before === undefined ? 'this' : 'after', directory: THIS_CHECKOUT, matches: size };
const subjects =
  values.before === undefined ? [here] : [{ ...here, name: 'before', directory: resolve(values.before) }, here];

interface Measured {
  readonly engine: string;
  readonly subject: string;
  readonly limits: string;
  /** Null: the stranger is alone. */
  readonly attack: AttackName | null;
  readonly answered: Answered;
  /** Null: the service has ended. */
  readonly times: Readonly<Record<ProbeName, Times>> | null;
  readonly mostMb: number;
}

/** A database that is filled for a subject: the environment that names it, and what is in it. */
interface Ground {
  readonly environment: Readonly<Record<string, string>>;
  readonly field: Field;
}

async function prepare(setting: Setting, engine: string, subject: Subject): Promise<Ground> {
  const environment: Record<string, string> =
    engine === 'postgres'
      ? { DATABASE_URL: await setting.emptyDatabase() }
      : { DATA_DIR: join(setting.folder(), 'data') };
  const service = await setting.start(subject, { ...environment, RATE_LIMITS: 'off' });
  const field = await fillField(service.url, size);
  await service.stop();
  return { environment, field };
}

async function measure(service: ServiceProcess, field: Field, attack: AttackName | null) {
  const memory = new MemorySampler(service.pid);
  // The first requests compile code.
  await probe(service.url, field.stranger, 1);
  const running = attack === null ? null : await startAttack(service.url, attackOf(attack, field));
  try {
    await new Promise((resolve) => setTimeout(resolve, Number(values['warm-up']) * 1000));
    const times = await probe(service.url, field.stranger, seconds);
    return { times, answered: (await running?.answered()) ?? {}, mostMb: memory.stop() };
  } catch (error) {
    if (!(await endsWithin(service.pid, 10_000))) throw error;
    return { times: null, answered: (await running?.answered()) ?? {}, mostMb: memory.stop() };
  } finally {
    await running?.stop();
  }
}

const msText = (ms: number | undefined): string => (ms === undefined ? 'ended' : numberText(ms, 1));

/** A row for each attack and variant. */
function tableFor(engine: string, measured: readonly Measured[]): string {
  const titles = [
    engine,
    'service',
    'limits',
    ...probeNames.flatMap((name) => [`${name}, ms`, 'p95']),
    'failed',
    'memory, MB',
    'answers to the attacker',
  ];
  const rows = [null, ...attacks].flatMap((attack) =>
    measured
      .filter((one) => one.engine === engine && one.attack === attack)
      .map((one) => [
        attack ?? 'none',
        one.subject,
        one.limits,
        ...probeNames.flatMap((name) => [one.times?.[name].median, one.times?.[name].p95].map(msText)),
        one.times === null
          ? 'all'
          : numberText(Object.values(one.times).reduce((sum: number, times) => sum + times.failed, 0)),
        numberText(one.mostMb),
        Object.entries(one.answered)
          .map(([status, count]) => `${numberText(count)} × ${status}`)
          .join(', '),
      ]),
  );
  return tableOf(titles, rows);
}

await runBench(Number(values.minutes), async (setting) => {
  const measured: Measured[] = [];
  for (const engine of engines) {
    const grounds = new Map<Subject, Ground>();
    for (const subject of subjects) grounds.set(subject, await prepare(setting, engine, subject));
    for (const attack of [null, ...attacks]) {
      for (const [subject, { environment, field }] of grounds) {
        for (const limit of limits) {
          printProgress(`${engine}, ${attack ?? 'alone'}, ${subject.name}, limits ${limit} …`);
          const service = await setting.start(subject, {
            ...environment,
            RATE_LIMITS: limit === 'on' ? LIMITS_ON : 'off',
          });
          measured.push({
            engine,
            subject: subject.name,
            limits: limit,
            attack,
            ...(await measure(service, field, attack)),
          });
          await service.kill();
          writeFigures('flood', { options: values, measured });
        }
      }
    }
    print(tableFor(engine, measured));
  }
});
