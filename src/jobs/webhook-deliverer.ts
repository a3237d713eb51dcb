/**
 * Sends webhooks for as long as the service runs. One process of all nodes does it at a time, under a lease; if it dies, another one
 * takes over within seconds and sends again what was not noted as delivered, with the same ids. Each endpoint has a queue of its own
 * ({@link EndpointDelivery}), so none waits for another one's receiver.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../domain/context.ts';
import { disableEndpoint } from '../domain/webhooks/disable.ts';
import { DELIVERIES_KEPT_MS, webhookPlans } from '../domain/webhooks/endpoints.ts';
import type { Sender } from '../domain/webhooks/sender.ts';
import type { Job } from '../runtime/job-loop.ts';
import { trimDeliveries } from '../store/webhooks/deliveries.ts';
import { type EndpointNote, LeaseLost, writeNotes } from '../store/webhooks/delivery-notes.ts';
import { readStanding, readWaiting, readWork, type WorkRow } from '../store/webhooks/delivery-work.ts';
import { claimWebhookLease, releaseWebhookLease } from '../store/webhooks/lease.ts';
import { type Dispatcher, EndpointDelivery } from './endpoint-delivery.ts';

/** How often it looks for endpoints with something to do. */
const LOOK_EVERY_MS = 100;
/** A look takes some 10 µs for each endpoint. With thousands of them it looks less often, so that it takes a twentieth of the time. */
const PAUSE_PER_LOOK = 19;
const LOOK_PAUSE_MAX_MS = 1_000;
/** How long what has become of deliveries is gathered: each write waits for the disk. */
const NOTE_EVERY_MS = 100;
/** How long a crashed process keeps the others from sending. */
const LEASE_MS = 5_000;
const RENEW_EVERY_MS = 1_000;
/** Without a renewal nothing is sent from here on; the rest of the lease is for what is under way. */
const LEASE_TRUST_MS = 4_000;
const FAULT_PAUSE_MS = 2_000;
/** Messages to all endpoints at once. With more under way, each endpoint still has one. */
const IN_FLIGHT_MAX = 256;
/** How long a stop waits for messages under way; those that take longer are sent again. */
const STOP_WAIT_MS = 3_000;
const TRIM_EVERY_MS = 600_000;
const TRIM_AT_ONCE = 5_000;

export interface DelivererLog {
  /** The database could not be used; it is tried again. */
  readonly onFault: (error: unknown) => void;
  /** What becomes of an endpoint, in a sentence. */
  readonly onEndpoint: (endpointId: string, message: string) => void;
}

export interface DelivererOptions {
  readonly lookEveryMs: number;
  /** These are other than the defaults in tests only. */
  readonly leaseMs: number;
  readonly elapsedMs: () => number;
}

export function delivererJob(
  context: Context,
  sender: Sender,
  log: DelivererLog,
  given: Partial<DelivererOptions> = {},
): Job {
  const options = { lookEveryMs: LOOK_EVERY_MS, leaseMs: LEASE_MS, elapsedMs: () => performance.now(), ...given };
  const deliverer = new Deliverer(context, sender, log, options);
  return {
    name: 'webhooks',
    everyMs: options.lookEveryMs,
    run: (stopping) => deliverer.step(stopping),
    close: () => deliverer.leave(),
  };
}

class Deliverer implements Dispatcher {
  readonly context: Context;
  readonly sender: Sender;
  readonly elapsedMs: () => number;
  readonly #log: DelivererLog;
  readonly #leaseMs: number;
  readonly #holder = randomUUID();
  #stopping: AbortSignal = new AbortController().signal;
  #pausedUntil = 0;
  readonly #deliveries = new Map<string, EndpointDelivery>();
  /** By real time: a test's clock may leap. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  #trimmedAt = Number.NEGATIVE_INFINITY;
  #inFlight = 0;
  /** Messages of queues that were given up are under way. */
  #isDraining = false;
  /** What could not be written yet. */
  #unwritten: EndpointNote[] = [];
  #noteTimer: NodeJS.Timeout | undefined;
  #hasLeft = false;
  #hasAsked = false;
  #writing: Promise<void> | undefined;

  constructor(context: Context, sender: Sender, log: DelivererLog, { leaseMs, elapsedMs }: DelivererOptions) {
    this.context = context;
    this.sender = sender;
    this.elapsedMs = elapsedMs;
    this.#log = log;
    this.#leaseMs = leaseMs;
  }

  async step(stopping: AbortSignal): Promise<'idle'> {
    this.#stopping = stopping;
    if (performance.now() < this.#pausedUntil) return 'idle';
    const isHolder = await this.#keepLease();
    const pauseMs = isHolder ? Math.min(PAUSE_PER_LOOK * (await this.#look()), LOOK_PAUSE_MAX_MS) : RENEW_EVERY_MS;
    this.#pausedUntil = performance.now() + pauseMs;
    return 'idle';
  }

  mayStart(inFlight: number): boolean {
    if (this.#stopping.aborted || !this.#trustsLease()) return false;
    return inFlight === 0 || this.#inFlight < IN_FLIGHT_MAX;
  }

  started(): void {
    this.#inFlight += 1;
  }

  ended(): void {
    this.#inFlight -= 1;
  }

  noted(): void {
    if (this.#hasLeft) return;
    this.#noteTimer ??= setTimeout(() => {
      this.#noteTimer = undefined;
      // A write that is under way has not seen what came after it began.
      void (this.#writing ?? Promise.resolve()).then(() => this.#write());
    }, NOTE_EVERY_MS).unref();
  }

  onFault(error: unknown): void {
    if (!this.#stopping.aborted) this.#log.onFault(error);
  }

  #trustsLease(): boolean {
    return performance.now() - this.#renewedAt < (LEASE_TRUST_MS / LEASE_MS) * this.#leaseMs;
  }

  async #keepLease(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#renewedAt < Math.min(RENEW_EVERY_MS, this.#leaseMs / 4)) return true;
    const { database } = this.context;
    // The embedded database belongs to one process: when that starts, whoever held the lease is gone.
    const isAlone = database.engine === 'pglite' && !this.#hasAsked;
    this.#hasAsked = true;
    const claimed = await claimWebhookLease(database, this.#holder, { leaseMs: this.#leaseMs, isAlone });
    if (claimed !== 'kept') this.#forgetAll();
    if (claimed === 'refused') return false;
    this.#renewedAt = now;
    return true;
  }

  /** @returns how long it took to find the endpoints with something to do, ms */
  async #look(): Promise<number> {
    // An event that is still being sent must not be overtaken by a later one of its match.
    if (this.#isDraining && this.#inFlight > 0) return 0;
    this.#isDraining = false;
    const begunAt = performance.now();
    const rows = await readWork(this.context.database, webhookPlans);
    const lookMs = performance.now() - begunAt;
    const seen = new Set(rows.map(({ id }) => id));
    for (const row of rows) await this.#lookAt(row);
    for (const [id, delivery] of this.#deliveries) {
      if (seen.has(id)) continue;
      // Disabled, deleted, of a partner that is suspended; or all is done.
      delivery.retire();
      if (delivery.isQuiet) this.#deliveries.delete(id);
    }
    for (const [id, delivery] of this.#deliveries) {
      if (delivery.ending !== null && delivery.isQuiet) await this.#disable(id, delivery, delivery.ending);
    }
    await this.#trim();
    return lookMs;
  }

  async #lookAt({ id, version, last_position: lastPosition }: WorkRow): Promise<void> {
    const delivery = this.#deliveries.get(id);
    if (delivery !== undefined && !delivery.isRetired && delivery.version === version)
      return delivery.look(lastPosition);
    delivery?.retire();
    // What is under way ends first, as above.
    if (delivery !== undefined && (!delivery.isQuiet || delivery.ending !== null)) return;
    this.#deliveries.delete(id);
    const { database } = this.context;
    const standing = await readStanding(database, id);
    if (standing === undefined) return;
    const begun = new EndpointDelivery(this, standing, await readWaiting(database, id));
    this.#deliveries.set(id, begun);
    begun.look(lastPosition);
  }

  async #disable(id: string, delivery: EndpointDelivery, reason: 'failing' | 'gone'): Promise<void> {
    await this.#write();
    if (await disableEndpoint(this.context, id, delivery.version, reason)) {
      const why = reason === 'gone' ? 'its receiver answered 410' : 'every try of three days has failed';
      this.#log.onEndpoint(id, `the webhook endpoint is disabled: ${why}`);
    }
    this.#deliveries.delete(id);
  }

  /** Writes what has become of deliveries; what cannot be written now is written before anything else. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeOnce().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeOnce(): Promise<void> {
    if (this.#unwritten.length === 0) {
      for (const delivery of this.#deliveries.values()) {
        const note = delivery.takeNote();
        if (note !== null) this.#unwritten.push(note);
      }
    }
    const notes = this.#unwritten;
    if (notes.length === 0) return;
    try {
      await this.context.database.transaction((transaction) => writeNotes(transaction, this.#holder, notes));
      this.#unwritten = [];
    } catch (error) {
      if (error instanceof LeaseLost) return this.#forgetAll();
      this.onFault(error);
      await this.#pause(FAULT_PAUSE_MS);
      this.noted();
    }
  }

  /** Another process sends now, or may have sent meanwhile. */
  #forgetAll(): void {
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    for (const delivery of this.#deliveries.values()) delivery.retire();
    this.#deliveries.clear();
    this.#unwritten = [];
    this.#isDraining = true;
  }

  async #trim(): Promise<void> {
    if (performance.now() - this.#trimmedAt < TRIM_EVERY_MS) return;
    const { database, now } = this.context;
    const trimmed = await trimDeliveries(database, now() - DELIVERIES_KEPT_MS, TRIM_AT_ONCE);
    if (trimmed < TRIM_AT_ONCE) this.#trimmedAt = performance.now();
  }

  /** Lets messages under way end, notes them, and gives the lease up, so that another process need not wait for its end. */
  async leave(): Promise<void> {
    for (const delivery of this.#deliveries.values()) delivery.retire();
    const deadline = performance.now() + STOP_WAIT_MS;
    while (this.#inFlight > 0 && performance.now() < deadline) await sleep(10);
    clearTimeout(this.#noteTimer);
    this.#hasLeft = true;
    try {
      await this.#write();
      // What came of a message after the write before had begun.
      await this.#write();
      await releaseWebhookLease(this.context.database, this.#holder);
    } catch {
      // The lease ends by itself, and what is not noted is sent again.
    }
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stopping, ref: false }).catch(() => {});
  }
}
