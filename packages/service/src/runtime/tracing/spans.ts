/**
 * Spans, for whatever takes time: requests, transactions, deliveries. Without OpenTelemetry in the settings nothing is made, and
 * nothing is loaded that makes them.
 *
 * A span never holds what a person is called: its names and attributes are patterns, names of statements, ids of partners and keys.
 */

import { AsyncLocalStorage } from 'node:async_hooks';

export interface SpanDescription {
  readonly name: string;
  /** `client`: a call of another server, such as the database or a receiver. */
  readonly kind: 'internal' | 'client';
  /** Whether it may begin a trace. If not, it is made only within another span: the jobs of the service look for work all the time. */
  readonly isRoot?: boolean;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** A span that is under way. */
export interface OpenSpan {
  readonly traceId: string;
  set(attributes: Readonly<Record<string, string | number>>): void;
  /** Names of headers and their values, for a call of which the span is made. */
  headers(): Readonly<Record<string, string>>;
}

/** A span of a request, which ends when the request does. */
export interface RequestSpan extends OpenSpan {
  /** Runs what belongs to the request. */
  run(work: () => void): void;
  /** @param name the method and the pattern of the route */
  end(name: string, isFault: boolean): void;
}

export interface Tracer {
  beginRequest(headers: Readonly<Record<string, string | readonly string[] | undefined>>): RequestSpan;
  inSpan<T>(description: SpanDescription, work: (span: OpenSpan | null) => Promise<T>): Promise<T>;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

let tracer: Tracer | null = null;

/** Makes spans from now on. To be called once, before the service takes requests. */
export function traceWith(given: Tracer | null): void {
  tracer = given;
}

export const isTracing = (): boolean => tracer !== null;

/** Begins the span of a request; null if none are made. */
export function beginRequestSpan(headers: Parameters<Tracer['beginRequest']>[0]): RequestSpan | null {
  return tracer === null ? null : tracer.beginRequest(headers);
}

/** Runs work in a span, within the one that is under way. @param work gets null if no span is made */
export function inSpan<T>(description: SpanDescription, work: (span: OpenSpan | null) => Promise<T>): Promise<T> {
  return tracer === null ? work(null) : tracer.inSpan(description, work);
}

const asItIs = <T>(run: () => T): T => run();

/** Lets what runs later belong to the trace of the present caller. Without traces it does nothing, since it takes 8 µs. */
export function inContextOfCaller(): <T>(run: () => T) => T {
  return tracer === null ? asItIs : AsyncLocalStorage.snapshot();
}
