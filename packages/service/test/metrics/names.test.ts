/** What the docs, the dashboard and the alerts say of the metrics is what there is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Metrics } from '../../src/metrics/metrics.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Names that begin like those of the service, without the endings of a histogram's parts. */
function namesIn(text: string): Set<string> {
  const names = text.match(/\bbandeja_[a-z_]+[a-z]\b/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
}

const metrics = new Metrics({ engine: 'postgres' });
const text = await metrics.text();
const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
/** Those of the regular checks, which node_exporter serves. */
const written = namesIn(read('ops/systemd/check'));

describe('the metrics of the service', () => {
  it('are listed in the docs with their types', () => {
    const table = read('docs/operations/monitoring.md')
      .split('\n')
      .filter((line) => line.startsWith('| `bandeja_'));
    const rows = new Map(table.map((line) => [/`(bandeja_[a-z_]+)/.exec(line)?.[1] ?? '', line]));
    assert.deepEqual([...rows.keys()].sort(), [...known].sort());
    for (const [name, row] of rows) {
      const [, type] = new RegExp(`# TYPE ${name} (\\w+)`).exec(text) ?? [];
      assert.ok(row.includes(`| ${type} |`), `${name} is a ${type}`);
    }
  });

  for (const path of ['ops/grafana/bandeja.json', 'ops/prometheus/alerts.yml']) {
    it(`include all metrics that ${path} uses`, () => {
      const asked = namesIn(read(path).replaceAll('label_values(bandeja_ready, job)', ''));
      assert.ok(asked.size > 5);
      assert.deepEqual(
        [...asked].filter((name) => !known.has(name) && !written.has(name)),
        [],
      );
    });
  }

  it('have runbooks for all alerts', () => {
    const rules = read('ops/prometheus/alerts.yml');
    const pages = [...rules.matchAll(/runbook_url: '\{\{ \$externalLabels\.service_url \}\}\/(docs\/[\w/-]+)'/g)];
    assert.equal(pages.length, (rules.match(/- alert: /g) ?? []).length);
    for (const [, page] of pages) assert.match(read(`${page}.md`), /^# /);
    assert.match(read('ops/prometheus/prometheus.yml'), /external_labels: \{ service_url: /);
  });
});
