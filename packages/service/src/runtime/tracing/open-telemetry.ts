/** Tracing with OpenTelemetry, exported by OTLP over HTTP. Loaded only if configured, since it takes memory and time. */
import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Sampler, TracingSettings } from './settings.ts';
import type { OpenSpan, RequestSpan, Tracer } from './spans.ts';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** Time limit for exporting the last spans, since the collector may be down. */
const CLOSE_TIMEOUT_MS = 1_000;

const propagator = new W3CTraceContextPropagator();

const getter = {
  keys: (headers: object) => Object.keys(headers),
  get: (headers: Readonly<Record<string, string | string[] | undefined>>, name: string) => headers[name],
};

export function openTelemetry(settings: TracingSettings): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': packageJson.version,
      'process.pid': process.pid,
      ...settings.resourceAttributes,
      'service.name': settings.serviceName,
    }),
    sampler: samplerOf(settings.sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers } }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('bandeja');
  return {
    beginRequest(headers) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, getter);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      return requestSpan(span, trace.setSpan(parent, span));
    },
    inSpan({ name, kind, isRoot = false, attributes = {} }, work) {
      if (!isRoot && trace.getActiveSpan() === undefined) return work(null);
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
        try {
          return await work(openSpan(span, context.active()));
        } catch (error) {
          // Without the message, which may quote a row.
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

function samplerOf({ isParentBased, ratio }: Sampler) {
  const ofRoots = new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root: ofRoots }) : ofRoots;
}

function openSpan(span: Span, within: Context): OpenSpan {
  return {
    traceId: span.spanContext().traceId,
    set: (attributes) => void span.setAttributes(attributes),
    headers() {
      const headers: Record<string, string> = {};
      propagator.inject(within, headers, { set: (carrier, name, value) => Object.assign(carrier, { [name]: value }) });
      return headers;
    },
  };
}

function requestSpan(span: Span, within: Context): RequestSpan {
  return {
    ...openSpan(span, within),
    run: (work) => context.with(within, work),
    end(name, isFault) {
      span.updateName(name);
      if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
