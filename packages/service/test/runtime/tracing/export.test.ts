/** Spans, as a collector gets them from the running service. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createMigratedPostgres } from '../../support/database.ts';
import { startServiceProcess } from '../../support/service-process.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-tests';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that keeps what it gets. */
async function startCollector() {
  const exported: Exported[] = [];
  const headers: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    headers.push(request.headers.authorization);
    exported.push(JSON.parse(Buffer.concat(chunks).toString()) as Exported);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    resources: () => exported.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      exported.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => server.close(),
  };
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

describe('tracing', () => {
  it('exports a span of the request in the trace of its caller, with the transactions in it, and names the trace in the log', async (t) => {
    const collector = await startCollector();
    // Left open, it would keep the process of a failed test running.
    t.after(collector.stop);
    const databaseUrl = await createMigratedPostgres();
    const service = await startServiceProcess({
      environment: {
        OPERATOR_TOKEN,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'info',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
        OTEL_SERVICE_NAME: 'bandeja-of-the-tests',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    });
    t.after(service.kill);
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
    const create = (more: object) =>
      fetch(`${service.url}/admin/v1/partners`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ name: 'Club Norte', plan: 'pro' }),
      });
    const answer = await create({ traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': 'traced' });
    assert.equal(answer.status, 201);
    await create({ traceparent: `00-${TRACE.replace('0', '1')}-${PARENT}-00` });
    await create({ 'x-request-id': 'of-its-own' });
    const of = (requestId: string) =>
      collector.spans().find((span) => attribute(span, 'bandeja.request_id') === requestId);
    while (of('traced') === undefined || of('of-its-own') === undefined) await pause(20);
    await service.stop();

    const span = of('traced') ?? assert.fail();
    assert.deepEqual([span.traceId, span.parentSpanId, span.kind], [TRACE, PARENT, 2]);
    assert.equal(span.name, 'POST /admin/v1/partners');
    assert.equal(attribute(span, 'http.route'), '/admin/v1/partners');
    assert.equal(Number(attribute(span, 'http.response.status_code')), 201);
    const within = collector.spans().filter(({ parentSpanId }) => parentSpanId === span.spanId);
    assert.deepEqual(
      within.map(({ name, traceId }) => [name, traceId]),
      [['transaction', TRACE]],
    );
    const own = of('of-its-own') ?? assert.fail();
    assert.ok(own.traceId !== TRACE && !own.parentSpanId);
    // The service exports no spans for a trace that its caller has not sampled. Background jobs create no spans.
    assert.ok(collector.spans().every(({ traceId }) => traceId !== TRACE.replace('0', '1')));
    assert.ok(collector.headers.every((value) => value === 'Bearer of-the-collector'));
    assert.equal(attribute(collector.resources()[0] ?? assert.fail(), 'service.name'), 'bandeja-of-the-tests');
    const traces = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"route":"/admin/v1/partners"'))
      .map((line) => (JSON.parse(line) as { trace_id?: string }).trace_id);
    assert.deepEqual(traces, [TRACE, TRACE.replace('0', '1'), own.traceId]);
    assert.ok(!JSON.stringify(collector.spans()).includes('Club Norte'));
  });
});
