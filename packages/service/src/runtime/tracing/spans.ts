/**
 * Tracing of requests, transactions and deliveries. Without OpenTelemetry in the settings, no spans are created and no library is
 * loaded.
 *
 * A span never contains names of people. Its names and attributes are route patterns, statement names, and ids of partners and keys.
 */

import { AsyncLocalStorage } from 'node:async_hooks';

export interface SpanDescription {
  readonly name: string;
  /** `client`: a call to another server, such as the database or a webhook receiver. */
  readonly kind: 'internal' | 'client';
  /** Whether the span may start a trace. Default: only within another span, since jobs look for work all the time. */
  readonly isRoot?: boolean;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A span in progress. */
export interface OpenSpan {
  readonly traceId: string;
  set(attributes: Readonly<Record<string, string | number>>): void;
  /** The headers that propagate the trace to another server. */
  headers(): Readonly<Record<string, string>>;
}

/** The span of an incoming request. */
export interface RequestSpan extends OpenSpan {
  /** Runs work in the context of the span. */
  run(work: () => void): void;
  /** @param name the method and the pattern of the route */
  end(name: string, isFault: boolean): void;
}

export interface Tracer {
  beginRequest(headers: Readonly<Record<string, string | readonly string[] | undefined>>): RequestSpan;
  inSpan<T>(description: SpanDescription, work: (span: OpenSpan | null) => Promise<T>): Promise<T>;
  /** Sends the remaining spans. Never rejects. */
  close(): Promise<void>;
}

let tracer: Tracer | null = null;

/** Turns tracing on. Call it once, before the service accepts requests. */
export function traceWith(given: Tracer | null): void {
  tracer = given;
}

export const isTracing = (): boolean => tracer !== null;

/** Starts the span of a request; null if tracing is off. */
export function beginRequestSpan(headers: Parameters<Tracer['beginRequest']>[0]): RequestSpan | null {
  return tracer === null ? null : tracer.beginRequest(headers);
}

/** Runs work in a child span of the current one. @param work gets null if no span is created */
export function inSpan<T>(description: SpanDescription, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  return tracer === null ? work(null) : tracer.inSpan(description, work);
}

const runDirectly = <T>(run: () => T): T => run();

/** Captures the caller's trace context for work that runs later. A snapshot takes 8 µs, so none is taken if tracing is off. */
export function inContextOfCaller(): <T>(run: () => T) => T {
  return tracer === null ? runDirectly : AsyncLocalStorage.snapshot();
}
