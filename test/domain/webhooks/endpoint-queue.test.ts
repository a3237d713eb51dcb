/** In what order and when an endpoint gets its events, whatever its receiver does: the queue alone, with a clock of the test. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EndpointQueue, type QueuedEvent } from '../../../src/domain/webhooks/endpoint-queue.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const START = { deliveredThrough: 0, failuresInARow: 0, failingMs: null, waiting: [] };
const half = (): number => 0.5;
/** One event a position, about these subjects. */
const eventsOf = (subjects: readonly string[]) =>
  subjects.map((subject, index) => ({ place: (index + 1) * 256, subject }));
const endOf = (position: number): number => position * 256 + 255;

function queueOf(...subjects: string[]): EndpointQueue {
  const queue = new EndpointQueue(START, 0, half);
  queue.add(eventsOf(subjects), endOf(subjects.length));
  return queue;
}

/** All events that may be sent now. */
function startAll(queue: EndpointQueue, now: number): QueuedEvent[] {
  const started: QueuedEvent[] = [];
  for (let next = queue.next(now); next !== null; next = queue.next(now)) started.push(next);
  return started;
}

describe('the queue of an endpoint', () => {
  it('sends events of different subjects at once, eight at most, and those of one subject one by one', () => {
    const many = queueOf(...Array.from({ length: 12 }, (_, index) => `s${index}`));
    assert.equal(startAll(many, 0).length, 8);
    const queue = queueOf('a', 'a', 'b');
    const [first, other] = startAll(queue, 0);
    assert.deepEqual([first?.place, other?.place], [256, 768]);
    assert.ok(first);
    queue.delivered(first, 0);
    assert.deepEqual(
      startAll(queue, 0).map(({ place }) => place),
      [512],
    );
  });

  it('has got as far as the first event that is neither delivered nor out of line', () => {
    const queue = queueOf('a', 'b', 'c');
    const [a, b, c] = startAll(queue, 0);
    assert.ok(a && b && c);
    queue.delivered(b, 0);
    assert.equal(queue.takeNote(0)?.delivered_through, 0);
    queue.failed(a, 0, null, false);
    const note = queue.takeNote(0);
    assert.equal(note?.delivered_through, 2);
    assert.deepEqual(
      note?.waiting.map(({ place, attempts }) => [place, attempts]),
      [[256, 1]],
    );
    queue.delivered(c, 0);
    assert.equal(queue.takeNote(0)?.delivered_through, 3);
  });

  it('tries again within a minute, and then hours apart', () => {
    const queue = queueOf('a');
    const times: number[] = [];
    for (let now = 0; times.length < 12; now += SECOND) {
      const event = queue.next(now);
      if (event === null) continue;
      times.push(now / SECOND);
      queue.failed(event, now, null, false);
    }
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    assert.deepEqual(gaps, [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400, 14_400, 14_400]);
  });

  it('leaves a receiver alone as long as that asks for, up to an hour for the other events', () => {
    const queue = queueOf('a', 'b');
    const event = queue.next(0);
    assert.ok(event);
    queue.failed(event, 0, 2 * HOUR, false);
    assert.equal(queue.next(HOUR - 1), null);
    assert.equal(queue.next(HOUR)?.subject, 'b');
    assert.equal(queue.next(2 * HOUR - 1), null);
    assert.equal(queue.next(2 * HOUR)?.subject, 'a');
  });

  it('on hold tries one event at a time, and all of them once one is delivered', () => {
    const queue = queueOf(...Array.from({ length: 20 }, (_, index) => `s${index}`));
    for (const event of startAll(queue, 0)) queue.failed(event, 0, null, false);
    assert.ok(queue.isOnHold);
    assert.deepEqual(startAll(queue, SECOND), []);
    assert.equal(queue.room, 0);
    // The second try of each that was under way comes within a minute.
    const second = startAll(queue, 40 * SECOND);
    assert.equal(second.length, 8);
    for (const event of second) queue.failed(event, 40 * SECOND, null, false);
    const [probe, ...others] = startAll(queue, HOUR);
    assert.ok(probe !== undefined && others.length === 0);
    queue.delivered(probe, HOUR);
    assert.ok(!queue.isOnHold);
    assert.equal(startAll(queue, HOUR).length, 8);
  });

  it('gives one event up after three days, and the endpoint if nothing at all got through', () => {
    const failing = queueOf('a');
    const verdicts: string[] = [];
    for (let now = 0; now < 100 * HOUR && verdicts.at(-1) !== 'endpoint fails'; now += HOUR) {
      const event = failing.next(now);
      if (event !== null) verdicts.push(failing.failed(event, now, null, false));
    }
    assert.equal(verdicts.at(-1), 'endpoint fails');
    const mixed = queueOf('a', 'b');
    const [a, b] = startAll(mixed, 0);
    assert.ok(a && b);
    mixed.failed(a, 0, null, false);
    mixed.delivered(b, 0);
    const last = mixed.next(73 * HOUR);
    assert.ok(last);
    assert.equal(mixed.failed(last, 73 * HOUR, null, false), 'given up');
    assert.deepEqual(mixed.takeNote(73 * HOUR)?.done, [256]);
    assert.ok(mixed.next(100 * HOUR) === null);
  });

  it('loses and reorders nothing, whatever fails and whenever the process dies', () => {
    const steps = fc.array(fc.constantFrom('start', 'deliver', 'fail', 'note', 'wait', 'die'), { maxLength: 120 });
    const subjects = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(subjects, steps, fc.integer(), (list, all, seed) => {
        const all256 = eventsOf(list);
        const stored = new Map<number, { subject_id: string; attempts: number }>();
        let through = 0;
        let now = 0;
        let queue = begin();
        let inFlight: QueuedEvent[] = [];
        const delivered: QueuedEvent[] = [];

        function begin(): EndpointQueue {
          const waiting = [...stored]
            .sort(([a], [b]) => a - b)
            .map(([place, row]) => ({
              place,
              ...row,
              first_tried_ms: row.attempts > 0 ? 0 : null,
              wait_ms: 0,
            }));
          const begun = new EndpointQueue({ ...START, deliveredThrough: through, waiting }, now, () => (seed % 7) / 7);
          begun.add(all256.slice(through), endOf(list.length));
          return begun;
        }
        function note(): void {
          const taken = queue.takeNote(now);
          if (taken === null) return;
          through = taken.delivered_through;
          for (const place of taken.done) stored.delete(place);
          for (const { place, subject_id, attempts } of taken.waiting) stored.set(place, { subject_id, attempts });
        }
        const step: Readonly<Record<string, () => void>> = {
          start: () => void inFlight.push(...startAll(queue, now)),
          wait: () => {
            now += HOUR;
          },
          note,
          die: () => {
            queue = begin();
            inFlight = [];
          },
          fail: () => {
            const event = inFlight.shift();
            if (event !== undefined) queue.failed(event, now, null, false);
          },
          deliver: () => {
            const event = inFlight.shift();
            if (event === undefined) return;
            delivered.push(event);
            queue.delivered(event, now);
          },
        };
        for (const what of all) step[what]?.();
        for (let rounds = 0; rounds < 200; rounds += 1) for (const what of ['wait', 'start', 'deliver']) step[what]?.();
        const seen = new Set<number>();
        for (const subject of new Set(list)) {
          const first = delivered.filter((event) => {
            if (event.subject !== subject || seen.has(event.place)) return false;
            seen.add(event.place);
            return true;
          });
          assert.deepEqual(
            first.map(({ place }) => place),
            all256.filter((event) => event.subject === subject).map(({ place }) => place),
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
