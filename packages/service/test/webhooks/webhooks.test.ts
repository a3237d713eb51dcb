/** Webhooks from the change to the received message, with healthy and faulty receivers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, statement } from '@bandeja/postgres/database';
import { Webhook } from 'standardwebhooks';
import type { Context } from '../../src/context.ts';
import { erasePlayer } from '../../src/erasures/erase.ts';
import { saveAttempts } from '../../src/webhooks/deliver.ts';
import {
  createEndpoint,
  getEndpoint,
  listDeliveries,
  rotateSecret,
  updateEndpoint,
  webhookPlans,
} from '../../src/webhooks/endpoints.ts';
import { queueEvents } from '../../src/webhooks/fan-out-store.ts';
import { webhooksJob } from '../../src/webhooks/job.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseDeliveries,
  removeDeliveries,
  rescheduleDeliveries,
} from '../../src/webhooks/queue-store.ts';
import { replay } from '../../src/webhooks/replay.ts';
import { Sender } from '../../src/webhooks/sender.ts';
import { openMigratedDatabase } from '../support/database.ts';
import { onEachEngine } from '../support/engines.ts';
import { feedCaughtUp } from '../support/feed.ts';
import { type RunningJob, runJob } from '../support/jobs.ts';
import { accept, answerWith, type Behaviour, Receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { World } from '../support/world.ts';

const HOUR = 3_600_000;
const DROPPED = { kind: 'dropped' } as const;
const queuedOf = statement(
  'test_queued_of_endpoint',
  'select count(*)::int as rows from webhook_queue where endpoint_id = $1',
);
const workOf = statement(
  'test_work_of_endpoint',
  `select count(*)::int as rows from webhook_queue
   where endpoint_id = $1 and (claimed_until is not null or due_at <= clock_timestamp())`,
);
const faultsOf = statement(
  'test_faults_of_queue',
  `select 'head' as fault from webhook_queue q where endpoint_id = $1 and is_head = exists (
     select from webhook_queue earlier where (earlier.endpoint_id, earlier.subject_id) = (q.endpoint_id, q.subject_id)
       and (earlier.position, earlier.log_id, earlier.part) < (q.position, q.log_id, q.part))
   union all
   select 'schedule' from webhook_endpoints e join webhook_queue q on q.endpoint_id = e.id and q.is_head
   where e.id = $1 and coalesce(e.next_due_at > greatest(q.due_at, clock_timestamp()), true)
     and 8 > (select count(*) from webhook_queue where endpoint_id = e.id and claimed_until > clock_timestamp())`,
);
const ageQueue = statement(
  'test_age_queue',
  `update webhook_queue set due_at = due_at - $1::float8 * interval '1 ms', first_tried_at = first_tried_at - $1 * interval '1 ms',
     claimed_until = claimed_until - $1 * interval '1 ms'`,
);
const ageEndpoints = statement(
  'test_age_endpoints',
  `update webhook_endpoints set failing_since = failing_since - $1::float8 * interval '1 ms',
     paused_until = paused_until - $1 * interval '1 ms', next_due_at = next_due_at - $1 * interval '1 ms', previous_secret_until = previous_secret_until - $1 * interval '1 ms'`,
);
const fail = (error: unknown): never => assert.fail(error as Error);

onEachEngine((engine) => {
  let database: Database;
  let sender: Sender;
  const receivers: Receiver[] = [];
  before(async () => {
    database = await openMigratedDatabase(engine);
    sender = new Sender({ allowPrivate: true });
  });
  after(async () => {
    sender.close();
    for (const receiver of receivers) await receiver.stop();
    await database.close();
  });

  async function startReceiver(behaviour?: Behaviour): Promise<Receiver> {
    const receiver = await Receiver.start(behaviour);
    receivers.push(receiver);
    return receiver;
  }

  const start = (context: Context, onFault: (error: unknown) => void = fail): RunningJob =>
    runJob(
      webhooksJob(context, sender, () => {}),
      onFault,
    );

  const fanOut = () => database.transaction((transaction) => queueEvents(transaction, webhookPlans));
  const claimUntil = (options: { readonly limit: number; readonly claimMs: number }) =>
    database.transaction((transaction) => claimDeliveries(transaction, webhookPlans, options));

  /** Makes queued events and endpoints older. */
  async function leap(ms: number): Promise<void> {
    await database.query(ageQueue, [ms]);
    await database.query(ageEndpoints, [ms]);
  }

  /** A world whose events go to a receiver. */
  async function openScene(given: { readonly types?: 'match.completed'[] | null; readonly players?: number } = {}) {
    const { types = ['match.completed'], players = 8 } = given;
    const world = await World.open(database, { players });
    await feedCaughtUp(database);
    const receiver = await startReceiver();
    const partner = world.calledBy('norte');
    const { id, secret } = await createEndpoint(partner, { url: receiver.url, event_types: types });
    const deliveries = async () => (await listDeliveries(partner, id, { limit: 100, offset: 0, after: null })).data;
    return {
      world,
      receiver,
      partner,
      id,
      secret,
      deliveries,
      /** Resolves when each attempt is saved. */
      answered: () => until(async () => (await deliveries()).length === receiver.received.length),
      send: async (days: readonly number[]) => {
        for (const day of days) await world.send(world.match(day));
      },
    };
  }

  /** Runs the deliverer during `work`. */
  async function whileDelivering(context: Context, work: () => Promise<void>): Promise<void> {
    const job = start(context);
    try {
      await work();
    } finally {
      await job.stop();
    }
  }

  describe(`webhooks on ${engine}`, () => {
    it('deliver each event once, signed so that the library of Standard Webhooks verifies it', async () => {
      const { world, receiver, partner, id, secret, deliveries, send } = await openScene({ types: null });
      await send([1, 2]);
      await whileDelivering(world.context(), async () => {
        await until(() => receiver.count === 10);
        await until(async () => (await deliveries()).length === 10);
      });
      const verifier = new Webhook(secret);
      for (const { body, headers, event } of receiver.received) {
        assert.deepEqual(verifier.verify(body, headers as Record<string, string>), event);
        assert.equal(headers['webhook-id'], event.id);
        assert.equal(headers['content-type'], 'application/json');
      }
      assert.equal(receiver.count, 10);
      const log = await deliveries();
      assert.deepEqual(new Set(log.map(({ event_id }) => event_id)), new Set(receiver.ids));
      assert.ok(log.every(({ delivered, attempt, status_code }) => delivered && attempt === 1 && status_code === 204));
      assert.equal((await getEndpoint(partner, id)).failing_since, null);
    });

    it('are retried after a failure with the same id, and later events of the match wait for it', async () => {
      const { world, receiver, send, answered } = await openScene({ types: null });
      let isDown = true;
      receiver.behaviour = ({ event }, response) => {
        const isFirst = event.data.match?.revision === 1;
        response.writeHead(isDown && isFirst ? 500 : 200).end();
      };
      const match = world.match(1);
      await send([]);
      await world.send(match);
      await world.amend(match, { venue_label: 'Sur' });
      await world.amend(match, { venue_label: 'Norte' });
      const revisions = () => receiver.received.flatMap(({ event }) => event.data.match?.revision ?? []);
      await whileDelivering(world.context(), async () => {
        await until(() => receiver.received.length >= 5);
        assert.deepEqual(revisions(), [1]);
        await answered();
        isDown = false;
        await leap(40_000);
        await until(() => revisions().length === 4);
      });
      assert.deepEqual(revisions(), [1, 1, 2, 3]);
      const ids = receiver.received.filter(({ event }) => event.data.match?.revision === 1).map(({ id }) => id);
      assert.equal(new Set(ids).size, 1);
    });

    it('are sent again with the same ids after the sending process died', async () => {
      const { world, receiver, send } = await openScene();
      await send([1, 2, 3]);
      // A transaction of another test can delay the third event, and a process that cannot save a result claims no more.
      receiver.behaviour = async (message, response) => {
        await until(() => receiver.count === 3);
        await accept(message, response);
      };
      const dying = { ...world.context(), database: refusingResults(database, () => receiver.count === 3) };
      const first = start(dying, () => {});
      await until(() => receiver.count === 3);
      await first.stop();
      await whileDelivering(world.context(), async () => {
        assert.equal(receiver.received.length, 3);
        await leap(30_000);
        await until(() => receiver.received.length === 6);
      });
      assert.equal(receiver.count, 3);
    });

    it('keep the claim of a second process when the first one ends late', async () => {
      const { id, send } = await openScene();
      await send([1]);
      await feedCaughtUp(database);
      await fanOut();
      const claim = async () =>
        (await claimUntil({ limit: 100, claimMs: 30_000 })).filter(({ endpoint_id }) => endpoint_id === id);
      const late = await claim();
      assert.equal(late.length, 1);
      await leap(30_000);
      const current = await claim();
      assert.equal(current.length, 1);

      const queued = async () => (await database.query<{ rows: number }>(queuedOf, [id]))[0]?.rows;
      const failed = late.map((one) => ({ ...one, first_tried_at: one.at, delay_ms: 0 }));
      await database.transaction((transaction) => releaseDeliveries(transaction, late));
      assert.deepEqual(await claim(), [], 'released');
      await database.transaction((transaction) => rescheduleDeliveries(transaction, failed));
      assert.deepEqual(await claim(), [], 'rescheduled');
      await database.transaction((transaction) => removeDeliveries(transaction, late));
      assert.equal(await queued(), 1, 'removed');

      await database.transaction((transaction) => removeDeliveries(transaction, current));
      assert.equal(await queued(), 0);
    });

    it('are claimed eight at a time for an endpoint, and only the first of each subject', async () => {
      const { world, id, send } = await openScene({ types: null });
      await send([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      await feedCaughtUp(database);
      await fanOut();
      const claim = async (limit = 100) =>
        (await claimUntil({ limit, claimMs: 30_000 })).filter(({ endpoint_id }) => endpoint_id === id);
      const faults = () => database.query<{ fault: string }>(faultsOf, [id]);
      const sent: ClaimedDelivery[] = [];
      for (let claimed = [...(await claim(1)), ...(await claim())]; claimed.length > 0; claimed = await claim()) {
        assert.ok(claimed.length <= 8);
        assert.deepEqual([await claim(), await faults()], [[], []]);
        assert.equal(new Set(claimed.map(({ subject_id }) => subject_id)).size, claimed.length);
        const attempts = claimed.map((delivery) => ({ delivery, at: delivery.at, event: null, end: DROPPED }));
        await saveAttempts(world.context(), attempts);
        assert.deepEqual(await faults(), []);
        sent.push(...claimed);
      }
      assert.equal(sent.length, 50);
      for (const ofSubject of Map.groupBy(sent, ({ subject_id }) => subject_id).values()) {
        const places = ofSubject.map(({ log_id }) => log_id);
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }
    });

    it('give endpoints that waited longest the next free places of a process', async () => {
      const [busy, late] = [await openScene(), await openScene()];
      await busy.send([1, 2, 3]);
      await feedCaughtUp(database);
      await fanOut();
      const claim = async () => (await claimUntil({ limit: 1, claimMs: 30_000 })).map(({ endpoint_id }) => endpoint_id);
      assert.deepEqual(await claim(), [busy.id]);
      await late.send([1, 2]);
      await feedCaughtUp(database);
      await fanOut();
      const claimed = [await claim(), await claim(), await claim()].flat();
      assert.deepEqual(claimed, [busy.id, late.id, busy.id]);
    });

    it('are sent once and in the order of each match while several processes deliver', async () => {
      const { world, receiver, send } = await openScene({ types: null });
      const processes = [1, 2, 3].map(() => start(world.context()));
      const amended = world.match(1);
      await world.send(amended);
      for (let revision = 2; revision <= 8; revision += 1)
        await world.amend(amended, { venue_label: `Club ${revision}` });
      await send([2, 3, 4, 5]);
      await until(() => receiver.count === 5 * 5 + 7);
      for (const job of processes) await job.stop();
      assert.equal(receiver.received.length, receiver.count);
      const revisions = receiver.received.flatMap(({ event }) =>
        event.data.match?.id === amended.id ? [event.data.match.revision] : [],
      );
      assert.deepEqual(revisions, [1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it('stop after 410, and a paused endpoint resumes where it stopped', async () => {
      const { world, receiver, partner, id, send } = await openScene();
      receiver.behaviour = answerWith(410);
      await send([1]);
      await whileDelivering(world.context(), async () => {
        await until(async () => !(await getEndpoint(partner, id)).enabled);
        assert.equal((await getEndpoint(partner, id)).disabled_reason, 'gone');
        await send([2, 3]);
        receiver.received.length = 0;
        receiver.behaviour = answerWith(200);
        await updateEndpoint(partner, id, { enabled: true });
        await until(() => receiver.count === 3);
      });
      assert.equal(receiver.count, 3);
    });

    it('disable an endpoint after three days without success, and notify the other endpoints', async () => {
      const { world, receiver, partner, id, send } = await openScene();
      const other = await startReceiver();
      await createEndpoint(partner, { url: other.url, event_types: ['webhook_endpoint.disabled'] });
      receiver.behaviour = answerWith(503);
      await send([1, 2, 3, 4, 5, 6, 7]);
      await whileDelivering(world.context(), async () => {
        for (let hours = 0; hours < 84; hours += 4) {
          // A leap during an attempt would not age the times that the attempt saves.
          await until(async () => (await isIdle()) || !(await getEndpoint(partner, id)).enabled);
          const before = receiver.received.length;
          if (!(await getEndpoint(partner, id)).enabled) break;
          await leap(5 * HOUR);
          await until(async () => receiver.received.length > before || !(await getEndpoint(partner, id)).enabled);
        }
        const endpoint = await getEndpoint(partner, id);
        assert.deepEqual([endpoint.enabled, endpoint.disabled_reason], [false, 'failing']);
        await until(() => other.received.length === 1);
        assert.deepEqual(other.received[0]?.event.data, { webhook_endpoint_id: id, reason: 'failing' });
        receiver.received.length = 0;
        receiver.behaviour = answerWith(200);
        await updateEndpoint(partner, id, { enabled: true });
        await until(() => receiver.count === 7);
      });

      async function isIdle(): Promise<boolean> {
        const [row] = await database.query<{ rows: number }>(workOf, [id]);
        return row?.rows === 0;
      }
    });

    it('are given up one by one after three days while others are delivered', async () => {
      const { world, receiver, id, deliveries, send, answered } = await openScene();
      await send([1, 2]);
      let poison = '';
      receiver.behaviour = (message, response) => {
        poison ||= message.id;
        response.writeHead(message.id === poison ? 500 : 200).end();
      };
      await whileDelivering(world.context(), async () => {
        await until(async () => (await queuedRows()) === 1);
        for (let tries = 2; tries < 25; tries += 1) {
          await answered();
          await leap(5 * HOUR);
          await send([tries + 1]);
          const isOver = async () => (await queuedRows()) === 0;
          await until(async () => receiver.ids.filter((one) => one === poison).length >= tries || (await isOver()));
          if (await isOver()) break;
        }
        // The event of the last match may be queued only now.
        await until(async () => (await queuedRows()) === 0);
      });
      const tries = (await deliveries()).filter(({ event_id }) => event_id === poison);
      assert.ok(tries.length > 10 && tries.every(({ delivered }) => !delivered));

      async function queuedRows(): Promise<number> {
        const [row] = await database.query<{ rows: number }>(queuedOf, [id]);
        return row?.rows ?? 0;
      }
    });

    it('are signed with both secrets during a rotation', async () => {
      const { world, receiver, partner, id, secret, send } = await openScene();
      const { secret: next } = await rotateSecret(partner, id, { overlap_seconds: 600 });
      await whileDelivering(world.context(), async () => {
        await send([1]);
        await until(() => receiver.count === 1);
        await rotateSecret(partner, id, { overlap_seconds: 0 });
        await send([2]);
        await until(() => receiver.count === 2);
      });
      const verify = (one: string, index: number) => () => {
        const { body, headers } = receiver.received.at(index) ?? assert.fail();
        new Webhook(one).verify(body, headers as Record<string, string>);
      };
      assert.doesNotThrow(verify(secret, 0));
      assert.doesNotThrow(verify(next, 0));
      assert.throws(verify(secret, -1));
      assert.throws(verify(next, -1));
    });

    it('are sent again with the same ids by a replay, by time and by id', async () => {
      const { world, receiver, partner, id, send } = await openScene();
      await whileDelivering(world.context(), async () => {
        await send([1, 2, 3]);
        await until(() => receiver.count === 3);
        const inOrder = receiver.received.toSorted((a, b) => (a.event.created_at < b.event.created_at ? -1 : 1));
        const [first, second, third] = inOrder;
        assert.ok(first && second && third);
        const timesOf = ({ id: one }: { readonly id: string }) => receiver.ids.filter((other) => other === one).length;
        assert.deepEqual(await replay(partner, id, { event_ids: [second.id] }), { events: 1 });
        await until(() => timesOf(second) >= 2);
        const before = [timesOf(second), timesOf(third)] as const;
        await replay(partner, id, { since: second.event.created_at });
        await until(() => timesOf(second) > before[0] && timesOf(third) > before[1]);
      });
      assert.equal(receiver.count, 3);
    });

    it('do not name a player who was erased while they waited for a slow receiver', async () => {
      const { world, receiver, send } = await openScene({ types: null });
      const { promise: erased, resolve: answer } = Promise.withResolvers<void>();
      receiver.behaviour = (_, response) => void erased.then(() => response.writeHead(204).end());
      const match = world.match(1);
      await world.send(match);
      await world.amend(match, { venue_label: 'Sur' });
      await send([]);
      const amended = () => receiver.received.filter(({ event }) => event.data.match?.revision === 2);
      await whileDelivering(world.context(), async () => {
        await until(() => receiver.received.length >= 5);
        assert.ok(receiver.received.some(({ body }) => body.includes(`"${world.username(0)}"`)));
        await erasePlayer(world.calledBy(), world.username(0));
        answer();
        await until(() => amended().length === 1);
      });
      const [later] = amended();
      assert.ok(later !== undefined && !later.body.includes(`"${world.username(0)}"`));
      assert.match(later.body, /"Erased player"/);
    });

    it('reach healthy receivers while another one hangs', async () => {
      const { world, receiver, partner, send } = await openScene();
      const hanging = await startReceiver(() => {});
      await createEndpoint(partner, { url: hanging.url, event_types: ['match.completed'] });
      const days = Array.from({ length: 20 }, (_, day) => day + 1);
      await whileDelivering(world.context(), async () => {
        await send(days);
        await until(() => receiver.count === days.length);
      });
      assert.equal(receiver.count, days.length);
    });
  });
});

/** A database that saves nothing once the process is dead. */
function refusingResults(database: Database, isDead: () => boolean): Database {
  return {
    ...database,
    engine: database.engine,
    query: (statement, values) => database.query(statement, values),
    script: (sql) => database.script(sql),
    health: (timeoutMs) => database.health(timeoutMs),
    close: () => database.close(),
    transaction: (work, options) =>
      isDead() && options?.isolation === undefined
        ? Promise.reject(new Error('the process dies'))
        : database.transaction(work, options),
  };
}
