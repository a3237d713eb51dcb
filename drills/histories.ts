/**
 * `npm run drill:histories`: random histories over HTTP, on two processes over one PostgreSQL and on one with the embedded database.
 * Partners submit, confirm, amend and void in bursts, starting levels change, players are erased, nodes are killed, ratings are
 * rebuilt, also with another rating model. All the time, every match and player is read: a `settled` one may change only by a change
 * that reaches it. After each burst all must become settled, and a verification must find no difference. At the end of a world, its
 * matches are sent to an empty service in the order of play, with the last starting levels, and every number must be the same.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, printProgress, writeFigures } from '../bench/figures.ts';
import { readOptions } from '../bench/options.ts';
import { createSequence } from '../bench/sequence.ts';
import { THIS_CHECKOUT } from '../bench/subject.ts';
import { Databases, type EngineName, Nodes } from './histories-nodes.ts';
import { replayInOrder } from './histories-replay.ts';
import { type Random, World } from './histories-world.ts';
import { settlement, tasksEnded, verify } from './season.ts';

const HELP = `npm run drill:histories -- [options]

  --steps N       on each engine, default 10000
  --seconds S     on each engine at most, default 1800
  --seed N        default: by the clock
  --engine NAME   postgres or pglite; default: both
  --checkout DIR  the checkout to try, with node_modules; default: this one
  --pool-wide     a change may make all later matches of all players \`settling\`
  --model-every N worlds between two changes of the rating model, default 6
`;

const WORLD_STEPS = 400;
const BURST_STEPS_MAX = 80;
const CLIENTS = 8;
const CLOSURE_MAXES = [0, 3, 20, 300] as const;
const KILLS_PER_BURST = 0.12;
const SETTLED_MS_MAX = 180_000;
const LOOK_EVERY_MS = 100;
const MODELS = [null, 'drill-2'] as const;

const values = readOptions(HELP, {
  steps: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '1800' },
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  engine: { type: 'string' },
  checkout: { type: 'string', default: THIS_CHECKOUT },
  'pool-wide': { type: 'boolean', default: false },
  'model-every': { type: 'string', default: '6' },
});
const checkout = resolve(values.checkout);

interface Totals {
  steps: number;
  bursts: number;
  worlds: number;
  verified: number;
  models: number;
  seen: number;
  seenSettling: number;
  replayed: number;
  readonly counts: Map<string, number>;
}

class Drill {
  readonly totals: Totals = {
    steps: 0,
    bursts: 0,
    worlds: 0,
    verified: 0,
    models: 0,
    seen: 0,
    seenSettling: 0,
    replayed: 0,
    counts: new Map(),
  };
  readonly #databases: Databases;
  readonly #nodes: Nodes;
  readonly #random: Random;
  /** Services with an empty database, by model. */
  readonly #replayers = new Map<string | null, Nodes>();
  #model: (typeof MODELS)[number] = null;
  #ownModel = '';

  constructor(databases: Databases, nodes: Nodes, random: Random) {
    this.#databases = databases;
    this.#nodes = nodes;
    this.#random = random;
  }

  #changed(): { closureMax: number; model: string | null } {
    const closureMax = CLOSURE_MAXES[Math.floor(this.#random() * CLOSURE_MAXES.length)] ?? 0;
    return { closureMax, model: this.#model };
  }

  async start(): Promise<void> {
    for (let node = 0; node < this.#nodes.count; node += 1) await this.#nodes.start(node, this.#changed());
    this.#ownModel = (await settlement(await this.#nodes.anyUrl())).model_version;
  }

  async playWorld(number: number, withModel: boolean, isOver: () => boolean): Promise<void> {
    const options = { isPoolWide: values['pool-wide'] };
    const world = await World.open(`${values.seed}w${number}`, this.#nodes, this.#random, options);
    const modelAt = withModel ? Math.floor((WORLD_STEPS / 2) * this.#random()) : Number.POSITIVE_INFINITY;
    let hasModel = false;
    const watching = new AbortController();
    const watchers = Array.from({ length: this.#nodes.count }, (_, node) => this.#watch(world, node, watching.signal));
    try {
      while (world.steps.length < WORLD_STEPS && !isOver()) {
        const isModel: boolean = !hasModel && world.steps.length >= modelAt;
        await this.#burst(world, isModel);
        hasModel ||= isModel;
        await this.#quiet(world);
      }
      this.totals.replayed += await replayInOrder(world, await this.#nodes.anyUrl(), await this.#replayer());
      this.totals.worlds += 1;
    } catch (error) {
      this.#report(world, number);
      throw error;
    } finally {
      watching.abort();
      await Promise.all(watchers);
      this.totals.steps += world.steps.length;
      this.totals.seen += world.watch.seen;
      this.totals.seenSettling += world.watch.seenSettling;
      for (const [name, count] of world.counts)
        this.totals.counts.set(name, (this.totals.counts.get(name) ?? 0) + count);
    }
  }

  /** Writes the schedule, so that a failure can be read. */
  #report(world: World, number: number): void {
    const name = `histories-${this.#databases.engine}-${values.seed}-${number}`;
    writeFigures(name, {
      seed: values.seed,
      violations: world.watch.violations,
      steps: world.steps,
      matches: world.recorded.matches,
      errors: this.#nodes.errors(),
    });
    printProgress(`the schedule is in bench/out/${name}.json`);
  }

  /** Several clients take steps at the same time. A node may be killed, or replaced by one with another model. */
  async #burst(world: World, isModel: boolean): Promise<void> {
    const steps = 1 + Math.floor(this.#random() ** 2 * BURST_STEPS_MAX);
    const killAt = this.#random() < KILLS_PER_BURST ? Math.floor(this.#random() * steps) : -1;
    const clients = 1 + Math.floor(this.#random() * CLIENTS);
    let taken = 0;
    let ending: Promise<unknown> = Promise.resolve();
    const client = async (): Promise<void> => {
      while (taken < steps) {
        taken += 1;
        if (taken - 1 === killAt) ending = this.#nodes.kill(Math.floor(this.#random() * this.#nodes.count));
        await world.take(world.aKind(), Math.floor(this.#random() * this.#nodes.count));
      }
    };
    const playing = Promise.all(Array.from({ length: clients }, client));
    if (isModel) await this.#changeModel(world);
    await playing;
    await ending;
    for (let node = 0; node < this.#nodes.count; node += 1) {
      if (this.#nodes.url(node) === null) await this.#nodes.start(node, this.#changed());
    }
    await world.reconcile(await this.#nodes.anyUrl());
    this.totals.bursts += 1;
  }

  /** The last node gets another model and rebuilds all ratings, while the other one still serves; then the other one gets it, too. */
  async #changeModel(world: World): Promise<void> {
    const last = this.#nodes.count - 1;
    await this.#nodes.stop(last);
    this.#model = MODELS[(MODELS.indexOf(this.#model) + 1) % MODELS.length] ?? null;
    await this.#nodes.start(last, this.#changed());
    await world.rebuild(last, true);
    for (let more = 0; more < 10; more += 1) {
      await world.take(world.aKind(), Math.floor(this.#random() * this.#nodes.count));
    }
    if (last > 0) {
      await this.#nodes.kill(0);
      await this.#nodes.start(0, this.#changed());
    }
    // The node with the former model may have taken the task, and have done nothing.
    const wanted = this.#model ?? this.#ownModel;
    const url = await this.#nodes.anyUrl();
    for (await tasksEnded(url); (await settlement(url)).model_version !== wanted; await tasksEnded(url)) {
      await world.rebuild(last, true);
    }
    this.totals.models += 1;
  }

  /** Waits until all is settled, and compares it with a replay. */
  async #quiet(world: World): Promise<void> {
    const url = await this.#nodes.anyUrl();
    // A rebuild may still be queued.
    await tasksEnded(url);
    const startedAt = performance.now();
    while ((await settlement(url)).rating_status !== 'settled') {
      assert.ok(performance.now() - startedAt < SETTLED_MS_MAX, 'not settled in time');
      await sleep(30);
    }
    const settledAt = performance.now();
    for (const partner of world.keys.keys()) await world.look(url, partner, partner === 0 ? world.usernames : []);
    // A watcher may still get a response from before.
    assert.ok(world.watch.settlingAt < settledAt, 'the service is settled, and a match or a player is settling');
    world.settledSince(settledAt);
    this.totals.verified += await verify(url);
    assert.deepEqual(world.watch.violations.slice(0, 5), []);
    const { deadlocks, lines } = await this.#databases.locks();
    assert.equal(deadlocks, 0, lines.join('\n'));
  }

  /** Reads one node all the time. */
  async #watch(world: World, node: number, stopped: AbortSignal): Promise<void> {
    const random = createSequence(node + 1);
    for (; !stopped.aborted; await sleep(LOOK_EVERY_MS)) {
      const url = this.#nodes.url(node);
      if (url === null) continue;
      const names = world.usernames.filter(() => random() < 0.2);
      // The node may be killed.
      await world.look(url, Math.floor(random() * world.keys.length), names).catch(() => {});
    }
  }

  async #replayer(): Promise<string> {
    const existing = this.#replayers.get(this.#model);
    if (existing) return existing.anyUrl();
    const made = await Nodes.create(checkout, this.#databases, 1);
    this.#replayers.set(this.#model, made);
    await made.start(0, { model: this.#model });
    return made.anyUrl();
  }

  async stop(): Promise<void> {
    await this.#nodes.stopAll();
    for (const replayer of this.#replayers.values()) await replayer.stopAll();
  }
}

async function drill(engine: EngineName): Promise<string> {
  const databases = await Databases.open(engine);
  const nodes = await Nodes.create(checkout, databases);
  const one = new Drill(databases, nodes, createSequence(Number(values.seed)));
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1_000;
  const isOver = (): boolean => seconds() > Number(values.seconds);
  const { totals } = one;
  const stop = async (): Promise<void> => {
    await one.stop();
    await databases.stop();
  };
  const giveUp = (): void => void stop().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, giveUp);
  try {
    await one.start();
    for (let number = 1; totals.steps < Number(values.steps) && !isOver(); number += 1) {
      await one.playWorld(number, number % Number(values['model-every']) === 0, isOver);
      printProgress(`${engine}: ${totals.steps} steps in ${totals.worlds} worlds after ${Math.round(seconds())} s`);
    }
    const { deadlocks, longWaits } = await databases.locks();
    const counts = [...totals.counts].sort().map(([name, count]) => `${name}: ${count}`);
    return (
      `${totals.steps} steps in ${totals.worlds} worlds and ${totals.bursts} bursts over ${nodes.count} process(es), ` +
      `${nodes.kills} kills, ${totals.models} changes of the model; ${totals.seen} matches and players read, ${totals.seenSettling} of them settling: ` +
      `nothing settled changed without a change that reaches it; after each burst no difference from a replay (${totals.verified} matches verified), and ` +
      `${totals.replayed} matches equal to those of a service that got them in the order of play; ${deadlocks} deadlocks, ` +
      `${longWaits} waits for a lock of more than 250 ms, ${nodes.errors().length} errors logged; ${Math.round(seconds())} s, seed ${values.seed}\n  ${counts.join(', ')}`
    );
  } finally {
    await stop();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, giveUp);
  }
}

const engines: readonly EngineName[] =
  values.engine === undefined ? ['postgres', 'pglite'] : [values.engine as EngineName];
const results: string[] = [];
let hasFailed = false;
for (const engine of engines) {
  print(`${engine}, seed ${values.seed} …`);
  try {
    results.push(`${engine}: ${await drill(engine)}`);
  } catch (error) {
    hasFailed = true;
    results.push(`${engine}: FAILED, seed ${values.seed}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
print('');
for (const result of results) print(result);
process.exit(hasFailed ? 1 : 0);
