/** The engine for results against a model of the service: random evenings with bad networks, several tabs and several phones. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Api, NoAnswerError } from '@bandeja/client';
import fc from 'fast-check';
import { Engine, type LastEntry } from '../src/results/engine.ts';
import {
  type Answer,
  type Change,
  type Court,
  drop,
  type Entry,
  isSameResult,
  isWaiting,
  put,
} from '../src/results/entries.ts';
import { type Message, Outbox, type Storage } from '../src/results/outbox.ts';
import { Sender } from '../src/results/sender.ts';

const NIGHT = 'night';
const COURTS = [1, 2];
const PHONES = 2;
const TABS = 2;

/** Null: no result. */
type Points = number | null;

const resultOf = (points: Points) =>
  points === null
    ? null
    : {
        set_scores: [{ set_number: 1, team_a_games: points, team_b_games: 24 - points }],
        outcome: 'played' as const,
        winning_team: null,
      };
const pointsOf = (result: Entry['result']): Points => result?.set_scores[0]?.team_a_games ?? null;

/** A change that the service accepted. */
interface Accepted {
  readonly entry: Entry;
  readonly phone: number;
  /** What it replaced. */
  readonly over: Accepted | null;
  readonly revision: number;
}

class Service {
  readonly accepted: Accepted[] = [];
  /** The last accepted change of each court. */
  readonly courts = new Map<number, Accepted>();
  /** The entries that were answered as stored, and those that met another result. */
  readonly stored = new Set<string>();
  readonly refused = new Set<string>();

  resultOf(court: number): Api.NightResult | null {
    const now = this.courts.get(court);
    const result = now?.entry.result;
    return now === undefined || result == null
      ? null
      : { ...result, revision: now.revision, match_status: 'completed', by: 'link' };
  }

  take(entry: Entry, phone: number): Answer {
    const { court } = entry.court;
    const current = this.resultOf(court);
    if (isSameResult(entry.result, current)) {
      this.stored.add(entry.id);
      return { kind: 'stored', result: current };
    }
    if (entry.seen !== (current?.revision ?? null)) {
      this.refused.add(entry.id);
      return { kind: 'conflict', theirs: current };
    }
    const over = this.courts.get(court) ?? null;
    const change = { entry, phone, over, revision: (over?.revision ?? 0) + 1 };
    this.accepted.push(change);
    this.courts.set(court, change);
    this.stored.add(entry.id);
    return { kind: 'stored', result: this.resultOf(court) };
  }
}

interface Call {
  readonly entry: Entry;
  readonly phone: number;
  answer: Answer | null;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The browser of a phone: what its tabs share. */
class Browser {
  entries: readonly Entry[] = [];
  readonly tabs = new Set<TabStorage>();
  readonly waiting: TabStorage[] = [];
  holder: TabStorage | null = null;
}

const NEVER = new Promise<never>(() => undefined);

class TabStorage implements Storage {
  readonly isKept = true;
  readonly #browser: Browser;
  readonly #listeners: ((message: Message) => void)[] = [];
  #onLock: (() => void) | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
    browser.tabs.add(this);
  }

  get #isOpen(): boolean {
    return this.#browser.tabs.has(this);
  }

  async update(change: Change): Promise<readonly Entry[]> {
    await turn();
    if (!this.#isOpen) return NEVER;
    const before = this.#browser.entries;
    const after = change(before);
    const slots = after.map(({ owner, night, round, court }) => [owner, night, round, court.court].join());
    assert.equal(new Set(slots).size, slots.length, 'the unique index holds');
    this.#browser.entries = after;
    if (after.length !== before.length || after.some((one) => !before.includes(one))) this.post({ kind: 'changed' });
    return after;
  }

  post(message: Message): void {
    for (const tab of this.#browser.tabs) if (tab !== this) void turn().then(() => tab.#hear(message));
  }

  #hear(message: Message): void {
    if (this.#isOpen) for (const listener of this.#listeners) listener(message);
  }

  onMessage(listener: (message: Message) => void): void {
    this.#listeners.push(listener);
  }

  async alone(_owner: string, run: () => Promise<void>): Promise<boolean> {
    // The code of a page that is gone does not run.
    if (!this.#isOpen) return NEVER;
    if (this.#browser.holder !== null) {
      this.#browser.waiting.push(this);
      await new Promise<void>((resolve) => {
        this.#onLock = resolve;
      });
    }
    this.#browser.holder = this;
    await run();
    this.#release();
    return true;
  }

  #release(): void {
    if (this.#browser.holder !== this) return;
    this.#browser.holder = null;
    const next = this.#browser.waiting.shift();
    if (next === undefined) return;
    this.#browser.holder = next;
    next.#onLock?.();
  }

  async renewLease(): Promise<boolean> {
    return this.#isOpen ? true : NEVER;
  }

  close(): void {
    this.#browser.tabs.delete(this);
    const place = this.#browser.waiting.indexOf(this);
    if (place >= 0) this.#browser.waiting.splice(place, 1);
    this.#release();
  }
}

/** A tab with what it shows of each court. */
interface Tab {
  readonly storage: TabStorage;
  readonly engine: Engine;
  readonly shown: Map<number, Api.NightResult | null>;
  /** An open pad: the court and its waiting entry at the time of the tap. */
  pad: { readonly court: Court; readonly over: Entry | null } | null;
  last: LastEntry | null;
}

interface Phone {
  readonly browser: Browser;
  readonly tabs: (Tab | null)[];
  isOnline: boolean;
  /** What the person wants of each court, by the entry that says so. */
  readonly wanted: Map<number, Entry>;
  /** The revisions that the person could see. */
  readonly seen: Set<string>;
}

class Evening {
  readonly service = new Service();
  readonly calls: Call[] = [];
  /** Calls whose page does not wait any longer: they may still arrive. */
  readonly late: Call[] = [];
  readonly phones: Phone[];
  readonly #sent = new Map<string, Points>();
  readonly #order = new Map<string, number>();
  readonly #canRemove: boolean;

  constructor(canRemove: boolean) {
    this.#canRemove = canRemove;
    this.phones = Array.from({ length: PHONES }, () => ({
      browser: new Browser(),
      tabs: Array.from({ length: TABS }, () => null),
      isOnline: true,
      wanted: new Map(),
      seen: new Set(),
    }));
  }

  open(phone: number, place: number, owner = 'link'): Tab {
    const { browser, tabs } = this.phones[phone] ?? assert.fail();
    const storage = new TabStorage(browser);
    const engine = new Engine({
      storage,
      owner,
      ownerName: () => owner,
      send: (entry) => this.#send(entry, phone),
      onRefused: () => undefined,
      canRemove: this.#canRemove,
    });
    const tab: Tab = { storage, engine, shown: new Map(), pad: null, last: null };
    engine.outbox.onStored(({ court, result }) => this.#show(phone, tab, court.court, result));
    tabs[place] = tab;
    return tab;
  }

  tabOf(phone: number, place: number): Tab {
    return this.phones[phone]?.tabs[place] ?? this.open(phone, place);
  }

  close(phone: number, place: number): void {
    const { tabs } = this.phones[phone] ?? assert.fail();
    const tab = tabs[place];
    tab?.storage.close();
    tabs[place] = null;
  }

  #show(phone: number, tab: Tab, court: number, result: Api.NightResult | null): void {
    tab.shown.set(court, result);
    this.phones[phone]?.seen.add(`${court} ${result?.revision ?? null}`);
  }

  poll(phone: number, place: number): void {
    if (this.phones[phone]?.isOnline !== true) return;
    const tab = this.tabOf(phone, place);
    for (const court of COURTS) {
      // A court with a waiting entry shows that one.
      const isHidden = tab.engine.outbox.entries.some((one) => one.court.court === court && isWaiting(one));
      if (isHidden) tab.shown.set(court, this.service.resultOf(court));
      else this.#show(phone, tab, court, this.service.resultOf(court));
    }
    tab.engine.sender.wakeAfterAnswer();
  }

  #courtOf(tab: Tab, court: number): Court {
    return { court, name: null, team_a: [1, 2], team_b: [3, 4], result: tab.shown.get(court) ?? null };
  }

  #waitingAt({ engine }: Tab, court: number): Entry | null {
    return engine.outbox.entries.find((one) => one.court.court === court && isWaiting(one)) ?? null;
  }

  tap(phone: number, place: number, court: number): void {
    const tab = this.tabOf(phone, place);
    const over = this.#waitingAt(tab, court);
    tab.pad = { court: this.#courtOf(tab, court), over };
    if (over === null) this.phones[phone]?.seen.add(`${court} ${tab.pad.court.result?.revision ?? null}`);
  }

  enter(phone: number, place: number, court: number, points: Points): void {
    const tab = this.tabOf(phone, place);
    if (tab.pad?.court.court !== court) this.tap(phone, place, court);
    const { pad } = tab;
    if (pad === null || (points === null && !this.#canRemove)) return;
    tab.pad = null;
    tab.last = tab.engine.enter({ night: NIGHT, round: 1, ...pad, result: resultOf(points), nameOf: String });
    this.#want(phone, tab.last.entry);
  }

  #want(phone: number, entry: Entry): void {
    this.#order.set(entry.id, this.#order.size);
    this.phones[phone]?.wanted.set(entry.court.court, entry);
  }

  undo(phone: number, place: number): void {
    const tab = this.tabOf(phone, place);
    const { last } = tab;
    if (last === null) return;
    const { court } = last.entry.court;
    const waits = this.#waitingAt(tab, court);
    if (!isSameResult(last.entry.result, waits === null ? (tab.shown.get(court) ?? null) : waits.result)) return;
    if (last.before === null && waits === null && !this.#canRemove) return;
    tab.last = null;
    tab.engine.undo(last, this.#courtOf(tab, court), String);
    const now = this.#waitingAt(tab, court);
    if (now === null || this.#order.has(now.id)) this.phones[phone]?.wanted.delete(court);
    else this.#want(phone, now);
  }

  decide(phone: number, place: number, isReplaced: boolean): void {
    const tab = this.tabOf(phone, place);
    const entry = tab.engine.outbox.entries.find((one) => !isWaiting(one));
    if (entry?.problem?.kind !== 'conflict') return;
    const { court } = entry.court;
    const { theirs } = entry.problem;
    this.phones[phone]?.seen.add(`${court} ${theirs?.revision ?? null}`);
    if (isReplaced) {
      tab.engine.retry(entry, theirs?.revision ?? null);
      const again = this.#waitingAt(tab, court) ?? assert.fail('the entry waits again');
      this.#want(phone, again);
    } else {
      void tab.engine.outbox.update(drop(entry));
      this.phones[phone]?.wanted.delete(court);
    }
  }

  async #send(entry: Entry, phone: number): Promise<Answer> {
    const points = pointsOf(entry.result);
    assert.equal(this.#sent.get(entry.id) ?? points, points, 'an entry is sent with one value');
    this.#sent.set(entry.id, points);
    if (this.phones[phone]?.isOnline !== true) throw noAnswer();
    return new Promise((resolve, reject) => {
      this.calls.push({ entry, phone, answer: null, resolve, reject });
    });
  }

  /** The service takes a request. */
  arrive(index: number): void {
    const call = [...this.calls, ...this.late].filter(({ answer }) => answer === null).at(index);
    if (call !== undefined) call.answer = this.service.take(call.entry, call.phone);
  }

  answer(index: number): void {
    const call = this.calls.at(index);
    if (call === undefined) return;
    call.answer ??= this.service.take(call.entry, call.phone);
    this.calls.splice(this.calls.indexOf(call), 1);
    call.resolve(call.answer);
  }

  lose(index: number): void {
    const call = this.calls.at(index);
    if (call === undefined) return;
    this.calls.splice(this.calls.indexOf(call), 1);
    if (call.answer === null) this.late.push(call);
    call.reject(noAnswer());
  }

  /** The network is good again, and each phone has the page open, until nothing is under way. */
  async end(): Promise<void> {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      for (const [phone, one] of this.phones.entries()) {
        one.isOnline = true;
        this.poll(phone, 0);
      }
      await settle();
      mock.timers.tick(60_000);
      await settle();
      while (this.calls.length > 0) {
        this.answer(0);
        await settle();
      }
      if (this.phones.every(({ browser }) => !browser.entries.some(isWaiting))) return;
    }
    assert.fail('entries wait for ever');
  }

  check(): void {
    for (const [phone, { wanted, browser, tabs }] of this.phones.entries()) {
      for (const [court, entry] of wanted) {
        const isRefused = browser.entries.some((one) => one.id === entry.id && one.problem !== null);
        const what = `phone ${phone}, court ${court}: ${pointsOf(entry.result)}`;
        assert.ok(isRefused || this.service.stored.has(entry.id), `${what} is stored or shown as a conflict`);
      }
      for (const { id, problem } of browser.entries)
        assert.equal(problem !== null, this.service.refused.has(id), 'an entry is refused by the service');
      for (const tab of tabs)
        if (tab !== null) assert.deepEqual(new Set(tab.engine.outbox.entries), new Set(browser.entries));
    }
    for (const { entry, phone, over } of this.service.accepted) {
      if (over === null) continue;
      const { court } = entry.court;
      const [now, before] = [this.#order.get(entry.id) ?? 0, this.#order.get(over.entry.id) ?? 0];
      if (over.phone === phone) assert.ok(before < now, 'a correction is not undone by the value before it');
      else {
        const hasSeen = this.phones[phone]?.seen.has(`${court} ${over.entry.result === null ? null : over.revision}`);
        const isOwn = entry.earlier.some((one) => isSameResult(one, over.entry.result));
        assert.ok(hasSeen === true || isOwn, 'the value of another phone is replaced by a person who saw it');
      }
    }
  }
}

const noAnswer = () =>
  new NoAnswerError(
    { method: 'PUT', path: '/v1/night' },
    { message: 'lost', reason: 'lost', mayHaveArrived: true, mayPass: true },
  );

/** Lets everything happen that needs no network and no time. */
async function settle(): Promise<void> {
  for (let count = 0; count < 12; count += 1) await turn();
}

type Step = readonly [name: string, run: (evening: Evening) => void];

const step = <T>(weight: number, values: fc.Arbitrary<T>, stepOf: (value: T) => Step) => ({
  weight,
  arbitrary: values.map(stepOf),
});
const index = (count: number) => fc.nat({ max: count - 1 });
const at = fc.record({ phone: index(PHONES), place: index(TABS), court: fc.constantFrom(1, 1, 1, 2) });
const points = fc.option(fc.integer({ min: 9, max: 13 }), { freq: 6 });
const steps = fc.oneof(
  step(6, fc.tuple(at, points), ([{ phone, place, court }, one]) => [
    `${phone}.${place} enters ${one} at ${court}`,
    (evening) => evening.enter(phone, place, court, one),
  ]),
  step(1, at, ({ phone, place, court }) => [
    `${phone}.${place} taps ${court}`,
    (evening) => evening.tap(phone, place, court),
  ]),
  step(1, at, ({ phone, place }) => [`${phone}.${place} undoes`, (evening) => evening.undo(phone, place)]),
  step(3, at, ({ phone, place }) => [`${phone}.${place} reads`, (evening) => evening.poll(phone, place)]),
  step(1, fc.tuple(at, fc.boolean()), ([{ phone, place }, isReplaced]) => [
    `${phone}.${place} ${isReplaced ? 'replaces' : 'keeps'}`,
    (evening) => evening.decide(phone, place, isReplaced),
  ]),
  step(1, at, ({ phone, place }) => [`${phone}.${place} closes`, (evening) => evening.close(phone, place)]),
  step(1, fc.tuple(index(PHONES), fc.boolean()), ([phone, isOnline]) => [
    `${phone} is ${isOnline ? 'online' : 'offline'}`,
    (evening) => {
      const one = evening.phones[phone];
      if (one !== undefined) one.isOnline = isOnline;
    },
  ]),
  step(2, index(4), (call) => [`request ${call} arrives`, (evening) => evening.arrive(call)]),
  step(4, index(4), (call) => [`request ${call} is answered`, (evening) => evening.answer(call)]),
  step(2, index(4), (call) => [`request ${call} is lost`, (evening) => evening.lose(call)]),
  step(1, fc.constant(null), () => ['time passes', () => mock.timers.tick(40_000)]),
);

/** Runs an evening with a clock that moves by hand. */
async function during(canRemove: boolean, run: (evening: Evening) => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await run(new Evening(canRemove));
  } finally {
    mock.timers.reset();
  }
}

describe('the engine for results', () => {
  it('replaces its own value without a question if the answer to it was lost', () =>
    during(false, async (evening) => {
      evening.enter(0, 0, 1, 10);
      await settle();
      evening.arrive(0);
      evening.lose(0);
      evening.enter(0, 0, 1, 11);
      await evening.end();
      assert.equal(pointsOf(evening.service.resultOf(1)), 11);
      evening.enter(0, 0, 1, 12);
      await settle();
      evening.arrive(0);
      evening.lose(0);
      evening.undo(0, 0);
      await evening.end();
      assert.equal(pointsOf(evening.service.resultOf(1)), 11);
      assert.deepEqual(evening.phones[0]?.browser.entries, []);
    }));

  it('sends nothing of a value that was taken back before it was sent', () =>
    during(false, async (evening) => {
      const [phone = assert.fail()] = evening.phones;
      phone.isOnline = false;
      evening.enter(0, 0, 1, 10);
      await settle();
      evening.undo(0, 0);
      await evening.end();
      assert.deepEqual([evening.service.accepted, phone.browser.entries], [[], []]);
    }));

  it('asks before a correction replaces a value that the entry before it hid', () =>
    during(false, async (evening) => {
      evening.enter(0, 0, 1, 9);
      await settle();
      evening.enter(1, 0, 1, 10);
      await settle();
      evening.answer(1);
      await settle();
      evening.poll(0, 0);
      evening.enter(0, 0, 1, 11);
      await evening.end();
      assert.equal(pointsOf(evening.service.resultOf(1)), 10);
      assert.equal(evening.phones[0]?.browser.entries[0]?.problem?.kind, 'conflict');
    }));

  it('never sends the entries of another person at the same device', () =>
    during(true, async (evening) => {
      evening.open(0, 0, 'Ana');
      evening.open(0, 1, 'Bea');
      evening.enter(0, 0, 1, 10);
      await settle();
      evening.lose(0);
      evening.close(0, 0);
      evening.enter(0, 1, 1, 14);
      await settle();
      mock.timers.tick(60_000);
      await settle();
      assert.deepEqual(
        evening.calls.map(({ entry }) => entry.owner),
        ['Bea'],
      );
      evening.answer(0);
      await settle();
      const [kept] = evening.phones[0]?.browser.entries ?? [];
      assert.deepEqual([kept?.ownerName, pointsOf(kept?.result ?? null)], ['Ana', 10]);
    }));

  it('shows an entry at once, and says that it is kept once it outlives the tab', () =>
    during(false, async (evening) => {
      const { outbox } = evening.tabOf(0, 0).engine;
      await settle();
      evening.enter(0, 0, 1, 10);
      const [entry = assert.fail()] = outbox.entries;
      assert.deepEqual([outbox.isKept(entry), evening.phones[0]?.browser.entries], [false, []]);
      await settle();
      evening.close(0, 0);
      assert.deepEqual([outbox.isKept(entry), evening.phones[0]?.browser.entries], [true, [entry]]);
      await evening.end();
    }));

  it('shows a stored result in every tab, and keeps what was entered for the same court of another night', async () => {
    const browser = new Browser();
    const [one, other] = [new Outbox(new TabStorage(browser)), new Outbox(new TabStorage(browser))];
    const shown: string[] = [];
    other.onStored(({ night }) => shown.push(night));
    const court: Court = { court: 1, name: null, team_a: [1, 2], team_b: [3, 4], result: null };
    const same = { owner: 'link', ownerName: null, round: 1, court, names: {}, seen: null, earlier: [], problem: null };
    const [first, second] = ['first', 'second'].map((night) => ({ ...same, id: night, night, result: resultOf(10) }));
    assert.ok(first && second);
    await one.update(put(first));
    await one.update(put(second));
    await one.settle(second, null);
    await settle();
    assert.deepEqual([shown, other.entries], [['second'], [first]]);
  });

  it('sends again if it is woken at any moment in which a run ends', async () => {
    for (let turns = 0; turns < 8; turns += 1) {
      let runs = 0;
      const storage: Storage = {
        isKept: true,
        update: async (change) => change([]),
        post: () => undefined,
        onMessage: () => undefined,
        alone: async (_owner, run) => {
          await run();
          runs += 1;
          return true;
        },
        renewLease: async () => true,
      };
      const outbox = new Outbox(storage);
      const sender = new Sender({ outbox, owner: 'link', send: () => assert.fail(), onRefused: () => undefined });
      sender.wake();
      while (runs === 0) await Promise.resolve();
      for (let waited = 0; waited < turns; waited += 1) await Promise.resolve();
      sender.wake();
      await settle();
      assert.equal(runs, 2);
    }
  });

  it('loses no entry and never sends an older value, in 500 random evenings', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(steps, { maxLength: 50 }), async (canRemove, taken) => {
          const evening = new Evening(canRemove);
          for (const [, run] of taken) {
            run(evening);
            await settle();
          }
          await evening.end();
          evening.check();
        }),
        { numRuns: 500 },
      );
    } finally {
      mock.timers.reset();
    }
  });
});
