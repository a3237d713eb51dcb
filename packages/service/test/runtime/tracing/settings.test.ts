import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTracingSettings } from '../../../src/runtime/tracing/settings.ts';
import { traceIdOf } from '../../../src/runtime/tracing/trace-parent.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

function read(environment: Readonly<Record<string, string>>) {
  const complaints: string[] = [];
  const settings = readTracingSettings(
    (name) => environment[name] || null,
    (sentence) => complaints.push(sentence),
  );
  return { settings, complaints };
}

describe('the settings of OpenTelemetry', () => {
  it('make no spans without an address, and none if OpenTelemetry is disabled', () => {
    assert.equal(read({ OTEL_SERVICE_NAME: 'club' }).settings, null);
    assert.equal(read({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }).settings, null);
  });

  it('send spans below the address of the collector, or to the address of traces', () => {
    assert.equal(read(ENDPOINT).settings?.url, 'http://localhost:4318/v1/traces');
    assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp/' }).settings?.url, 'https://c/otlp/v1/traces');
    const traces = { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c/here' };
    assert.equal(read(traces).settings?.url, 'https://c/here');
  });

  it('have the defaults of the standard', () => {
    const { settings, complaints } = read(ENDPOINT);
    assert.deepEqual(complaints, []);
    assert.equal(settings?.serviceName, 'bandeja');
    assert.deepEqual(settings?.sampler, { isParentBased: true, ratio: 1 });
  });

  it('take the samplers of the standard', () => {
    const sampler = (name: string, argument = '') =>
      read({ ...ENDPOINT, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }).settings?.sampler;
    assert.deepEqual(sampler('always_off'), { isParentBased: false, ratio: 0 });
    assert.deepEqual(sampler('parentbased_always_off'), { isParentBased: true, ratio: 0 });
    assert.deepEqual(sampler('traceidratio', '0.25'), { isParentBased: false, ratio: 0.25 });
    assert.deepEqual(sampler('parentbased_traceidratio'), { isParentBased: true, ratio: 1 });
  });

  it('read names and values with escapes', () => {
    const { settings } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, team = clubs',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=live',
    });
    assert.deepEqual(settings?.headers, { authorization: 'Bearer x', team: 'clubs' });
    assert.deepEqual(settings?.resourceAttributes, { 'deployment.environment.name': 'live' });
  });

  it('are complained of if they are wrong, without showing secrets', () => {
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nonsense'],
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_TRACES_SAMPLER', 'some'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'secret-token'],
      ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
    ] as const) {
      const { complaints } = read({ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', [name]: value });
      assert.equal(complaints.length, 1, `${name}=${value}`);
      assert.ok(complaints[0]?.startsWith(name));
      assert.ok(!complaints[0]?.includes('secret-token'));
    }
  });
});

describe('a traceparent', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  it('names its trace', () => {
    assert.equal(traceIdOf(`00-${TRACE}-b7ad6b7169203331-01`), TRACE);
    assert.equal(traceIdOf(`01-${TRACE}-b7ad6b7169203331-01-more`), TRACE);
  });

  it('is ignored if it is not of the form', () => {
    for (const text of [
      undefined,
      '',
      `00-${TRACE}-b7ad6b7169203331`,
      `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
      `00-${TRACE}-b7ad6b7169203331-01-more`,
      `ff-${TRACE}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
    ]) {
      assert.equal(traceIdOf(text), null, text);
    }
  });
});
